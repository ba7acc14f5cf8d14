<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use WpOrg\Requests\Exception;
use WpOrg\Requests\IdnaEncoder;

/**
 * E-mail addresses, with one rule for the site and the API (rules: Text). Domains may have letters of any script. The
 * site uses their ASCII form (Punycode), as WordPress and mail servers do.
 */
final class MailAddress {

	/** Returns a valid address with its domain in ASCII; '' for any other text. */
	public static function of( string $typed ): string {
		return 1 === preg_match( Rules::EMAIL, $typed ) ? self::ascii( $typed ) : '';
	}

	/** Returns an address with its domain in ASCII. Other texts stay unchanged. */
	public static function ascii( string $address ): string {
		$at     = (int) strrpos( $address, '@' );
		$domain = substr( $address, $at + 1 );
		if (
			0 === $at
			|| 1 !== preg_match( '/[^\x00-\x7F]/', $domain )
			|| 1 !== preg_match( '/^[\p{L}\p{M}\p{N}.-]*$/Du', $domain )
		) {
			return $address;
		}
		try {
			$ascii = substr( $address, 0, $at + 1 ) . IdnaEncoder::encode( mb_strtolower( $domain, 'UTF-8' ) );
		} catch ( Exception ) {
			return $address;
		}
		return strlen( $ascii ) <= Rules::MAX_GIVER_EMAIL_CHARS ? $ascii : $address;
	}
}
