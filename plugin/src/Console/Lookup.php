<?php
declare( strict_types=1 );

namespace Largesse\Console;

use Largesse\Registry\Registries;
use Largesse\Registry\RegistryPostType;
use WP_CLI;
use WP_Post;
use WP_User;

/** Finds the registry or the user that a command names, or ends the command with an error. Lists registries. */
final class Lookup {

	/** Statuses of listed registries: all except the trash. */
	private const STATUSES = array( 'publish', 'private', 'draft', 'pending', 'future' );

	private const PAGE = 200;

	/** @return iterable<WP_Post> All registries that match a query, by id, without loading all of them at once. */
	public static function registries( array $query = array() ): iterable {
		$page = 0;
		do {
			$some = get_posts(
				$query + array(
					'post_type'   => RegistryPostType::NAME,
					'post_status' => self::STATUSES,
					'numberposts' => self::PAGE,
					'paged'       => ++$page,
					'orderby'     => 'ID',
					'order'       => 'ASC',
				)
			);
			yield from $some;
			$is_last = count( $some ) < self::PAGE;
		} while ( ! $is_last );
	}

	/** Finds a registry. */
	public static function registry( string $id_or_slug ): WP_Post {
		$registry = Registries::find( $id_or_slug );
		if ( null === $registry ) {
			/* translators: %s: what was asked for. */
			WP_CLI::error( sprintf( __( 'There is no registry “%s”.', 'largesse' ), Terminal::safe( $id_or_slug ) ) );
		}
		return $registry;
	}

	/** Finds a user. @param string $name Login name, e-mail address or id, tried in this order. */
	public static function user( string $name ): WP_User {
		$user = get_user_by( 'login', $name );
		$user = $user ? $user : get_user_by( 'email', $name );
		if ( ! $user && ctype_digit( $name ) ) {
			$user = get_user_by( 'id', (int) $name );
		}
		if ( ! $user ) {
			/* translators: %s: what was asked for. */
			WP_CLI::error( sprintf( __( 'There is no user “%s”.', 'largesse' ), Terminal::safe( $name ) ) );
		}
		return $user;
	}
}
