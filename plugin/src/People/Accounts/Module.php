<?php
declare( strict_types=1 );

namespace Largesse\People\Accounts;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Schema;
use Largesse\Registries\Registry\Access;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Route;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		add_action( 'user_register', array( AddressConfirmation::class, 'mark_new_account' ) );
		add_action( 'profile_update', array( AddressConfirmation::class, 'mark_changed_address' ), 10, 2 );
		add_action( 'password_reset', array( AddressConfirmation::class, 'confirm_after_reset' ) );
		// On a network, WordPress creates the account only after the activation key was used.
		add_action( 'wpmu_activate_user', array( AddressConfirmation::class, 'confirm_after_activation' ), 10, 2 );
		add_action( 'wpmu_activate_blog', array( AddressConfirmation::class, 'confirm_after_activation' ), 10, 2 );
		// Runs after the plugin has granted capabilities.
		add_filter( 'largesse_may_publish', array( AddressConfirmation::class, 'may_publish' ), 10, 2 );
		add_filter( 'rest_post_dispatch', array( AddressConfirmation::class, 'add_service_header' ), 10, 3 );
		add_filter( 'rest_user_query', array( AddressConfirmation::class, 'exclude_unconfirmed' ), 10, 2 );
		if ( Request::has( 'largesse-sign-up' ) ) {
			add_action( 'template_redirect', Services::callback( SignUpPage::class, 'answer' ), 2 );
		}
		if ( Request::has( 'largesse-confirm' ) ) {
			add_action( 'template_redirect', Services::callback( SignUpConfirmation::class, 'answer' ), 2 );
		}
		if ( Request::has_input() ) {
			add_filter( 'login_url', array( ReturnAddress::class, 'add_to_login_link' ), 10, 2 );
			add_filter( 'login_url', array( ReturnAddress::class, 'remove_keys' ), 20, 2 );
			add_filter( 'logout_url', array( ReturnAddress::class, 'remove_keys' ), 20, 2 );
		}
		add_filter( 'register_url', array( ReturnAddress::class, 'replace_registration_link' ) );
		if ( Request::has_input() ) {
			add_filter( 'lostpassword_url', array( ReturnAddress::class, 'add_to_reset_link' ), 10, 2 );
			add_action( 'resetpass_form', array( ReturnAddress::class, 'print_field' ) );
			add_filter( 'retrieve_password_message', array( ReturnAddress::class, 'add_to_reset_mail' ) );
		}
	}

	public static function routes(): array {
		return array(
			new Route(
				'POST',
				'/confirmation',
				array( AddressConfirmation::class, 'send_again' ),
				array( Access::class, 'member' ),
				'Mails a link with which the caller confirms their e-mail address. Answers 202, or 200 if the address is confirmed already.',
				answer: array( 'confirmed' => Schema::boolean( 'True if the address is confirmed already.' ) )
			),
		);
	}

	public static function mails(): array {
		return array(
			AddressConfirmation::class => array(
				AddressConfirmation::MAIL => 'To the address of a sign-up, or of an unconfirmed account: a link that confirms the address; also to the new address of an account. If the address of a sign-up, or the new address, has an account already: links to sign in.',
			),
		);
	}

	public static function open_mails(): array {
		return array( AddressConfirmation::MAIL );
	}

	public static function personal_data(): array {
		return array( PendingSignUps::GROUP => PendingSignUps::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			user_meta: array(
				ConfirmedAddress::PENDING => DataNote::of_members( 'a random text, while the e-mail address of the account is unconfirmed', 'nobody', 'the address is confirmed' ),
			),
			records: array(
				PendingSignUps::KIND => new DataNote( 'a sign-up: e-mail address, and until the confirmation also the name and a hash of the password', 'nobody', 'a day is over' ),
			),
		);
	}

	public static function offered_classes(): array {
		return array( AccountChanges::class, AccountRules::class, AddressConfirmation::class, Registration::class );
	}
}
