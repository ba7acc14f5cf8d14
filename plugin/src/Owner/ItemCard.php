<?php
/**
 * A wish, as its owner sees it.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Admin\PlainText;
use Largesse\Pages\Picture;

/**
 * Prints an item with what can be done to it. The script makes cards from the same markup: what is printed for an
 * item here, it puts there from its own state.
 */
final class ItemCard {

	/** An item of which nothing is known: the form of the cards that the script makes. */
	private const BLANK = array(
		'id'                 => 0,
		'name'               => '',
		'description'        => '',
		'retailer'           => '',
		'image_url'          => '',
		'price_text'         => '',
		'quantity_needed'    => 1,
		'quantity_purchased' => 0,
		'status_text'        => '',
		'is_complete'        => false,
		'gift_url'           => '',
	);

	/** What binds a card to its item. WordPress 6.5 takes it amiss on one that the server printed. */
	private const BOUND = 'data-wp-bind--data-item="context.item.id" data-wp-class--is-complete="context.item.is_complete" data-wp-class--is-busy="state.isItemBusy"';

	/**
	 * Prints the card.
	 *
	 * @param array<string, mixed>|null $item The item as RegistryView has it; null for the form of all cards.
	 */
	public static function show( ?array $item ): void {
		$is_blank = null === $item;
		$item     = ( $item ?? array() ) + self::BLANK;
		$name     = $item['name'];
		$picture  = Picture::address( $item );
		?>
		<li class="largesse-mine__item<?php echo $item['is_complete'] ? ' is-complete' : ''; ?>" data-item="<?php echo esc_attr( (string) $item['id'] ); ?>" <?php echo $is_blank ? self::BOUND : 'data-wp-each-child'; // phpcs:ignore WordPress.Security.EscapeOutput -- Both are constant. ?>>
			<button type="button" class="largesse-mine__handle" aria-label="<?php PlainText::show( self::named( 'handleLabel', $name ) ); ?>" data-wp-bind--aria-label="state.handleLabel" data-wp-on--keydown="actions.moveByKey"><span aria-hidden="true"></span></button>
			<div class="largesse-mine__picture largesse-picture" aria-hidden="true">
				<?php // phpcs:ignore PluginCheck.CodeAnalysis.ImageFunctions.NonEnqueuedImage -- It lies on the shop's server, and not among the site's media. ?>
				<img alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" width="160" height="160"<?php Markup::attributes( '' === $picture ? array( 'hidden' => '' ) : array( 'src' => esc_url_raw( $picture, array( 'http', 'https' ) ) ) ); ?> data-wp-on--error="actions.hidePicture" data-wp-watch="callbacks.showPicture">
			</div>
			<div class="largesse-mine__about">
				<h4 class="largesse-mine__name" dir="auto" data-wp-text="context.item.name"><?php PlainText::show( $name ); ?></h4>
				<p class="largesse-mine__facts"><span class="largesse-mine__price" data-wp-text="context.item.price_text"><?php PlainText::show( $item['price_text'] ); ?></span> <a class="largesse-mine__shop" target="_blank" rel="noopener" href="<?php echo esc_url( $item['gift_url'] ); ?>" data-wp-bind--href="context.item.gift_url" data-wp-text="state.shop"><?php PlainText::show( '' === $item['retailer'] ? __( 'Shop', 'largesse' ) : $item['retailer'] ); ?></a></p>
				<p class="largesse-mine__status"><span class="largesse-mine__bar" aria-hidden="true"><span style="<?php echo esc_attr( self::share( $item ) ); ?>" data-wp-bind--style="state.share"></span></span> <span data-wp-text="context.item.status_text"><?php PlainText::show( $item['status_text'] ); ?></span></p>
			</div>
			<div class="largesse-mine__bought" role="group" aria-label="<?php PlainText::show( self::named( 'boughtLabel', $name ) ); ?>" data-wp-bind--aria-label="state.boughtLabel">
				<button type="button" class="largesse-mine__step" aria-label="<?php PlainText::show( self::named( 'lessLabel', $name ) ); ?>" data-wp-bind--aria-label="state.lessLabel" data-wp-bind--aria-disabled="!state.bought" data-wp-on--click="actions.boughtLess"><span aria-hidden="true">−</span></button>
				<span class="largesse-mine__count"><span data-wp-text="state.bought"><?php echo esc_html( (string) $item['quantity_purchased'] ); ?></span> <span class="largesse-mine__count-word"><?php esc_html_e( 'bought', 'largesse' ); ?></span></span>
				<button type="button" class="largesse-mine__step" aria-label="<?php PlainText::show( self::named( 'moreLabel', $name ) ); ?>" data-wp-bind--aria-label="state.moreLabel" data-wp-on--click="actions.boughtMore"><span aria-hidden="true">+</span></button>
			</div>
			<div class="largesse-mine__tools">
				<?php
				self::tool( __( 'Edit', 'largesse' ), 'editLabel', $name, 'openItem' );
				self::tool( __( 'Remove', 'largesse' ), 'removeLabel', $name, 'removeItem' );
				self::arrow( 'up', 'upLabel', $name, 'moveUp' );
				self::arrow( 'down', 'downLabel', $name, 'moveDown' );
				?>
			</div>
		</li>
		<?php
	}

	/**
	 * The words of the card, for the script as well.
	 *
	 * @return array<string, string>
	 */
	public static function texts(): array {
		return array(
			/* translators: %s: name of an item; for a handle that arrow keys and the mouse move. */
			'handleLabel' => __( 'Move %s: arrow up and down', 'largesse' ),
			/* translators: %s: name of an item. */
			'boughtLabel' => __( 'Bought of %s', 'largesse' ),
			/* translators: %s: name of an item. */
			'lessLabel'   => __( 'One less bought of %s', 'largesse' ),
			/* translators: %s: name of an item. */
			'moreLabel'   => __( 'One more bought of %s', 'largesse' ),
			/* translators: %s: name of an item. */
			'editLabel'   => __( 'Edit %s', 'largesse' ),
			/* translators: %s: name of an item. */
			'upLabel'     => __( 'Move up: %s', 'largesse' ),
			/* translators: %s: name of an item. */
			'downLabel'   => __( 'Move down: %s', 'largesse' ),
			/* translators: %s: name of an item. */
			'removeLabel' => __( 'Remove %s', 'largesse' ),
			'shop'        => __( 'Shop', 'largesse' ),
		);
	}

	/**
	 * Prints a button of the card.
	 *
	 * @param string $text   What is seen.
	 * @param string $label  What it is called: a key of `texts()`.
	 * @param string $name   Name of the item.
	 * @param string $action Name of the script's action.
	 */
	private static function tool( string $text, string $label, string $name, string $action ): void {
		?>
		<button type="button" class="largesse-mine__tool" aria-label="<?php PlainText::show( self::named( $label, $name ) ); ?>" data-wp-bind--aria-label="state.<?php echo esc_attr( $label ); ?>" data-wp-on--click="actions.<?php echo esc_attr( $action ); ?>"><span><?php echo esc_html( $text ); ?></span></button>
		<?php
	}

	/**
	 * Prints a button with an arrow.
	 *
	 * @param string $way    up or down.
	 * @param string $label  What it is called: a key of `texts()`.
	 * @param string $name   Name of the item.
	 * @param string $action Name of the script's action.
	 */
	private static function arrow( string $way, string $label, string $name, string $action ): void {
		?>
		<button type="button" class="largesse-mine__arrow largesse-mine__arrow--<?php echo esc_attr( $way ); ?>" aria-label="<?php PlainText::show( self::named( $label, $name ) ); ?>" data-wp-bind--aria-label="state.<?php echo esc_attr( $label ); ?>" data-wp-on--click="actions.<?php echo esc_attr( $action ); ?>"><span aria-hidden="true"></span></button>
		<?php
	}

	/**
	 * How full the bar is.
	 *
	 * @param array<string, mixed> $item The item.
	 */
	private static function share( array $item ): string {
		$needed = max( 1, $item['quantity_needed'] );
		return '--largesse-share:' . round( 100 * min( 1, $item['quantity_purchased'] / $needed ) ) . '%';
	}

	/**
	 * A label with the name of the item. Not by sprintf(): neither a translation nor a name may break it.
	 *
	 * @param string $label Key of `texts()`.
	 * @param string $name  Name of the item.
	 */
	private static function named( string $label, string $name ): string {
		return str_replace( '%s', $name, self::texts()[ $label ] );
	}
}
