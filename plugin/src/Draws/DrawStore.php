<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Closure;
use Largesse\Registry\ProcessLock;
use WP_Error;

/**
 * Stores the draws of each circle in an option.
 */
final class DrawStore {

	/** Prefix of the options' names; the circle's id follows. */
	public const PREFIX = 'largesse_draws_';

	/**
	 * Returns the draws of a circle, oldest first.
	 *
	 * @return list<Draw>
	 */
	public static function read( string $circle_id ): array {
		return array_values( array_filter( array_map( static fn ( mixed $data ): ?Draw => Draw::from_array( $circle_id, $data ), (array) get_option( self::PREFIX . $circle_id, array() ) ) ) );
	}

	/** Returns a draw; null if it does not exist. */
	public static function find( string $circle_id, string $draw_id ): ?Draw {
		foreach ( self::read( $circle_id ) as $draw ) {
			if ( $draw->id === $draw_id ) {
				return $draw;
			}
		}
		return null;
	}

	/** Returns the draw whose day is not over yet; null for none, or if its result cannot be decrypted. */
	public static function open( string $circle_id ): ?Draw {
		$draws = self::read( $circle_id );
		$last  = end( $draws );
		return $last instanceof Draw && $last->is_open( self::today() ) && null !== self::result( $last ) ? $last : null;
	}

	/** Returns the result of a draw; null if the secret of the site has changed. */
	public static function result( Draw $draw ): ?Result {
		$text = DrawEncryption::decrypt( $draw->sealed, self::place( $draw ) );
		return null === $text ? null : Result::from_text( $text );
	}

	/** Returns a draw with another result. */
	public static function with_result( Draw $draw, Result $result ): Draw {
		return $draw->with_sealed( DrawEncryption::encrypt( $result->to_text( count( $draw->people ) ), self::place( $draw ) ) );
	}

	/**
	 * Returns the argument `$place` for DrawEncryption. It contains the site's id, so that other sites of the network cannot
	 * decrypt the result of the draw.
	 */
	private static function place( Draw $draw ): string {
		return $draw->place() . '@' . get_current_blog_id();
	}

	/** Returns today in the site's time zone, YYYY-MM-DD. */
	public static function today(): string {
		return (string) wp_date( 'Y-m-d' );
	}

	/**
	 * Changes the draws of a circle. Meanwhile, no other process can change these draws.
	 *
	 * @template T
	 * @param Closure(list<Draw>): array{0: ?list<Draw>, 1: T} $change Returns two values: the new draws (null for no change), and an answer.
	 * @return T|WP_Error The answer.
	 */
	public static function change( string $circle_id, Closure $change ): mixed {
		return ProcessLock::run(
			"draws_{$circle_id}",
			static function () use ( $circle_id, $change ): mixed {
				// Clears the cached option, because another process may have changed the option in the meantime.
				wp_cache_delete( self::PREFIX . $circle_id, 'options' );
				wp_cache_delete( 'notoptions', 'options' );
				list( $draws, $answer ) = $change( self::read( $circle_id ) );
				if ( null !== $draws ) {
					update_option( self::PREFIX . $circle_id, array_map( static fn ( Draw $draw ): array => $draw->to_array(), DrawHistory::kept( $draws ) ), false );
				}
				return $answer;
			}
		);
	}

	/** Deletes the draws of a circle that was deleted. */
	public static function delete( mixed $circle_id ): void {
		ProcessLock::run( "draws_{$circle_id}", static fn (): bool => delete_option( self::PREFIX . $circle_id ) );
	}

	/**
	 * Returns the ids of all circles with draws.
	 *
	 * @return list<string>
	 */
	public static function circles(): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress cannot list options.
		$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s ORDER BY option_id", $wpdb->esc_like( self::PREFIX ) . '%' ) );
		return array_map( static fn ( string $name ): string => substr( $name, strlen( self::PREFIX ) ), $names );
	}
}
