<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Http\KeyedHash;
use Largesse\Invitations\LinkKey;
use Largesse\Links\SecretParameters;
use WP_Post;

/** Link to the page of a follower. Its key also needs the site's salts, so a copy of the database is not enough. */
final class FollowerLink {

	public const PARAMETER = SecretParameters::FOLLOWER;

	/** Name of the parameter with which a one-click unsubscription (RFC 8058) ends the mails about all lists. */
	public const ALL = 'all';

	/** Purpose of a key that opens the follower's page. */
	private const PURPOSE = 'largesse-follower';

	public static function url( WP_Post $registry, Follower $follower, bool $is_for_all = false ): string {
		return SecretParameters::link( home_url( '/' ), self::PARAMETER, self::token( $registry, $follower ), $is_for_all ? array( self::ALL => '1' ) : array() );
	}

	/** Returns a follower's token, which is valid for one purpose: the registry's id, the letter x, and the key. */
	public static function token( WP_Post $registry, Follower $follower, string $purpose = self::PURPOSE ): string {
		return $registry->ID . 'x' . self::key( $registry, $follower, $purpose );
	}

	/** @return array{0: WP_Post, 1: Follower}|null Null if the token is invalid. */
	public static function find( mixed $token, string $purpose = self::PURPOSE ): ?array {
		list( $id, $sent ) = SecretParameters::numbered_key( $token );

		$registry = 0 === $id ? null : get_post( $id );
		if ( ! $registry instanceof WP_Post ) {
			return null;
		}
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
