<?php
/**
 * Circles that may see a list, on the tab Share of the list.
 *
 * @var list<array<string, mixed>> $circles  Circles of the owner: `name`, `url`, `person` (name of the person whose list it is; empty if the list is closed), `close` (form that closes the list), `choices` (`name` of a person, empty for the owner; `form` that opens the list as that person's list).
 * @var bool                       $is_draft Whether the list is a draft, which guests cannot see yet.
 * @var string                     $problem  Reason why a form was refused; may be empty.
 * @var string                     $said     Sentence about the result of a form; may be empty.
 *
 * @version 59150adc
 */

declare( strict_types=1 );

use Largesse\Together\Circles\CircleForms;
use Largesse\Foundation\Html\Escape;
use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card" aria-labelledby="largesse-list-circles">
	<h3 id="largesse-list-circles"><?php esc_html_e( 'Share with a circle', 'largesse' ); ?></h3>
	<?php Template::print( 'owners/form-result', array( 'said' => $said, 'problem' => $problem ) ); ?>
	<?php if ( $is_draft ) : ?>
		<p class="largesse-mine__hint"><?php esc_html_e( 'A circle sees the list as soon as you share it. Choose above who else may see it.', 'largesse' ); ?></p>
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
					/* translators: %s: name of a circle. */
					CircleForms::print( $circle['close'], str_replace( '%s', $circle['name'], __( 'No longer share with “%s”', 'largesse' ) ) );
				}
				foreach ( $circle['choices'] as $choice ) {
					CircleForms::print(
						$choice['form'],
						'' === $choice['name']
							/* translators: %s: name of a circle. */
							? str_replace( '%s', $circle['name'], __( 'Share with “%s”', 'largesse' ) )
							/* translators: 1: name of a circle, 2: name of a person. */
							: str_replace( array( '%1$s', '%2$s' ), array( $circle['name'], $choice['name'] ), __( 'Share with “%1$s” as the list of %2$s', 'largesse' ) )
					);
				}
				?>
			</li>
		<?php endforeach; ?>
	</ul>
</section>
