<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\DataNote;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		// Runs before WordPress handles OPTIONS (priority 10).
		add_filter( 'rest_pre_dispatch', array( Routes::class, 'register_for_request' ), 0, 3 );
		add_filter( 'rest_post_dispatch', array( Routes::class, 'disable_caching' ), 10, 3 );
		add_filter( 'rest_request_after_callbacks', array( Routes::class, 'name_reason' ), 10, 3 );
		add_filter( 'rest_dispatch_request', array( WrittenBytes::class, 'limit_rest' ), 5, 2 );
		add_action( 'wp_logout', array( SignedCookie::class, 'forget_members' ) );
		add_action( 'wp_logout', array( BrowserKey::class, 'forget' ) );
		// WordPress runs this action once a day.
		add_action( 'delete_expired_transients', array( RateLimit::class, 'delete_expired' ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				RateLimit::KIND => new DataNote( 'times of recent gifts, mails, uploads and sign-ups, and the number of bytes that a member has sent, under a hash of the member, address or registry', 'nobody', 'a day is over' ),
			),
		);
	}
}
