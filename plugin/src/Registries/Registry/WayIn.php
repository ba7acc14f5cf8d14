<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Http\KeyedHash;
use WP_Post;

/**
 * Decides whether a person may open a list at this moment, also long after their visit, when a mail is sent. The way in
 * is a text that names what has opened the list: an account, a password, or a link. It opens nothing itself. The list
 * is closed as soon as the password changes, the link is revoked, the person is no longer named on the list, or the
 * list is no longer shared.
 */
final class WayIn {

	/** Beginnings of the parts of a way in. The parts are separated by spaces. */
	public const LINK      = 'link:';
	private const MEMBER   = 'member:';
	private const PASSWORD = 'password:';

	/** Returns the visitor's way into a list; '' if the visitor knows no other way than a public page. */
	public static function of_visitor( WP_Post $registry ): string {
		/**
		 * Filters the visitor's ways into a list, except for accounts and passwords.
		 *
		 * @param list<string> $ways     Each is a name, a colon, and a text without spaces that opens nothing.
		 * @param WP_Post      $registry The registry.
		 */
		$ways = array_values( array_filter( (array) apply_filters( 'largesse_ways_in', array(), $registry ), 'is_string' ) );
		if ( is_user_logged_in() ) {
			$ways[] = self::of_member( get_current_user_id() );
		}
		// Members with a role and guests with a link need no password, so they have perhaps never entered it.
		if (
			'' !== $registry->post_password
			&& array() === array_filter( $ways, static fn ( string $way ): bool => self::opens( $registry, $way ) )
			&& ! post_password_required( $registry )
		) {
			$ways[] = self::of_password( $registry );
		}
		return implode( ' ', $ways );
	}

	/** Returns the visitor's way into a list, without the account: for mails that somebody else may read. */
	public static function of_browser( WP_Post $registry ): string {
		return self::without_members( self::of_visitor( $registry ) );
	}

	/** Returns ways in without those of accounts. */
	public static function without_members( string $way ): string {
		return implode(
			' ',
			array_filter( explode( ' ', $way ), static fn ( string $part ): bool => ! str_starts_with( $part, self::MEMBER ) )
		);
	}

	/** Returns the way in of a member; '' for no account. */
	public static function of_member( int $user_id ): string {
		return 0 === $user_id ? '' : self::MEMBER . $user_id;
	}

	/** Returns the way in of somebody who has proved to read the mails to an address; '' if the address is not invited. */
	public static function of_mailbox( WP_Post $registry, string $email ): string {
		/**
		 * Filters the way into a list of somebody who reads the mails to an address.
		 *
		 * @param string  $way      As in `largesse_ways_in`; '' for none.
		 * @param WP_Post $registry The registry.
		 * @param string  $email    The address, which its reader has confirmed; may be empty.
		 */
		return (string) apply_filters( 'largesse_way_of_mailbox', '', $registry, $email );
	}

	/** Checks whether a person with this way in may open a list at this moment. */
	public static function is_open( WP_Post $registry, string $way ): bool {
		return RegistryPostType::is_shared( $registry )

				&& (
					Registries::is_public( $registry )
					|| array() !== array_filter(
						explode( ' ', $way ),
						static fn ( string $part ): bool => self::opens( $registry, $part )
					)
				);
	}

	private static function opens( WP_Post $registry, string $part ): bool {
		if ( str_starts_with( $part, self::MEMBER ) ) {
			return self::opens_to_member( $registry, (int) substr( $part, strlen( self::MEMBER ) ) );
		}
		if ( str_starts_with( $part, self::PASSWORD ) ) {
			return 'publish' === $registry->post_status && hash_equals( self::of_password( $registry ), $part );
		}
		/**
		 * Filters whether a way into a list still works.
		 *
		 * @param bool    $is_open  Whether it works.
		 * @param WP_Post $registry The registry, which is shared.
		 * @param string  $way      One of `largesse_ways_in`.
		 */
		return '' !== $part && (bool) apply_filters( 'largesse_is_way_open', false, $registry, $part );
	}

	private static function opens_to_member( WP_Post $registry, int $user_id ): bool {
		$user = get_userdata( $user_id );
		return $user && match ( true ) {
			Roles::of( $registry )->is_named( $user ) || user_can( $user, 'edit_post', $registry->ID ) => true,
			'private' === $registry->post_status => user_can( $user, 'read_post', $registry->ID ),
			default                              => Capabilities::is_open_without_password( $registry, $user_id ),
		};
	}

	/** Returns the way in of a visitor who knows the present password. */
	public static function of_password( WP_Post $registry ): string {
		return self::PASSWORD . KeyedHash::of(
			'largesse-way-in|' . get_current_blog_id() . "|{$registry->ID}|{$registry->post_password}"
		);
	}
}
