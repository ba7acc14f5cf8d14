<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\Changes;
use Largesse\Registries\Registry\Cover;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Store;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use WP_Error;

/**
 * Shows guests small copies of shops' pictures, so that shops do not see the guests (pages: Shops do not see guests). A
 * page only shows existing copies. WordPress's cron creates missing copies later, so that no page waits for shops. Only
 * one process of the site creates copies at a time. Therefore, at most one PHP worker waits for shops.
 *
 * Web servers serve the copies without permission checks, so the name of a copy is a hash that only this site can
 * compute.
 */
final class Thumbnails {

	/** Option that enables the copies if its value is "1". */
	public const OPTION = 'largesse_shops_see_no_guests';

	/** Maximum width and height of a copy in pixels. */
	private const MOST_PIXELS = 480;

	/** Seconds for which a picture is recorded as missing. */
	private const DEAD_SECONDS = DAY_IN_SECONDS;

	private const ENDINGS = array( 'jpg', 'png', 'webp' );

	/** Event of the cron; its argument is the id of a registry. */
	public const HOOK = 'largesse_thumbnails';

	/** Seconds after which a run starts no other picture, until the next run, and to wait after the service failed. */
	private const RUN_S = 20;
	private const NEXT  = 5;
	private const PAUSE = 5 * MINUTE_IN_SECONDS;

	/** Transient that pauses the creation of copies after the service failed. */
	public const PAUSED = 'largesse_thumbnails_paused';

	/** Registry that `request()` got last. Reading the scheduled events for each picture of a long list takes too long. */
	private static int $requested = 0;

	public function __construct( private readonly Client $client, private readonly Store $store ) {}

	/** Checks whether the copies are enabled. */
	public static function are_on(): bool {
		return '1' === get_option( self::OPTION, '' );
	}

	/** @param array<string, string> $paragraphs Paragraphs of the privacy policy. Replaces the one about pictures. */
	public static function describe_privacy( array $paragraphs ): array {
		$uploaded = __( 'If you upload a picture, we store a smaller copy without the place and time of the photo. Anyone who knows its address can open it. When no wish shows it, we delete it within two days.', 'largesse' );
		$others   = self::are_on()
			? __( 'We store copies of shops’ pictures on this site, so that shops do not learn who looks at a registry.', 'largesse' )
			: __( 'Your browser loads other pictures from the shops where the owner found them. A shop then sees your network address, but not the page you are on.', 'largesse' );
		return array( 'pictures' => "{$uploaded} {$others}" ) + $paragraphs;
	}

	/** Adds OPTION to the options that the page of a registry reads. */
	public static function add_option( array $names ): array {
		return array( ...$names, self::OPTION );
	}

	/** Returns the address of the copy if copies are on; '' without a copy. */
	public static function address( string $address, array $item ): string {
		if ( '' === $address || ! self::are_on() || Folder::is_own( $address ) ) {
			return $address;
		}
		$registry = (int) ( $item['registry_id'] ?? 0 );
		$stem     = self::stem( $registry, (int) $item['id'], $address );
		$file     = self::file( $stem );
		if ( null === $file && self::is_missing( $stem ) ) {
			self::request( $registry );
		}
		return null === $file ? '' : Folder::address( $file );
	}

	/** Schedules the creation of the missing copies of a registry, unless it is scheduled already or paused. */
	public static function request( int $registry ): void {
		$is_new          = $registry !== self::$requested;
		self::$requested = $registry;
		if (
			$is_new
			&& $registry > 0
			&& false === get_transient( self::PAUSED )
			&& false === wp_next_scheduled( self::HOOK, array( $registry ) )
		) {
			wp_schedule_single_event( time(), self::HOOK, array( $registry ) );
		}
	}

	/** Schedules the creation of copies after a wish was added, changed or removed. */
	public static function schedule_after_wish( mixed $registry ): void {
		if ( self::are_on() ) {
			self::request( (int) $registry );
		}
	}

	public function run( mixed $registry ): void {
		$id              = (int) $registry;
		self::$requested = 0;
		if ( ! self::are_on() || ! RegistryPostType::is( get_post( $id ) ) ) {
			return;
		}
		$is_done = Records::locked( 'thumbnails', fn (): bool => $this->create_missing( $id ) );
		if ( true !== $is_done && false === get_transient( self::PAUSED ) ) {
			wp_schedule_single_event( time() + self::NEXT, self::HOOK, array( $id ) );
		}
	}

	/** Deletes unused copies, then creates missing ones for RUN_S. Returns false if another run must create the rest. */
	private function create_missing( int $registry ): bool {
		$until = time() + self::RUN_S;
		$items = $this->store->in_background()->items->all( $registry );
		if ( is_wp_error( $items ) ) {
			// The wishes are unknown, so this run ends. The next page that lacks a copy schedules another run.
			return true;
		}
		$shown = self::shown( $registry, $items );
		self::delete_except( $registry, array_keys( $shown ) );
		$left = array_filter( $shown, self::is_missing( ... ), ARRAY_FILTER_USE_KEY );
		$made = 0;
		while ( $left && time() < $until ) {
			$stem    = (string) array_key_first( $left );
			$picture = $this->client->preview_picture( $left[ $stem ] );
			// With status 422, the service found no picture. After any other failure, there may be a picture.
			if ( ! is_array( $picture ) && ! ( $picture instanceof WP_Error && 422 === ApiError::status( $picture ) ) ) {
				set_transient( self::PAUSED, 1, self::PAUSE );
				break;
			}
			$made += (int) self::store( $stem, is_array( $picture ) ? $picture['bytes'] : null );
			unset( $left[ $stem ] );
		}
		if ( $made > 0 ) {
			Changes::fire_changed( $registry );
		}
		return array() === $left;
	}

	/** @return array<string, string> Addresses of shops' pictures by the stem of their copy. */
	private static function shown( int $registry, array $items ): array {
		$shown = array();
		foreach ( $items as $item ) {
			$address = WebAddress::of( (string) ( $item['image_url'] ?? '' ) );
			if ( '' !== $address && ! Folder::is_own( $address ) ) {
				$shown[ self::stem( $registry, (int) $item['id'], $address ) ] = $address;
			}
		}
		return $shown;
	}

	private static function file( string $stem ): ?string {
		foreach ( self::ENDINGS as $ending ) {
			if ( is_file( "{$stem}.{$ending}" ) ) {
				return "{$stem}.{$ending}";
			}
		}
		return null;
	}

	/** Checks whether a copy is missing and should be created. */
	private static function is_missing( string $stem ): bool {
		$note = "{$stem}.dead";
		return null === self::file( $stem )
			&& ( ! is_file( $note ) || (int) filemtime( $note ) <= time() - self::DEAD_SECONDS );
	}

	/**
	 * Stores a copy, or records that the picture is missing (null) or unusable. Returns whether the copy exists now.
	 * Records nothing if other pictures were decoded for too long: the next run tries again.
	 */
	private static function store( string $stem, ?string $bytes ): bool {
		if ( ! Cover::create_folder( dirname( $stem ) ) ) {
			return false;
		}
		wp_delete_file( "{$stem}.dead" );
		$made = null === $bytes ? false : self::make( $bytes, $stem );
		if ( false === $made ) {
			// phpcs:ignore WordPress.WP.AlternativeFunctions -- WordPress writes uploads in the same way.
			touch( "{$stem}.dead" );
		}
		return true === $made;
	}

	/** @param list<string> $stems Stems of the copies and records of missing pictures that are not deleted. */
	private static function delete_except( int $registry, array $stems ): void {
		foreach ( Folder::files( Folder::of_thumbnails( $registry ) ) as $path ) {
			if ( ! in_array( substr( $path, 0, (int) strrpos( $path, '.' ) ), $stems, true ) ) {
				wp_delete_file( $path );
			}
		}
	}

	/** Returns the path of the copy of a wish's picture, without extension. Only this site can compute the file's name. */
	private static function stem( int $registry, int $item, string $address ): string {
		return Folder::of_thumbnails( $registry ) . '/' . KeyedHash::of( "picture {$registry} {$item} {$address}" );
	}

	/** Creates a copy. Returns null if other pictures were decoded for too long, so nothing is known about this one. */
	private static function make( string $bytes, string $stem ): ?bool {
		$file = get_temp_dir() . 'largesse-' . Folder::random_name();
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A local file.
		$is_written = false !== file_put_contents( $file, $bytes );
		$made       = $is_written ? PictureSanitizer::create_copy( $file, $stem, self::MOST_PIXELS ) : null;
		wp_delete_file( $file );
		$is_busy = is_wp_error( $made ) && isset( $made->get_error_data()[ PictureSanitizer::IS_BUSY ] );
		return $is_busy ? null : is_array( $made );
	}
}
