<?php
declare( strict_types=1 );

namespace Largesse\Managing\Unlisted;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Http\FieldError;
use Largesse\Registries\Registry\Wish;
use Largesse\Registries\Registry\ImportWish;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Hidden and received wishes in other features (rules: Hidden and received wishes): on the list of gifts, where owners
 * note thanks, and in exported files, but not in copies of a registry.
 */
final class UnlistedInFeatures {

	private const KEY = 'unlisted_wishes';

	/**
	 * Adds the received wishes to the list of gifts.
	 *
	 * @param list<array<string, mixed>> $received
	 * @return list<array<string, mixed>>
	 */
	public static function add_to_gifts( array $received, WP_Post $registry ): array {
		$entry = static fn ( UnlistedWish $wish ): array => array(
			'id'         => $wish->id,
			'item_id'    => $wish->item,
			'wish'       => $wish->name(),
			'picture'    => Wish::picture( $wish->fields ),
			'from'       => $wish->from,
			'is_thanked' => $wish->is_thanked,
		);
		return array(
			...$received,
			...array_map( $entry, UnlistedWishes::of( $registry->ID )->in_folder( UnlistedWish::RECEIVED ) ),
		);
	}

	/** @param array<string, bool> $changed Whether the owner has thanked, by the id of the wish. */
	public static function thank( ?WP_Error $error, WP_Post $registry, array $changed ): ?WP_Error {
		$mark   = static fn ( UnlistedWishes $all, UnlistedWish $wish ): UnlistedWishes => (
			$changed[ $wish->id ] ?? $wish->is_thanked
		) === $wish->is_thanked ? $all : $all->with(
			$wish->with( is_thanked: $changed[ $wish->id ] )
		);
		$failed = array() === $changed
			? null
			: UnlistedWishes::change(
				$registry->ID,
				static fn ( UnlistedWishes $now ): UnlistedWishes => array_reduce(
					$now->in_folder( UnlistedWish::RECEIVED ),
					$mark,
					$now
				)
			);
		return $failed ?? $error;
	}

	/** Adds the wishes if the user may edit them. */
	public static function add_to_file( array $details, WP_Post $registry ): array {
		$wishes = current_user_can( 'edit_post', $registry->ID ) ? UnlistedWishes::of( $registry->ID )->all : array();
		return array() === $wishes ? $details : $details + array( self::KEY => array_map( self::entry( ... ), $wishes ) );
	}

	/**
	 * Adds a problem if the hidden and received wishes in a file are invalid.
	 *
	 * @param array<string, WP_Error> $problems Problems so far.
	 * @param array<string, mixed>      $found    Data about the registry in the file.
	 * @return array<string, WP_Error>
	 */
	public static function check( array $problems, array $found ): array {
		$sent = $found[ self::KEY ] ?? array();
		if (
			! is_array( $sent )
			|| ! array_is_list( $sent )
			|| array_filter( $sent, static fn ( mixed $entry ): bool => null === self::wish( $entry ) )
		) {
			return $problems + array(
				self::KEY => ( new FieldError( 'type', __( 'Hidden and received wishes must be a list. Each needs a folder and a valid wish.', 'largesse' ), array( 'array' ) ) )->refusal( 'type' ),
			);
		}
		if ( count( $sent ) > Rules::MAX_UNLISTED_WISHES ) {
			/* translators: %s: a number. */
			return $problems + array( self::KEY => ( new FieldError( 'maxItems', sprintf( __( 'There is room for %s hidden and received wishes.', 'largesse' ), Number::text( Rules::MAX_UNLISTED_WISHES ) ), Rules::MAX_UNLISTED_WISHES ) )->refusal( 'maxItems' ) );
		}
		return $problems;
	}

	/** Stores the wishes from a file for the registry that was created from it. */
	public static function import( int $registry_id, array $found ): void {
		$sent   = is_array( $found[ self::KEY ] ?? null ) ? $found[ self::KEY ] : array();
		$wishes = array_filter( array_map( self::wish( ... ), $sent ) );
		if ( $wishes ) {
			UnlistedWishes::change(
				$registry_id,
				static fn ( UnlistedWishes $now ): UnlistedWishes => array_reduce(
					$wishes,
					static fn ( UnlistedWishes $all, UnlistedWish $wish ): UnlistedWishes => $all->with( $wish ),
					$now
				)
			);
		}
	}

	/** @return array<string, mixed> A wish in the format of an exported file. */
	private static function entry( UnlistedWish $wish ): array {
		return array(
			'folder'   => $wish->folder,
			'url'      => '' === ( $wish->fields['url'] ?? '' ) ? null : $wish->fields['url'],
			// A file may be imported by a site with another currency.
			'currency' => $wish->fields['currency'] ?? ( '' === Price::currency() ? null : Price::currency() ),
		) + $wish->fields + array(
			'show_on'    => '' === $wish->day ? null : $wish->day,
			'from'       => '' === $wish->from ? null : $wish->from,
			'is_thanked' => $wish->is_thanked,
		);
	}

	/** Reads a wish of a file; null if it is not valid. */
	private static function wish( mixed $entry ): ?UnlistedWish {
		$file_wish = new ImportWish( 0, is_array( $entry ) ? $entry : array() );
		$folder    = $entry['folder'] ?? null;
		$day       = $entry['show_on'] ?? '';
		$from      = $entry['from'] ?? '';
		$is_valid  = array() === $file_wish->problems()
			&& in_array( $folder, array( UnlistedWish::HIDDEN, UnlistedWish::RECEIVED ), true )

				&& ( '' === $day || ( is_string( $day ) && FieldRules::is_day( $day ) ) )
				&& null === FieldRules::problem( 'giver_name', $from );
		if ( ! $is_valid ) {
			return null;
		}
		$fields = array_map(
			static fn ( mixed $value ): mixed => '' === $value ? null : $value,
			array_intersect_key( $file_wish->fields, array_flip( Rules::WISH_FIELDS ) )
		);
		$fields = array(
			'url'      => (string) $fields['url'],
			'currency' => Price::foreign( (string) $fields['currency'] ),
		) + $fields;
		return new UnlistedWish(
			wp_generate_uuid4(),
			$folder,
			$fields,
			day: $day,
			from: $from,
			is_thanked: true === ( $entry['is_thanked'] ?? false )
		);
	}
}
