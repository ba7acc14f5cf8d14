<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use Closure;
use Largesse\Http\KeyedHash;
use Largesse\Registry\ProcessLock;
use WP_Error;

/**
 * Stores the draws of each circle in an option. Encrypts the pairs with a key from the site's secret (wp-config.php).
 */
final class DrawStore {

	/** Prefix of the options' names; the circle's id follows. */
	public const PREFIX = 'largesse_draws_';

	/** Length of a nonce in bytes. */
	private const NONCE = SODIUM_CRYPTO_AEAD_XCHACHA20POLY1305_IETF_NPUBBYTES;

	/** @return list<Draw> Draws of a circle, oldest first. */
	public static function read( string $circle_id ): array {
		return array_map( static fn ( array $data ): Draw => new Draw( ...$data ), (array) get_option( self::PREFIX . $circle_id, array() ) );
	}

	/** Returns the draw whose day is not over yet; null for none, or if its result cannot be decrypted. */
	public static function open( string $circle_id ): ?Draw {
		$draws = self::read( $circle_id );
		$last  = end( $draws );
		return $last instanceof Draw && $last->day >= self::today() && null !== self::result( $last ) ? $last : null;
	}

	/** @return list<int|null>|null Receiver of each giver, null for an erased pair. Null if the site's secret has changed. */
	public static function result( Draw $draw ): ?array {
		$bytes = (string) hex2bin( $draw->sealed );
		$text  = sodium_crypto_aead_xchacha20poly1305_ietf_decrypt( substr( $bytes, self::NONCE ), self::place( $draw ), substr( $bytes, 0, self::NONCE ), KeyedHash::of( 'key of draws' ) );
		return false === $text ? null : json_decode( $text, true );
	}

	/** Returns a draw with another result. The length of the encrypted text depends only on the number of pairs. */
	public static function with_result( Draw $draw, array $result ): Draw {
		$nonce = random_bytes( self::NONCE );
		return $draw->with( sealed: bin2hex( $nonce . sodium_crypto_aead_xchacha20poly1305_ietf_encrypt( (string) wp_json_encode( $result ), self::place( $draw ), $nonce, KeyedHash::of( 'key of draws' ) ) ) );
	}

	/** Returns a text without which the result cannot be decrypted. So nobody can move the result to their own draw. */
	private static function place( Draw $draw ): string {
		return implode( ' ', array( get_current_blog_id(), $draw->circle, $draw->id, ...array_column( $draw->people, 'id' ) ) );
	}

	/** Returns today in the site's time zone, YYYY-MM-DD. */
	public static function today(): string {
		return (string) wp_date( 'Y-m-d' );
	}

	/**
	 * Changes the draws of a circle, and keeps the last ten. Meanwhile, no other process can change these draws.
	 *
	 * @template T
	 * @param Closure(list<Draw>): array{0: ?list<Draw>, 1: T} $change Returns the new draws (null for no change), and an answer.
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
					update_option( self::PREFIX . $circle_id, array_map( 'get_object_vars', array_slice( $draws, -10 ) ), false );
				}
				return $answer;
			}
		);
	}

	/** Deletes the draws of a circle that was deleted. */
	public static function delete( mixed $circle_id ): void {
		ProcessLock::run( "draws_{$circle_id}", static fn (): bool => delete_option( self::PREFIX . $circle_id ) );
	}

	/** @return list<string> Ids of all circles with draws. */
	public static function circles(): array {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WordPress cannot list options.
		$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s ORDER BY option_id", $wpdb->esc_like( self::PREFIX ) . '%' ) );
		return array_map( static fn ( string $name ): string => substr( $name, strlen( self::PREFIX ) ), $names );
	}
}
