<?php
declare( strict_types=1 );

namespace Largesse\Unlisted;

use Largesse\Html\Picture;
use WP_Error;
use WP_Post;

/** Received wishes on the list of gifts, where owners note thanks (rules: Hidden and received wishes). */
final class ReceivedGifts {

	/**
	 * Adds the received wishes.
	 *
	 * @param list<array<string, mixed>> $received
	 * @return list<array<string, mixed>>
	 */
	public static function add( array $received, WP_Post $registry ): array {
		$entry = static fn ( UnlistedWish $wish ): array => array(
			'id'         => $wish->id,
			'item_id'    => $wish->item,
			'wish'       => $wish->name(),
			'picture'    => Picture::source( $wish->fields ),
			'from'       => $wish->from,
			'is_thanked' => $wish->is_thanked,
		);
		return array( ...$received, ...array_map( $entry, UnlistedWishes::of( $registry->ID )->in_folder( UnlistedWish::RECEIVED ) ) );
	}

	/** @param array<string, bool> $changed Whether the owner has thanked, by the id of the wish. */
	public static function thank( ?WP_Error $error, WP_Post $registry, array $changed ): ?WP_Error {
		$mark   = static fn ( UnlistedWishes $all, UnlistedWish $wish ): UnlistedWishes => ( $changed[ $wish->id ] ?? $wish->is_thanked ) === $wish->is_thanked ? $all : $all->with( $wish->with( is_thanked: $changed[ $wish->id ] ) );
		$failed = array() === $changed ? null : UnlistedWishes::change( $registry->ID, static fn ( UnlistedWishes $now ): UnlistedWishes => array_reduce( $now->in_folder( UnlistedWish::RECEIVED ), $mark, $now ) );
		return $failed ?? $error;
	}
}
