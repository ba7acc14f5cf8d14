<?php
declare( strict_types=1 );

namespace Largesse\Together\Calendar;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\RenewableKey;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Links\SecretParameters;
use WP_Error;
use WP_User;

/** Address of a member's private calendar (rules: The calendar of a member). Its key can be renewed. */
final class CalendarKey {

	/** Kind of the records. The data contains the random number of the key, as RenewableKey stores it. */
	public const KIND = 'calendar';

	/** Parameter with the id of the member and the key. */
	public const PARAMETER = SecretParameters::CALENDAR;

	private const PURPOSE = 'largesse-member-calendar';

	/** Returns the address; '' if the member has no calendar. */
	public static function url( int $user_id ): string {
		$key = self::of( $user_id )->value();
		return null === $key ? '' : SecretParameters::link( home_url( '/' ), self::PARAMETER, "{$user_id}x{$key}" );
	}

	/** Returns the member whose calendar a sent token opens; null for none. */
	public static function user( mixed $token ): ?WP_User {
		list( $id, $key ) = SecretParameters::numbered_key( $token );
		$user             = self::of( $id )->matches( $key ) ? get_userdata( $id ) : false;
		// In a network, the account may have left this site.
		return $user && ( ! is_multisite() || is_user_member_of_blog( $id ) ) ? $user : null;
	}

	/** Creates a new address. An earlier address no longer works. */
	public static function renew( int $user_id ): ?WP_Error {
		$key    = RenewableKey::create( self::PURPOSE, self::subject( $user_id ), KeyedHash::of( ... ) );
		$stored = Records::change(
			self::KIND,
			$user_id,
			static fn ( Record $now ): Record => $now->with( data: array( 'key' => $key ), user: $user_id )
		);
		return is_wp_error( $stored ) ? $stored : null;
	}

	/** Ends the calendar. */
	public static function end( int $user_id ): ?WP_Error {
		return Records::delete( self::KIND, $user_id );
	}

	private static function of( int $user_id ): RenewableKey {
		return new RenewableKey(
			self::PURPOSE,
			self::subject( $user_id ),
			(string) ( Records::read( self::KIND, $user_id )->data['key'] ?? '' ),
			KeyedHash::of( ... )
		);
	}

	/** Returns an identifier of the member on this site of a network. */
	private static function subject( int $user_id ): string {
		return "{$user_id}@" . get_current_blog_id();
	}
}
