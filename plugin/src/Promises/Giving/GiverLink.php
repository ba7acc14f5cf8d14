<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Links\MyGifts;
use Largesse\Registries\Links\SecretParameters;

/**
 * Link that opens the gifts of an e-mail address for a day (rules: My gifts). The site stores the address until then,
 * and only a hash of the link's key.
 */
final class GiverLink {

	/** Kind of the records. The data contains the address; the time is the end of the link. */
	public const KIND = 'giver_link';

	/** Seconds for which a link opens the page. */
	public const LIFETIME = DAY_IN_SECONDS;

	/** Creates a link for an address, and returns its address; '' if other processes change too much. */
	public static function create( string $email ): string {
		$key    = bin2hex( random_bytes( 16 ) );
		$stored = Records::change(
			self::KIND,
			self::hash( $key ),
			static fn ( Record $now ): Record => $now->with( data: array( 'email' => $email ), time: time() + self::LIFETIME )
		);
		return is_wp_error( $stored ) ? '' : MyGifts::url( $key );
	}

	/** Returns the e-mail address that a sent key opens; '' for none. */
	public static function email( mixed $sent ): string {
		$key    = SecretParameters::key( $sent );
		$record = '' === $key ? null : Records::read( self::KIND, self::hash( $key ) );
		return null !== $record && $record->time > time() ? (string) ( $record->data['email'] ?? '' ) : '';
	}

	private static function hash( string $key ): string {
		return KeyedHash::of( "largesse-giver-link|{$key}" );
	}
}
