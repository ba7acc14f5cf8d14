<?php
declare( strict_types=1 );

namespace Largesse\Registries\Console;

use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryPostType;
use WP_CLI;
use WP_Error;
use WP_Post;
use WP_User;
use function WP_CLI\Utils\format_items;

/**
 * Input and output of commands. Finds the registries and users that a command names. Prepares text for a terminal,
 * because members write the titles, and control characters in a title could execute terminal commands.
 */
final class Terminal {

	/** Control characters, and characters that change the direction of text. */
	private const CONTROLS = '/[\x{00}-\x{1F}\x{7F}-\x{9F}\x{061C}\x{200E}\x{200F}\x{2028}-\x{202E}\x{2066}-\x{2069}]+/u';

	/** Statuses of listed registries: all except the trash. */
	private const STATUSES = array( 'publish', 'private', 'draft', 'pending', 'future' );

	private const PAGE = 200;

	/** Replaces control characters by spaces. @param string $text Untrusted text. */
	public static function safe( string $text ): string {
		return preg_replace( self::CONTROLS, ' ', $text ) ?? (string) preg_replace( '/[^\x20-\x7E]+/', ' ', $text );
	}

	/** @return array<array-key, mixed> The given rows or values without control characters. */
	public static function safe_all( array $values ): array {
		return map_deep( $values, static fn ( mixed $value ): mixed => is_string( $value ) ? self::safe( $value ) : $value );
	}

	/**
	 * Prints rows in the requested format.
	 *
	 * @param array<string, mixed>       $options Options of the command: `format`, and `fields` to replace the default
	 *         fields.
	 * @param list<array<string, mixed>> $rows    The rows.
	 * @param list<string>               $fields  Default fields.
	 */
	public static function print( array $options, array $rows, array $fields ): void {
		$format = (string) ( $options['format'] ?? 'table' );
		$rows   = 'ids' === $format ? array_column( $rows, 'id' ) : self::safe_all( $rows );
		format_items( $format, $rows, $options['fields'] ?? $fields );
	}

	/**
	 * Returns whether an option without a value is set. Ends the command if the option has a value, because WP-CLI
	 * accepts any value, for example `--yes=no`.
	 */
	public static function flag( array $options, string $name ): bool {
		$value = $options[ $name ] ?? false;
		if ( ! is_bool( $value ) ) {
			/* translators: %s: name of an option. */
			WP_CLI::error( sprintf( __( '%s takes no value.', 'largesse' ), "--{$name}" ) );
		}
		return $value;
	}

	/** Asks for confirmation, unless `--yes` is set. Ends the command without it. */
	public static function confirm( string $question, array $options ): void {
		WP_CLI::confirm( $question, array( 'yes' => self::flag( $options, 'yes' ) ) );
	}

	/**
	 * Returns a result, or ends the command if the result is an error. The error message names the invalid fields,
	 * except the field of an uploaded file.
	 *
	 * @template T
	 * @param T|WP_Error $result The result.
	 * @return T
	 */
	public static function result_or_exit( mixed $result ): mixed {
		if ( ! is_wp_error( $result ) ) {
			return $result;
		}
		$fields = array_diff_key(
			(array) ( ( (array) $result->get_error_data() )['fields'] ?? array() ),
			array( 'file' => true )
		);
		$words  = array_map(
			static fn ( string $field, string $text ) => "{$field}: {$text}",
			array_keys( $fields ),
			$fields
		);
		WP_CLI::error( self::safe( $words ? implode( ' ', $words ) : $result->get_error_message() ) );
	}

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
		} while ( count( $some ) === self::PAGE );
	}

	/** Finds a registry, or ends the command with an error. */
	public static function registry( string $id_or_slug ): WP_Post {
		$registry = Registries::find( $id_or_slug );
		if ( null === $registry ) {
			/* translators: %s: what was asked for. */
			WP_CLI::error( sprintf( __( 'There is no registry “%s”.', 'largesse' ), self::safe( $id_or_slug ) ) );
		}
		return $registry;
	}

	/** Finds a user by login name, e-mail address or id, in this order, or ends the command with an error. */
	public static function user( string $name ): WP_User {
		$user = get_user_by( 'login', $name );
		$user = $user ? $user : get_user_by( 'email', $name );
		if ( ! $user && ctype_digit( $name ) ) {
			$user = get_user_by( 'id', (int) $name );
		}
		if ( ! $user ) {
			/* translators: %s: what was asked for. */
			WP_CLI::error( sprintf( __( 'There is no user “%s”.', 'largesse' ), self::safe( $name ) ) );
		}
		return $user;
	}
}
