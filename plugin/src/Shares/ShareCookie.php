<?php
declare( strict_types=1 );

namespace Largesse\Shares;

use Largesse\Http\RegistryCookie;
use WP_Post;

/** Cookie with the shares that a visitor without an account has confirmed in this browser: the tokens of their links. */
final class ShareCookie {

	/** Beginning of the cookie's name; the registry's id follows. */
	private const COOKIE = 'largesse_guest_shares_';

	/** Checks whether the visitor has made a share. */
	public static function is_own( WP_Post $registry, array $share ): bool {
		return null === $share['giver_user_id'] ? in_array( ShareLink::token( $registry, $share['id'] ), self::tokens()->texts( $registry->ID ), true ) : get_current_user_id() === $share['giver_user_id'];
	}

	/** Adds a share to the cookie. Call it before any output. */
	public static function remember( WP_Post $registry, string $id ): void {
		self::tokens()->add( $registry->ID, ShareLink::token( $registry, $id ) );
	}

	private static function tokens(): RegistryCookie {
		return new RegistryCookie( self::COOKIE, 15, '/^[0-9a-fx]+$/D' );
	}
}
