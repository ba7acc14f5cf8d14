<?php
/**
 * Circles that may see a list, among the settings of the list.
 *
 * @var list<array<string, mixed>> $circles  Circles of the owner: `name`, `url`, `person` (whose list it is; empty if it is closed), `close` (form), `choices` (`name` of a person, empty for the owner; `form`).
 * @var bool                       $is_draft Whether guests cannot see the list at all yet.
 * @var string                     $problem  Why a form was refused; may be empty.
 * @var string                     $said     Result of a form; may be empty.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card" aria-labelledby="largesse-list-circles">
	<h3 id="largesse-list-circles"><?php esc_html_e( 'Circles that see this list', 'largesse' ); ?></h3>
	<?php Template::print( 'circles/result', array( 'said' => $said, 'problem' => $problem ) ); ?>
	<?php if ( $is_draft ) : ?>
		<p class="largesse-mine__hint"><?php esc_html_e( 'Circles cannot see the list before you share it: choose under “Share” who may see it.', 'largesse' ); ?></p>
	<?php endif; ?>
	<ul class="largesse-mine__list">
		<?php foreach ( $circles as $circle ) : ?>
			<li>
				<p><a href="<?php echo esc_url( $circle['url'] ); ?>" dir="auto"><?php Escape::echo_escaped( $circle['name'] ); ?></a>
					<?php if ( $circle['close'] ) : ?>
						<?php /* translators: %s: name of a person. */ ?>
						<span class="largesse-mine__hint" dir="auto"><?php Escape::echo_escaped( str_replace( '%s', $circle['person'], __( 'sees it as the list of %s', 'largesse' ) ) ); ?></span>
					<?php endif; ?>
				</p>
				<?php
				if ( $circle['close'] ) {
					Template::print(
						'circles/form',
						array(
							'form'     => $circle['close'],
							'fields'   => array(),
							'button'   => __( 'Close the list to this circle', 'largesse' ),
							'is_quiet' => true,
							'about'    => $circle['name'],
						)
					);
				}
				foreach ( $circle['choices'] as $choice ) {
					Template::print(
						'circles/form',
						array(
							'form'     => $choice['form'],
							'fields'   => array(),
							/* translators: %s: name of a person. */
							'button'   => '' === $choice['name'] ? __( 'Open as my list', 'largesse' ) : str_replace( '%s', $choice['name'], __( 'Open as the list of %s', 'largesse' ) ),
							'is_quiet' => true,
							'about'    => $circle['name'],
						)
					);
				}
				?>
			</li>
		<?php endforeach; ?>
	</ul>
</section>
