<?php
declare( strict_types=1 );

namespace Largesse\Pictures;

use Largesse\Format\WebAddress;
use Largesse\Registry\Changes;
use Largesse\Registry\ProcessLock;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Store;
use Largesse\Service\ApiError;
use Largesse\Service\Client;
use WP_Error;

/**
 * Creates missing copies of shops' pictures in WordPress's cron, so that no page waits for shops. Only one process of
 * the site creates copies at a time. Therefore, at most one PHP worker waits for shops.
 */
final class ThumbnailMaker {

	/** Event of the cron; its argument is the id of a registry. */
	public const HOOK = 'largesse_thumbnails';

	/** Seconds after which a run starts no other picture, until the next run, and to wait after the service failed. */
	private const SECONDS = 20;
	private const NEXT    = 5;
	private const PAUSE   = 5 * MINUTE_IN_SECONDS;

	/** Transient that pauses the creation of copies after the service failed. */
	public const PAUSED = 'largesse_thumbnails_paused';

	/** @var array<int, true> Registries whose missing copies this request has already scheduled. */
	private static array $requested = array();

	public function __construct( private readonly Client $client, private readonly Store $store ) {}

	public static function request( int $registry ): void {
		if ( $registry < 1 || isset( self::$requested[ $registry ] ) ) {
			return;
		}
		self::$requested[ $registry ] = true;
		if ( false === get_transient( self::PAUSED ) && false === wp_next_scheduled( self::HOOK, array( $registry ) ) ) {
			wp_schedule_single_event( time(), self::HOOK, array( $registry ) );
		}
	}

	/** Schedules the creation of copies after a wish was added, changed or removed. */
	public static function schedule_after_wish( mixed $registry ): void {
		if ( Thumbnails::are_on() ) {
			self::request( (int) $registry );
		}
	}

	public function run( mixed $registry ): void {
		$id = (int) $registry;
		unset( self::$requested[ $id ] );
		if ( ! Thumbnails::are_on() || ! RegistryPostType::is( get_post( $id ) ) ) {
			return;
		}
		$is_done = ProcessLock::run( 'thumbnails', fn (): bool => $this->create_missing( $id ) );
		if ( true !== $is_done && false === get_transient( self::PAUSED ) ) {
			wp_schedule_single_event( time() + self::NEXT, self::HOOK, array( $id ) );
		}
	}

	/** Deletes unused copies, then creates missing ones for SECONDS. Returns false if another run must create the rest. */
	private function create_missing( int $registry ): bool {
		$until = time() + self::SECONDS;
		$items = $this->store->in_background()->items->all( $registry );
		if ( is_wp_error( $items ) ) {
			// The wishes are unknown, so this run ends. The next page that lacks a copy schedules another run.
			return true;
		}
		$shown = self::shown( $registry, $items );
		Thumbnails::delete_except( $registry, array_keys( $shown ) );
		$left = array_filter( $shown, static fn ( string $hash ) => Thumbnails::is_missing( $registry, $hash ), ARRAY_FILTER_USE_KEY );
		$made = 0;
		while ( $left && time() < $until ) {
			$hash    = (string) array_key_first( $left );
			$picture = $this->client->preview_picture( $left[ $hash ] );
			if ( ! is_array( $picture ) && ! self::is_refused( $picture ) ) {
				set_transient( self::PAUSED, 1, self::PAUSE );
				break;
			}
			$made += Thumbnails::store( $registry, $hash, is_array( $picture ) ? $picture['bytes'] : null ) ? 1 : 0;
			unset( $left[ $hash ] );
		}
		if ( $made > 0 ) {
			Changes::fire_changed( $registry );
		}
		return array() === $left;
	}

	/** @return array<string, string> Addresses of shops' pictures by their hash. */
	private static function shown( int $registry, array $items ): array {
		$shown = array();
		foreach ( $items as $item ) {
			$address = WebAddress::of( (string) ( $item['image_url'] ?? '' ) );
			if ( '' !== $address && ! Folder::is_own( $address ) ) {
				$shown[ Thumbnails::hash( $registry, (int) $item['id'], $address ) ] = $address;
			}
		}
		return $shown;
	}

	/** Checks whether the service found no picture at an address. After any other failure, there may be a picture. */
	private static function is_refused( mixed $answer ): bool {
		return $answer instanceof WP_Error && 422 === ApiError::status( $answer );
	}
}
