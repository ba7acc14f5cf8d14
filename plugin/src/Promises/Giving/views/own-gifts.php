<?php
/**
 * Notes about the gifts of the visitor, for the cards of wishes on a cached page. A script inserts each note into its
 * card, and renames the card's button.
 *
 * @var array<int, string> $notes HTML of `giving/own-gift` by id of the wish.
 *
 * @version 2a21b11e
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<ul class="largesse-own" data-again="<?php esc_attr_e( 'Give another one', 'largesse' ); ?>">
	<?php foreach ( $notes as $item_id => $note ) : ?>
		<li data-item="<?php echo (int) $item_id; ?>"><?php largesse_print_html( $note ); ?></li>
	<?php endforeach; ?>
</ul>
