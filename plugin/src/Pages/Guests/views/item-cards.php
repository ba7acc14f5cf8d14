<?php
/**
 * Cards of wishes on the page of a registry.
 *
 * A script filters and sorts the cards by their `data-` attributes. The card itself is not a link to the gift form.
 * Otherwise, owners who are not logged in could open the form by mistake and see how many pieces guests give.
 *
 * One template prints all cards, because long lists have hundreds of cards.
 *
 * @var int                        $level   Heading level of the names.
 * @var bool                       $is_told Whether the page may show remaining quantities.
 * @var list<array<string, mixed>> $cards   Data of each card:
 *      - `item`: the wish, as the service describes it
 *      - `place`: position in the owner's order, from 0
 *      - `group`: number of the wish's heading, from 1; 0 for none
 *      - `is_shown`: whether the card is visible
 *      - `is_open`: whether pieces are still wanted; always true if the page must not reveal this
 *      - `is_most`: whether the owner has marked the wish as most wanted
 *      - `picture`: address of the picture; empty for none
 *      - `shop`: name of the shop; may be empty
 *      - `description`: description by the owner; may be empty
 *      - `price`: price with currency; empty for none
 *      - `compared`: price that filters and orders compare, as a number; empty for none
 *      - `fields`: fields that other plugins add, by name, each with `label` and `text`
 *      - `remaining`: HTML of `giving/remaining`; may be empty
 *      - `is_shared`: whether guests have promised parts of the wish
 *      - `note`: HTML that only this visitor sees, about the visitor's own gifts of the wish; empty for none
 *      - `give_url`: address of the gift form; empty if the wish cannot be given
 *      - `shop_url`: address that leads to the shop; empty for none
 *
 * @version a057a8e5
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.Security.EscapeOutput -- These texts and the HTML of other templates are escaped.
$give  = esc_html__( 'I’ll give this', 'largesse' );
$again = esc_html__( 'Give another one', 'largesse' );
$part  = esc_html__( 'Give a part', 'largesse' );
$shop  = esc_html__( 'Go to the shop', 'largesse' );
$more  = esc_html__( 'More', 'largesse' );
?>
<?php foreach ( $cards as $card ) : ?>
	<?php $name = largesse_text( (string) $card['item']['name'] ); ?>
	<li class="largesse-item<?php echo $card['is_open'] ? '' : ' is-complete'; ?>"
		data-item="<?php echo (int) $card['item']['id']; ?>"
		data-place="<?php echo (int) $card['place']; ?>"
		data-price="<?php echo esc_attr( $card['compared'] ); ?>"<?php
		echo '' === $card['other_price'] ? '' : ' data-other-price="' . esc_attr( $card['other_price'] ) . '"';
		echo $is_told && $card['is_open'] ? ' data-open' : '';
		echo $card['group'] > 0 ? ' data-group="' . (int) $card['group'] . '"' : '';
		echo $card['is_most'] ? ' data-most' : '';
		echo $card['is_shown'] ? '' : ' hidden';
	?>>
		<?php largesse_print_template( 'html/picture', array( 'address' => $card['picture'] ) ); ?>
		<div class="largesse-item__text">
			<h<?php echo (int) $level; ?> class="largesse-item__name"
				dir="auto"><?php echo $name; ?></h<?php echo (int) $level; ?>>
			<?php if ( $card['is_most'] && $card['is_open'] ) : ?>
				<p class="largesse-item__most"><?php esc_html_e( 'Most wanted', 'largesse' ); ?></p>
			<?php endif; ?>
			<?php if ( '' !== $card['shop'] ) : ?>
				<p class="largesse-item__shop" dir="auto"><?php echo nl2br( largesse_text( $card['shop'] ) ); ?></p>
			<?php endif; ?>
			<?php if ( '' !== $card['description'] || array() !== $card['fields'] ) : ?>
				<?php
				// Phones with two cards in a row hide the description and the fields until the visitor presses this
				// button. A details element for each card would make sorting slow.
				?>
				<button type="button" class="largesse-item__more"
					popovertarget="largesse-more-<?php echo (int) $card['item']['id']; ?>"><?php
					echo $more;
				?><span class="largesse-unseen"> – <bdi><?php echo $name; ?></bdi></span></button>
				<div class="largesse-item__details" id="largesse-more-<?php echo (int) $card['item']['id']; ?>" popover>
					<?php if ( '' !== $card['description'] ) : ?>
						<p class="largesse-item__description" dir="auto"><?php echo nl2br( largesse_text( $card['description'] ) ); ?></p>
					<?php endif; ?>
					<?php if ( array() !== $card['fields'] ) : ?>
						<dl class="largesse-item__fields">
							<?php foreach ( $card['fields'] as $field ) : ?>
								<dt><?php echo largesse_text( $field['label'] ); ?></dt>
								<dd dir="auto"><?php echo largesse_text( $field['text'] ); ?></dd>
							<?php endforeach; ?>
						</dl>
					<?php endif; ?>
				</div>
			<?php endif; ?>
		</div>
		<div class="largesse-item__foot">
			<?php if ( '' !== $card['price'] ) : ?>
				<p class="largesse-item__price"><bdi><?php echo esc_html( $card['price'] ); ?></bdi></p>
			<?php endif; ?>
			<?php echo $card['remaining'] . $card['note']; ?>
			<?php if ( '' !== $card['give_url'] . $card['shop_url'] ) : ?>
				<p class="largesse-item__go">
					<?php if ( '' !== $card['give_url'] ) : ?>
						<a class="largesse-item__give wp-element-button" href="<?php largesse_print_address( $card['give_url'] ); ?>"
							rel="nofollow"<?php echo $card['is_shared'] ? ' data-part' : ''; ?>><?php
						if ( $card['is_shared'] ) {
							echo $part;
						} elseif ( '' === $card['note'] ) {
							echo $give;
						} else {
							echo $again;
						}
						?><span class="largesse-unseen"> – <bdi><?php echo $name; ?></bdi></span></a>
					<?php endif; ?>
					<?php if ( '' !== $card['shop_url'] ) : ?>
						<a class="largesse-item__link wp-element-button" href="<?php largesse_print_address( $card['shop_url'] ); ?>"
							rel="nofollow sponsored"><?php echo $shop; ?><span class="largesse-unseen"> – <bdi><?php
							echo $name;
						?></bdi></span></a>
					<?php endif; ?>
				</p>
			<?php endif; ?>
		</div>
	</li>
<?php endforeach; ?>
