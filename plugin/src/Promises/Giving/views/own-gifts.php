<?php
/**
 * Notes about the gifts of the visitor, for the cards of wishes on a cached page. A script inserts each note into its
 * card.
 *
 * @var array<int, string> $notes HTML of `giving/own-gift` by id of the wish.
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<ul class="largesse-own">
	<?php foreach ( $notes as $item_id => $note ) : ?>
		<li data-item="<?php echo (int) $item_id; ?>"><?php Template::print_html( $note ); ?></li>
	<?php endforeach; ?>
</ul>
