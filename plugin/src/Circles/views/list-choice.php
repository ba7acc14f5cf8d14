<?php
/**
 * Circles that may see a list, as part of the list's settings.
 *
 * @var list<array<string, mixed>> $circles  Circles of the owner: `name`, `url`, `person` (name of the person whose list it is; empty if the list is closed), `close` (form that closes the list), `choices` (`name` of a person, empty for the owner; `form` that opens the list as that person's list).
 * @var bool                       $is_draft Whether the list is a draft, which guests cannot see yet.
 * @var string                     $problem  Reason why a form was refused; may be empty.
 * @var string                     $said     Sentence about the result of a form; may be empty.
 */

declare( strict_types=1 );

use Largesse\Circles\CircleForms;
use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card" aria-labelledby="largesse-list-circles">
	<h3 id="largesse-list-circles"><?php esc_html_e( 'Circles that see this list', 'largesse' ); ?></h3>
	<?php Template::print( 'owners/form-result', array( 'said' => $said, 'problem' => $problem ) ); ?>
	<?php if ( $is_draft ) : ?>
		<p class="largesse-mine__hint"><?php esc_html_e( 'Circles cannot see the list before you share it: choose under “Share” who may see it.', 'largesse' ); ?></p>
	<?php endif; ?>
	<ul class="largesse-mine__list">
		<?php foreach ( $circles as $circle ) : ?>
			<li>
				<p><a href="<?php echo esc_url( $circle['url'] ); ?>" dir="auto"><?php Escape::echo_escaped( $circle['name'] ); ?></a>
					<?php if ( $circle['close'] ) : ?>
						<?php /* translators: %s: name of a person. */ ?>
						<span class="largesse-mine__hint" dir="auto"><?php Escape::echo_escaped( str_replace( '%s', $circle['person'], __( 'shown as the list of %s', 'largesse' ) ) ); ?></span>
					<?php endif; ?>
				</p>
				<?php
				if ( $circle['close'] ) {
					CircleForms::print( $circle['close'], __( 'Close the list to this circle', 'largesse' ), $circle['name'] );
				}
				foreach ( $circle['choices'] as $choice ) {
					/* translators: %s: name of a person. */
					CircleForms::print( $choice['form'], '' === $choice['name'] ? __( 'Open as my list', 'largesse' ) : str_replace( '%s', $choice['name'], __( 'Open as the list of %s', 'largesse' ) ), $circle['name'] );
				}
				?>
			</li>
		<?php endforeach; ?>
	</ul>
</section>
