<?php
/**
 * The items of a registry, for its owner.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Admin\PlainText;

/**
 * Prints the list of items, and the dialog in which one is written.
 */
final class WishesPanel {

	/**
	 * Prints the panel.
	 *
	 * @param array<string, mixed> $registry The registry as RegistryView has it.
	 */
	public static function show( array $registry ): void {
		?>
		<section class="largesse-mine__wishes" aria-labelledby="largesse-wishes">
			<div class="largesse-mine__section-head">
				<h3 id="largesse-wishes" tabindex="-1"><?php esc_html_e( 'Wishes', 'largesse' ); ?> <span class="largesse-mine__number" data-wp-bind--hidden="state.itemsError" data-wp-text="state.itemCount"<?php echo '' === $registry['items_error'] ? '' : ' hidden'; ?>><?php echo esc_html( (string) count( $registry['items'] ) ); ?></span></h3>
				<?php Markup::button( __( 'Add a wish', 'largesse' ), 'openItem', 'plain' ); ?>
			</div>
			<div class="largesse-mine__problem" role="alert"<?php echo '' === $registry['items_error'] ? ' hidden' : ''; ?> data-wp-bind--hidden="!state.itemsError">
				<p data-wp-text="state.itemsError"><?php PlainText::show( $registry['items_error'] ); ?></p>
				<?php Markup::button( __( 'Try again', 'largesse' ), 'reload' ); ?>
			</div>
			<?php Markup::empty_place( __( 'Nothing is wished for yet. Add the first wish: a name and the address of a shop are enough.', 'largesse' ), '!state.isEmpty', '', ! $registry['items'] && '' === $registry['items_error'] ); ?>
			<ul class="largesse-mine__items" data-wp-init="callbacks.makeSortable">
				<template data-wp-each="state.items" data-wp-each-key="context.item.id"><?php ItemCard::show( null ); ?></template><?php array_map( ItemCard::show( ... ), $registry['items'] ); ?>
			</ul>
		</section>
		<?php
	}

	/**
	 * Prints the question whether really more is bought than is wanted.
	 */
	public static function surplus_dialog(): void {
		?>
		<dialog class="largesse-mine__dialog largesse-mine__dialog--small" role="alertdialog" aria-labelledby="largesse-surplus-title" aria-describedby="largesse-surplus-question" data-largesse-dialog="surplus" data-wp-on--close="actions.settleSurplus">
			<?php Markup::dialog_head( 'largesse-surplus-title', __( 'More than you wish for?', 'largesse' ) ); ?>
			<p id="largesse-surplus-question" data-wp-text="state.surplusQuestion"></p>
			<div class="largesse-mine__buttons">
				<?php
				Markup::button( __( 'Yes, that is right', 'largesse' ), 'agreeSurplus', 'plain' );
				Markup::button( __( 'No, go back', 'largesse' ), 'close' );
				?>
			</div>
		</dialog>
		<?php
	}

	/**
	 * Prints the dialog.
	 */
	public static function dialog(): void {
		?>
		<dialog class="largesse-mine__dialog" aria-labelledby="largesse-item-title" data-largesse-dialog="item">
			<?php Markup::dialog_head( 'largesse-item-title', __( 'Add a wish', 'largesse' ), 'state.itemTitle' ); ?>
			<form class="largesse-mine__form" method="dialog" autocomplete="off" novalidate <?php Markup::context( array( 'form' => 'item' ) ); ?> data-wp-on--submit="actions.submit" data-largesse-form="item">
				<?php
				Field::show( 'item', 'name', __( 'Name', 'largesse' ), '', '', Field::NEEDED + Field::WORDS );
				Field::show( 'item', 'url', __( 'Address of the product', 'largesse' ), '', __( 'Copy it from the shop’s page.', 'largesse' ), Field::NEEDED + Field::ADDRESS );
				echo '<div class="largesse-mine__pair">';
				Field::show( 'item', 'retailer', __( 'Shop', 'largesse' ), '', '', Field::WORDS );
				Field::show( 'item', 'price', __( 'Price', 'largesse' ), '', '', Field::PRICE );
				Field::show( 'item', 'quantity_needed', __( 'How many are wanted', 'largesse' ), '1', '', Field::COUNT );
				Field::show( 'item', 'quantity_purchased', __( 'How many are bought', 'largesse' ), '0', '', Field::COUNT );
				echo '</div>';
				Field::show( 'item', 'description', __( 'Description', 'largesse' ), '', __( 'Size, colour, or why you wish for it.', 'largesse' ), Field::LINES );
				Field::show( 'item', 'image_url', __( 'Address of a picture', 'largesse' ), '', '', Field::ADDRESS );
				Conflict::show();
				Markup::message();
				?>
				<div class="largesse-mine__buttons">
					<?php
					Markup::submit( __( 'Save wish', 'largesse' ), __( 'Saving …', 'largesse' ) );
					Markup::button( __( 'Cancel', 'largesse' ), 'cancel' );
					?>
				</div>
			</form>
		</dialog>
		<?php
	}
}
