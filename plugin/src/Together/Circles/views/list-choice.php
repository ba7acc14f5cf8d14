<?php
/**
 * Circles that may see a list, on the tab Share of the list.
 *
 * @var list<array<string, mixed>> $circles  Circles of the owner: `name`, `url`, `person` (name of the person whose
 *      list it is; empty if the list is closed), `close` (form that closes the list), `choices` (`name` of a person,
 *      empty for the owner; `form` that opens the list as that person's list), `folded` (more choices).
 * @var bool                       $is_draft Whether the list is a draft, which guests cannot see yet.
 * @var string                     $problem  Reason why a form was refused; may be empty.
 * @var string                     $said     Sentence about the result of a form; may be empty.
 *
 * @version 379c780b
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

// Before owners share a draft with a circle, they choose who else may see it.
$is_folded  = $is_draft && '' === $problem . $said && array() === array_filter( array_column( $circles, 'close' ) );
$print_open = static function ( string $circle, array $choices ): void {
	foreach ( $choices as $choice ) {
		$button = '' === $choice['name']
			/* translators: %s: name of a circle. */
			? str_replace( '%s', $circle, __( 'Share with “%s”', 'largesse' ) )
			/* translators: 1: name of a circle, 2: name of a person. */
			: str_replace( array( '%1$s', '%2$s' ), array( $circle, $choice['name'] ), __( 'Share with “%1$s” as the list of %2$s', 'largesse' ) );
		largesse_print_template( 'circles/form', array( 'form' => $choice['form'], 'button' => $button ) );
	}
};
?>
<?php if ( $is_folded ) : ?>
<details class="largesse-mine__card largesse-mine__fold">
	<summary><h3><?php esc_html_e( 'Share with a circle', 'largesse' ); ?></h3></summary>
	<div class="largesse-mine__folded">
<?php else : ?>
<section class="largesse-mine__card" aria-labelledby="largesse-list-circles">
	<h3 id="largesse-list-circles"><?php esc_html_e( 'Share with a circle', 'largesse' ); ?></h3>
<?php endif; ?>
	<?php largesse_print_template( 'owners/form-result', array( 'said' => $said, 'problem' => $problem ) ); ?>
	<?php if ( $is_draft ) : ?>
		<p class="largesse-mine__hint"><?php esc_html_e( 'A circle sees the list as soon as you share it. Choose above who else may see it.', 'largesse' ); ?></p>
	<?php endif; ?>
	<ul class="largesse-mine__list">
		<?php foreach ( $circles as $circle ) : ?>
			<li>
				<p><a href="<?php echo esc_url( $circle['url'] ); ?>"
					dir="auto"><?php echo largesse_html( $circle['name'] ); ?></a>
					<?php if ( $circle['close'] ) : ?>
						<span class="largesse-mine__hint"
							dir="auto"><?php
								/* translators: %s: name of a person. */
								echo largesse_html( str_replace( '%s', $circle['person'], __( 'shown as the list of %s', 'largesse' ) ) );
							?></span>
					<?php endif; ?>
				</p>
				<?php
				if ( $circle['close'] ) {
					/* translators: %s: name of a circle. */
					$button = str_replace( '%s', $circle['name'], __( 'No longer share with “%s”', 'largesse' ) );
					largesse_print_template( 'circles/form', array( 'form' => $circle['close'], 'button' => $button ) );
				}
				$print_open( $circle['name'], $circle['choices'] );
				?>
				<?php if ( $circle['folded'] ) : ?>
					<details class="largesse-mine__fold">
						<summary><?php esc_html_e( 'As the list of somebody you look after', 'largesse' ); ?></summary>
						<div class="largesse-mine__folded"><?php $print_open( $circle['name'], $circle['folded'] ); ?></div>
					</details>
				<?php endif; ?>
			</li>
		<?php endforeach; ?>
	</ul>
<?php if ( $is_folded ) : ?>
	</div>
</details>
<?php else : ?>
</section>
<?php endif; ?>
