<?php
/**
 * Wishes of a registry under their headings. The controls are above the wishes, and the closed dialog for gifts is
 * below them.
 *
 * The page contains all wishes. Wishes that the guest has filtered out are hidden, so that a script can show them
 * again.
 *
 * @var array<string, mixed>|null $controls Data of `guests/list-controls`; null if there is nothing to choose.
 * @var list<array{number: int, title: string, shown: int, cards: list<array<string, mixed>>}> $groups Headings with the
 *      data of their cards. The first entry is for wishes without a heading.
 * @var int $level Level of the headings.
 * @var bool $is_told Whether the page may show remaining quantities.
 * @var bool $has_links Whether links lead to the headings.
 * @var bool $is_sorted Whether the guest has sorted the wishes.
 * @var bool $is_none Whether guests have given every wish.
 * @var string $own_gifts Address that returns the visitor's own gifts; empty for none.
 * @var string $public_url Address of the public list, from which a script updates the cards; empty if this visitor sees
 *      another list.
 *
 * @version eaeeb2b3
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

if ( $controls ) {
	largesse_print_template( 'guests/list-controls', $controls );
}
?>
<?php if ( $has_links ) : ?>
	<nav class="largesse-jump" aria-label="<?php esc_attr_e( 'What is on the list', 'largesse' ); ?>"<?php echo $is_sorted ? ' hidden' : ''; ?>>
		<ul role="list">
			<?php foreach ( array_slice( $groups, 1 ) as $group ) : ?>
				<li<?php echo $group['shown'] > 0 ? '' : ' hidden'; ?>>
					<a href="#largesse-heading-<?php echo (int) $group['number']; ?>"
						dir="auto"><?php echo largesse_text( $group['title'] ); ?></a>
				</li>
			<?php endforeach; ?>
		</ul>
	</nav>
<?php endif; ?>
<?php foreach ( $groups as $group ) : ?>
	<?php if ( count( $groups ) > 1 ) : ?>
		<section class="largesse-group"
			aria-labelledby="largesse-heading-<?php echo (int) $group['number']; ?>"<?php
			echo $group['shown'] > 0 ? '' : ' hidden';
		?>>
			<?php if ( 0 === $group['number'] ) : ?>
				<h<?php echo (int) $level; ?> class="largesse-unseen"
					id="largesse-heading-0"><?php esc_html_e( 'Wishes', 'largesse' ); ?></h<?php echo (int) $level; ?>>
			<?php else : ?>
				<h<?php echo (int) $level; ?> class="largesse-group__title wp-exclude-emoji"
					id="largesse-heading-<?php echo (int) $group['number']; ?>"
					dir="auto"><?php echo largesse_text( $group['title'] ); ?></h<?php echo (int) $level; ?>>
			<?php endif; ?>
	<?php endif; ?>
	<ul class="largesse-wishes" role="list">
		<?php
		largesse_print_template(
			'guests/item-cards',
			array(
				'cards'   => $group['cards'],
				'level'   => count( $groups ) > 1 ? $level + 1 : $level,
				'is_told' => $is_told,
			)
		);
		?>
	</ul>
	<?php if ( count( $groups ) > 1 ) : ?>
		</section>
	<?php endif; ?>
<?php endforeach; ?>
<p class="largesse-notice is-drawn largesse-registry__none"<?php echo $is_none ? '' : ' hidden'; ?>><?php esc_html_e( 'Every wish has been granted. Thank you!', 'largesse' ); ?></p>
<?php // A script shows the form of a gift in the dialog. Without scripts, links lead to the form on its own page. ?>
<dialog class="largesse-dialog" aria-label="<?php esc_attr_e( 'Give a gift', 'largesse' ); ?>"
	data-unknown="<?php esc_attr_e( 'We do not know whether this arrived. Press the button again. Your gift will not be counted twice.', 'largesse' ); ?>"
	data-unopened="<?php esc_attr_e( 'The form could not be loaded, so nothing was sent. Close this window and try again in a moment.', 'largesse' ); ?>"<?php
	if ( '' !== $own_gifts ) :
		?> data-own="<?php echo esc_url( $own_gifts ); ?>"<?php
	endif;
	?> data-found="<?php esc_attr_e( 'Already given', 'largesse' ); ?>"
	data-removed="<?php esc_attr_e( 'No longer on the list', 'largesse' ); ?>"<?php
	if ( '' !== $public_url ) :
		?> data-public="<?php echo esc_url( $public_url ); ?>"<?php
	endif;
?>>
	<button type="button" class="largesse-dialog__close" aria-label="<?php esc_attr_e( 'Close', 'largesse' ); ?>">×</button>
	<div class="largesse-dialog__body"></div>
	<div class="largesse-dialog__wait" role="status" hidden><p><?php esc_html_e( 'One moment …', 'largesse' ); ?></p></div>
</dialog>
