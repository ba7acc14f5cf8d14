<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			// Runs before WordPress handles OPTIONS (priority 10).
			new Hook( 'rest_pre_dispatch', array( Routes::class, 'register_for_request' ), 0 ),
			new Hook( 'rest_post_dispatch', array( Routes::class, 'disable_caching' ) ),
			new Hook( 'wp_logout', array( SignedCookie::class, 'forget_members' ) ),
			// WordPress runs this action once a day.
			new Hook( 'delete_expired_transients', array( RateLimit::class, 'delete_expired' ) ),
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				RateLimit::KIND => new DataNote( 'times of recent gifts, mails, uploads and sign-ups, under a hash of the member, address or registry', 'nobody', 'a day is over' ),
			),
		);
	}
}
