<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\Hook;
use Largesse\Http\Schema;
use Largesse\Registry\Access;
use Largesse\Registry\ConfirmedAddress;
use Largesse\Route;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	/** Hooks of WordPress and of the plugin that the feature uses. */
	public static function hooks(): array {
		return array(
			new Hook( 'user_register', array( AddressConfirmation::class, 'note_new' ) ),
			new Hook( 'profile_update', array( AddressConfirmation::class, 'note_change' ) ),
			new Hook( 'password_reset', array( AddressConfirmation::class, 'note_reset' ) ),
			// On a network, WordPress creates the account only after the activation key was used.
			new Hook( 'wpmu_activate_user', array( AddressConfirmation::class, 'note_activation' ) ),
			new Hook( 'wpmu_activate_blog', array( AddressConfirmation::class, 'note_activation' ) ),
			// After the plugin has granted it.
			new Hook( 'user_has_cap', array( AddressConfirmation::class, 'withhold' ), 20 ),
			new Hook( 'rest_post_dispatch', array( AddressConfirmation::class, 'tell_service' ) ),
			new Hook( 'login_url', array( ReturnAddress::class, 'keep_at_login' ) ),
			new Hook( 'login_url', array( ReturnAddress::class, 'leave_keys' ), 20 ),
			new Hook( 'logout_url', array( ReturnAddress::class, 'leave_keys' ), 20 ),
			new Hook( 'register_url', array( ReturnAddress::class, 'keep_at_registration' ) ),
			new Hook( 'lostpassword_url', array( ReturnAddress::class, 'keep_at_reset' ) ),
			new Hook( 'resetpass_form', array( ReturnAddress::class, 'print_field' ) ),
			new Hook( 'wp_new_user_notification_email', array( ReturnAddress::class, 'keep_in_first_mail' ) ),
			new Hook( 'retrieve_password_message', array( ReturnAddress::class, 'keep_in_mail' ) ),
		);
	}

	/** The route that confirms an address. */
	public static function routes(): array {
		return array(
			new Route(
				'POST',
				'/confirmation',
				array( ConfirmationRoute::class, 'send' ),
				array( Access::class, 'member' ),
				'Mails a link with which the caller confirms their e-mail address. Answers 202; 200 if it is confirmed already.',
				answer: array( 'confirmed' => Schema::boolean( 'True if the address is confirmed already.' ) )
			),
		);
	}

	/** Data that the feature stores in WordPress. */
	public static function stored(): StoredKeys {
		return new StoredKeys(
			user_meta: array( ConfirmedAddress::PENDING, AddressConfirmation::SENT ),
		);
	}
}
