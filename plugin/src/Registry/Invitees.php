<?php
/**
 * The invitees of a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;
use WP_User;

/**
 * Who is invited to a registry: an entry with "@" names an e-mail address, any other a user name, compared without
 * regard to case. So nobody gets in by registering somebody's e-mail address as a user name.
 */
final class Invitees {

	/**
	 * Keeps the entries.
	 *
	 * @param list<string> $entries Normalized entries.
	 */
	private function __construct( private readonly array $entries ) {}

	/**
	 * The invitees of a registry. A list that cannot be read invites nobody.
	 *
	 * @param WP_Post $registry The registry.
	 */
	public static function of( WP_Post $registry ): self {
		return new self( array_map( self::normalize( ... ), self::entries_of( $registry ) ) );
	}

	/**
	 * The entries as they were written.
	 *
	 * @param WP_Post $registry The registry.
	 * @return list<string>
	 */
	public static function entries_of( WP_Post $registry ): array {
		$list = json_decode( (string) get_post_meta( $registry->ID, RegistryMeta::INVITEES, true ), true );
		return array_values( array_filter( is_array( $list ) ? $list : array(), 'is_string' ) );
	}

	/**
	 * Whether a user is invited.
	 *
	 * @param WP_User $user The user, or the visitor.
	 */
	public function contain( WP_User $user ): bool {
		if ( ! $user->exists() ) {
			return false;
		}
		$email = self::normalize( $user->user_email );
		$login = self::normalize( $user->user_login );
		foreach ( $this->entries as $entry ) {
			if ( '' !== $entry && ( str_contains( $entry, '@' ) ? $email : $login ) === $entry ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The form in which entries are compared; the API uses the same.
	 *
	 * @param string $entry A user name or an e-mail address.
	 */
	public static function normalize( string $entry ): string {
		$trimmed = self::trim( $entry );
		return function_exists( 'mb_strtolower' ) ? mb_strtolower( $trimmed, 'UTF-8' ) : strtolower( $trimmed );
	}

	/**
	 * An entry without the space around it, of any kind that Unicode knows.
	 *
	 * @param string $entry As typed.
	 */
	public static function trim( string $entry ): string {
		return preg_replace( '/^[\s\pZ\x{FEFF}]+|[\s\pZ\x{FEFF}]+$/u', '', $entry ) ?? trim( $entry );
	}
}
