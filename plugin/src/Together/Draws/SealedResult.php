<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

use Largesse\Foundation\Http\Encryption;

/** Encrypts the pairs of a draw with a key from the site's secret (wp-config.php), and decrypts them (rules: Draws). */
final class SealedResult {

	/** @return list<int|null>|null Receiver of each giver, null for an erased pair. Null if the site's secret or the people's ids have changed. */
	public static function of( Draw $draw ): ?array {
		$text = Encryption::decrypt( $draw->sealed, CircleDraws::KIND, self::place( $draw ) );
		return null === $text ? null : json_decode( $text, true );
	}

	/** Returns a draw with another result. The length of the encrypted text depends only on the number of pairs. */
	public static function put_into( Draw $draw, array $result ): Draw {
		return $draw->with(
			sealed: Encryption::encrypt( (string) wp_json_encode( $result ), CircleDraws::KIND, self::place( $draw ) )
		);
	}

	/** Returns a text without which the result cannot be decrypted. So nobody can move the result to their own draw. */
	private static function place( Draw $draw ): string {
		return implode(
			' ',
			array( get_current_blog_id(), $draw->circle, $draw->id, ...array_column( $draw->people, 'id' ) )
		);
	}
}
