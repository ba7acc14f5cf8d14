<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use Largesse\Foundation\Service\ConnectedSite;
use Throwable;

/**
 * Passes mails to WordPress. All mails of the plugin leave here, and none leaves a copy of a site (rules: A copied
 * site).
 */
final class Outbox {

	/** @param list<string> $headers Headers of the mail. @return bool True if WordPress has accepted the mail. */
	public static function send( string $to, string $subject, string $content, array $headers = array() ): bool {
		if ( ConnectedSite::is_copy() ) {
			return false;
		}
		try {
			// Pass the address in an array, because WordPress splits a string at commas.
			return (bool) wp_mail( array( $to ), $subject, $content, $headers );
		} catch ( Throwable ) {
			return false;
		}
	}
}
