<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Http\KeyedHash;
use Largesse\Invitations\LinkKey;
use Largesse\Links\SecretParameters;
use WP_Post;

/**
 * Link to a follower's own page, which confirms the address or ends the mails. The link's key depends on the follower's
 * id and the site's salts. So a copy of the database is not enough to compute the key.
 */
final class FollowerLink {

	/** Name of the parameter with the token. */
	public const PARAMETER = SecretParameters::FOLLOWER;

	/** Name of the parameter with which a one-click unsubscription (RFC 8058) ends the mails about all lists. */
	public const ALL = 'all';

	/** Purpose of a key that opens the follower's page. */
	private const PURPOSE = 'largesse-follower';

	/** Pattern of a token: the registry's id, the letter x, and the key. Other text may follow (SecretParameters). */
	private const TOKEN = '/^([1-9]\d{0,15})x(.*)/is';

	/** Returns the address of a follower's page. */
	public static function url( WP_Post $registry, Follower $follower, bool $is_for_all = false ): string {
		return add_query_arg( ( $is_for_all ? array( self::ALL => '1' ) : array() ) + array( self::PARAMETER => self::token( $registry, $follower ) ), home_url( '/' ) );
	}

	/** Returns a follower's token, which is valid for one purpose. */
	public static function token( WP_Post $registry, Follower $follower, string $purpose = self::PURPOSE ): string {
		return $registry->ID . 'x' . self::key( $registry, $follower, $purpose );
	}

	/**
	 * Finds the follower of a token; null if the token is wrong, or if the person no longer follows the registry.
	 *
	 * @return array{0: WP_Post, 1: Follower}|null
	 */
	public static function find( string $token, string $purpose = self::PURPOSE ): ?array {
		$registry = preg_match( self::TOKEN, $token, $part ) ? get_post( (int) $part[1] ) : null;
		if ( ! $registry instanceof WP_Post ) {
			return null;
		}
		$sent  = SecretParameters::key( $part[2] ?? '' );
		$found = null;
		foreach ( Followers::of( $registry->ID ) as $follower ) {
			if ( hash_equals( self::key( $registry, $follower, $purpose ), $sent ) ) {
				$found = array( $registry, $follower );
			}
		}
		return $found;
	}

	private static function key( WP_Post $registry, Follower $follower, string $purpose ): string {
		return KeyedHash::of( "{$purpose}|" . LinkKey::registry_identifier( $registry ) . "|{$follower->id}" );
	}
}
