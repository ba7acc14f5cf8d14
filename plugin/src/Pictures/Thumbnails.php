<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Largesse\Format\WebAddress;
use Largesse\Http\KeyedHash;

/**
 * Shows guests small copies of shops' pictures instead of the pictures, where the site wants shops not to see who looks
 * at a registry (pages: Shops do not see guests). A page only shows what is there; what is missing is made later, by
 * the cron.
 *
 * A copy has an address that only this site can make, for a picture that stands in a wish: nobody can have another one
 * fetched. The file has a name that does not follow from the address, so that web servers give it to nobody.
 */
final class Thumbnails {

	/** Option that switches it on: "1". */
	public const OPTION = 'largesse_shops_see_no_guests';

	/** Parameters of the address of a copy: the wish, and what only this site can compute. */
	public const PARAMETER = 'largesse-picture';
	public const HASH      = 'of';

	/** Greatest width and height of a copy, in pixels. */
	public const MOST_PIXELS = 480;

	/** Seconds for which it is remembered that there is no picture at an address. */
	private const DEAD_SECONDS = DAY_IN_SECONDS;

	/** Endings that a copy may have. */
	private const ENDINGS = array( 'jpg', 'png', 'webp', 'gif', 'avif' );

	/** Checks whether shops are not to see guests. */
	public static function are_on(): bool {
		return '1' === get_option( self::OPTION, '' );
	}

	/**
	 * Returns the address from which a page loads the picture of a wish: the shop's own, or that of a copy. An empty text for
	 * none, or none yet.
	 *
	 * @param array<string, mixed> $item  The wish, as the service answers it.
	 * @param bool|null            $is_on Whether shops are not to see guests, where the caller knows.
	 */
	public static function address( array $item, ?bool $is_on = null ): string {
		$address = WebAddress::of( (string) ( $item['image_url'] ?? '' ) );
		if ( '' === $address || ! ( $is_on ?? self::are_on() ) || Folder::is_own( $address ) ) {
			return $address;
		}
		$registry = (int) ( $item['registry_id'] ?? 0 );
		$hash     = self::hash( $registry, (int) $item['id'], $address );
		if ( null === self::file( $registry, $hash ) ) {
			if ( ! self::is_dead( $registry, $hash ) ) {
				ThumbnailMaker::want( $registry );
			}
			return '';
		}
		$query = array(
			self::PARAMETER => (int) $item['id'],
			self::HASH      => $hash,
		);
		return add_query_arg( $query, (string) get_permalink( $registry ) );
	}

	/**
	 * Returns the path of a copy; null if there is none.
	 *
	 * @param int    $registry Id of the registry.
	 * @param string $hash     What stands in its address.
	 */
	public static function file( int $registry, string $hash ): ?string {
		$stem = self::stem( $registry, $hash );
		foreach ( self::ENDINGS as $ending ) {
			if ( is_file( "{$stem}.{$ending}" ) ) {
				return "{$stem}.{$ending}";
			}
		}
		return null;
	}

	/**
	 * Checks whether a copy is missing, and should be made.
	 *
	 * @param int    $registry Id of the registry.
	 * @param string $hash     What stands in its address.
	 */
	public static function is_missing( int $registry, string $hash ): bool {
		return null === self::file( $registry, $hash ) && ! self::is_dead( $registry, $hash );
	}

	/**
	 * Keeps a copy, or that there can be none.
	 *
	 * @param int         $registry Id of the registry.
	 * @param string      $hash     What stands in its address.
	 * @param string|null $bytes    The shop's picture; null if there is none.
	 * @return bool Whether there is a copy now.
	 */
	public static function keep( int $registry, string $hash, ?string $bytes ): bool {
		$stem = self::stem( $registry, $hash );
		if ( ! Folder::make( dirname( $stem ) ) ) {
			return false;
		}
		wp_delete_file( "{$stem}.dead" );
		$is_made = null !== $bytes && self::make( $bytes, $stem );
		if ( ! $is_made ) {
			// phpcs:ignore WordPress.WP.AlternativeFunctions -- Uploads are written in the same way.
			touch( "{$stem}.dead" );
		}
		return $is_made;
	}

	/**
	 * Deletes the copies of a registry except for some, and what is remembered of pictures that are not there.
	 *
	 * @param int          $registry Id of the registry.
	 * @param list<string> $hashes   What stands in the addresses of those that stay.
	 */
	public static function keep_only( int $registry, array $hashes ): void {
		$stems = array_map( static fn ( string $hash ) => self::stem( $registry, $hash ), $hashes );
		foreach ( Folder::files( Folder::of_thumbnails( $registry ) ) as $path ) {
			if ( ! in_array( substr( $path, 0, (int) strrpos( $path, '.' ) ), $stems, true ) ) {
				wp_delete_file( $path );
			}
		}
	}

	/**
	 * Computes what only this site can: it stands for the picture of a wish.
	 *
	 * @param int    $registry Id of the registry.
	 * @param int    $item     Id of the wish.
	 * @param string $address  Address of the shop's picture.
	 */
	public static function hash( int $registry, int $item, string $address ): string {
		return KeyedHash::of( "picture {$registry} {$item} {$address}" );
	}

	/** Makes a copy of a picture; tells whether that worked. */
	private static function make( string $bytes, string $stem ): bool {
		$file = get_temp_dir() . 'largesse-' . Folder::random_name();
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A file of this machine.
		$is_written = false !== file_put_contents( $file, $bytes );
		$is_made    = $is_written && ! is_wp_error( Recoding::make( $file, $stem, self::MOST_PIXELS ) );
		wp_delete_file( $file );
		return $is_made;
	}

	/** Checks whether it is remembered that there is no picture. */
	private static function is_dead( int $registry, string $hash ): bool {
		$note = self::stem( $registry, $hash ) . '.dead';
		return is_file( $note ) && (int) filemtime( $note ) > time() - self::DEAD_SECONDS;
	}

	/** Returns the path of a copy without its ending. */
	private static function stem( int $registry, string $hash ): string {
		return Folder::of_thumbnails( $registry ) . '/' . KeyedHash::of( "thumbnail {$hash}" );
	}
}
