<?php
/**
 * What the script of the page knows.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Pages\Price;
use Largesse\Rest\FieldMessages;

/**
 * Gives the script what it begins with: how it speaks to the site, the registry, and its texts, for scripts of this
 * kind have no translations of their own in the oldest supported WordPress.
 */
final class ScriptState {

	/** The script's store. */
	public const STORE = 'largesse/my-registries';

	/**
	 * Sends it with the page.
	 *
	 * @param string                    $here     Address of the page as it is.
	 * @param array<string, mixed>|null $registry The registry as RegistryView has it; null for none.
	 */
	public static function send( string $here, ?array $registry ): void {
		wp_interactivity_state(
			self::STORE,
			array(
				'access'   => array(
					'root'  => rest_url( 'largesse/v1' ),
					'nonce' => wp_create_nonce( 'wp_rest' ),
					'renew' => admin_url( 'admin-ajax.php?action=rest-nonce' ),
				),
				'pages'    => array(
					'login'    => wp_login_url( $here ),
					'overview' => OwnerPage::url(),
				),
				'prices'   => array(
					'locale'   => str_replace( '_', '-', determine_locale() ),
					'currency' => Price::currency(),
				),
				'registry' => $registry,
				'texts'    => self::words() + self::failures() + self::fields() + FieldMessages::for_script() + ItemCard::texts(),
			)
		);
	}

	/**
	 * What is said when something is done.
	 *
	 * @return array<string, string>
	 */
	private static function words(): array {
		return array(
			'public'         => ManageView::visibility( 'publish' ),
			'private'        => ManageView::visibility( 'private' ),
			'draft'          => ManageView::visibility( 'draft' ),
			'addTitle'       => __( 'Add a wish', 'largesse' ),
			'editTitle'      => __( 'Edit this wish', 'largesse' ),
			/* translators: %s: name of an item. */
			'added'          => __( '“%s” is on the list.', 'largesse' ),
			/* translators: %s: name of an item. */
			'saved'          => __( '“%s” is saved.', 'largesse' ),
			'detailsSaved'   => __( 'The details are saved.', 'largesse' ),
			/* translators: %s: name of an item. */
			'removed'        => __( '“%s” is removed.', 'largesse' ),
			/* translators: %s: name of an item. */
			'restored'       => __( '“%s” is back.', 'largesse' ),
			'undo'           => __( 'Undo', 'largesse' ),
			'again'          => __( 'Try again', 'largesse' ),
			'undone'         => __( 'Undone.', 'largesse' ),
			/* translators: 1: name of an item, 2: its place in the list, 3: how many there are. */
			'moved'          => __( '“%1$s” is number %2$s of %3$s now.', 'largesse' ),
			'orderSaved'     => __( 'The order is saved.', 'largesse' ),
			/* translators: %s: name of an item. */
			'isFirst'        => __( '“%s” is the first already.', 'largesse' ),
			/* translators: %s: name of an item. */
			'isLast'         => __( '“%s” is the last already.', 'largesse' ),
			/* translators: %s: a user name or an e-mail address. */
			'invited'        => __( '%s is invited.', 'largesse' ),
			/* translators: %s: user names and e-mail addresses, parted by commas. */
			'invitedMany'    => __( 'Now invited: %s.', 'largesse' ),
			/* translators: %s: a user name or an e-mail address. */
			'uninvited'      => __( '%s is not invited any more.', 'largesse' ),
			'uninviteLabel'  => InviteesPanel::remove_label(),
			'copied'         => __( 'The link is copied.', 'largesse' ),
			/* translators: %s: address of a registry. */
			'notCopied'      => __( 'Your browser does not let us copy. Here is the link: %s', 'largesse' ),
			/* translators: %s: title of a registry. */
			'deleteUncounted' => __( 'Delete “%s” for good? All its wishes go with it. This cannot be undone.', 'largesse' ),
			/* translators: 1: title of a registry, 2: how many items it has. */
			'deleteQuestion' => __( 'Delete “%1$s” for good? All its wishes (%2$s) go with it. This cannot be undone.', 'largesse' ),
			'changedLabel'   => __( 'Changed by somebody else', 'largesse' ),
			'removedLabel'   => __( 'Removed by somebody else', 'largesse' ),
			'keepMine'       => __( 'Keep mine', 'largesse' ),
			'takeTheirs'     => __( 'Take theirs', 'largesse' ),
			'addAgain'       => __( 'Add it again', 'largesse' ),
			'leaveIt'        => __( 'Leave it removed', 'largesse' ),
			/* translators: 1: how many are bought, 2: how many are wanted. */
			'surplus'        => __( 'You wish for %2$s. With this, %1$s would be bought.', 'largesse' ),
			'conflict'       => __( 'Somebody else changed this meanwhile. Nothing of yours is saved yet: choose which one is to stay.', 'largesse' ),
			'itemGone'       => __( 'Somebody removed this wish while you were writing. Add it again as you wrote it, or leave it removed?', 'largesse' ),
			/* translators: 1: name of an item, 2: how much of it is bought, as in "2 of 5 bought". */
			'boughtConflict' => __( 'Somebody else changed “%1$s” meanwhile: %2$s. Your number is not saved; please look and set it again.', 'largesse' ),
			'empty'          => __( '(empty)', 'largesse' ),
		);
	}

	/**
	 * What is said when something fails.
	 *
	 * @return array<string, string>
	 */
	private static function failures(): array {
		return array(
			'signedOut'  => __( 'You are not signed in any more. Nothing is lost: sign in in a new tab, come back and try again.', 'largesse' ),
			'offline'    => __( 'The site cannot be reached. Please check your connection and try again; what you wrote is still here.', 'largesse' ),
			'timeout'    => __( 'The site takes too long to answer. Please try again in a moment; what you wrote is still here.', 'largesse' ),
			'failed'     => __( 'Something went wrong on the site. Please try again; what you wrote is still here.', 'largesse' ),
			/* translators: %s: a sentence that says why. */
			'unsure'        => __( '%s We could not tell whether it was saved. Press the button again: we look first, so that nothing is there twice.', 'largesse' ),
			'why_offline'   => __( 'The site cannot be reached.', 'largesse' ),
			'why_timeout'   => __( 'The site takes too long to answer.', 'largesse' ),
			'why_failed'    => __( 'Something went wrong on the site.', 'largesse' ),
			'stillNotShown' => __( 'The wishes still cannot be shown.', 'largesse' ),
			'maybeMade'  => __( 'There is a new registry in your list: perhaps it is this one. Please look; press the button again only if it is not.', 'largesse' ),
			'changed'    => __( 'Somebody else changed the registry meanwhile. Please look at it and try again.', 'largesse' ),
			'wrong'      => __( 'Please look at the marked fields.', 'largesse' ),
		);
	}

	/**
	 * What the fields are called, where two versions are compared.
	 *
	 * @return array<string, string>
	 */
	private static function fields(): array {
		return array(
			'field_title'              => __( 'Title', 'largesse' ),
			'field_event_type'         => __( 'Occasion', 'largesse' ),
			'field_event_date'         => __( 'Date', 'largesse' ),
			'field_visibility'         => __( 'Who may see it?', 'largesse' ),
			'field_story'              => __( 'Story', 'largesse' ),
			'field_name'               => __( 'Name', 'largesse' ),
			'field_url'                => __( 'Address of the product', 'largesse' ),
			'field_retailer'           => __( 'Shop', 'largesse' ),
			'field_price'              => __( 'Price', 'largesse' ),
			'field_quantity_needed'    => __( 'How many are wanted', 'largesse' ),
			'field_quantity_purchased' => __( 'How many are bought', 'largesse' ),
			'field_description'        => __( 'Description', 'largesse' ),
			'field_image_url'          => __( 'Address of a picture', 'largesse' ),
		);
	}
}
