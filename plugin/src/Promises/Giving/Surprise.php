<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\RegistryMeta;
use WP_Post;

/** Settings of a registry that hide gifts from its owner until the day of the reveal, by the site's clock. */
final class Surprise extends SurpriseRules {

	/**
	 * Meta keys of the settings, in the order of the parameters of SurpriseRules. A change of one of them can move the day
	 * of the reveal.
	 */
	public const META = array( RegistryMeta::SURPRISE, RegistryMeta::EVENT_DATE, RegistryMeta::REVEAL_DATE );

	/** Returns the settings of a registry, with defaults for missing settings. */
	public static function of( WP_Post $registry ): self {
		$meta = static fn ( string $key ): string => trim( (string) get_post_meta( $registry->ID, $key, true ) );
		return new self( ...array_map( $meta, self::META ), now: current_datetime() );
	}

	/**
	 * Returns the day until which a secret promise stays secret; null without a day. Null also if another list has, or
	 * had, the wish: its day may count, too, and givers may not know this list (architecture: Who sees what).
	 */
	public static function day_of( WP_Post $registry, int $item_id ): ?string {
		$surprise = self::of( $registry );
		return $surprise->has_come() || array() !== Appearances::ever_of_item( $registry, $item_id ) ? null : $surprise->day;
	}

	/**
	 * Returns what owners may see of a new promise for an item: the strictest level of all lists with the item. It is only
	 * for the sentence of a form, before there is a promise; the service decides the level that it stores.
	 */
	public static function level_of_item( WP_Post $registry, int $item_id ): string {
		$levels = array_map(
			static fn ( WP_Post $list ): string => self::of( $list )->level_now(),
			array( $registry, ...Appearances::of_item( $registry, $item_id ) )
		);
		return array_values( array_intersect( array( self::HIDDEN, self::COUNTS ), $levels ) )[0] ?? self::NAMES;
	}

	/**
	 * Returns fields of a new promise: what owners may see of it now.
	 *
	 * @param string $promised Level at the moment of the promise, if its wish was not on the list yet; '' otherwise.
	 * @return array{level: string, secret: bool}
	 */
	public function fields_of_promise( string $promised = '' ): array {
		$level = $this->level_since( $promised );
		return array(
			'level'  => $level,
			'secret' => self::HIDDEN === $level,
		);
	}

	/** Checks if fields change the settings. @param array<string, string> $stored Values by post field or meta key. */
	public static function is_changed_by( array $stored, int $registry_id ): bool {
		return array() !== array_filter(
			self::META,
			static fn ( string $key ): bool => isset( $stored[ $key ] )
				&& (string) get_post_meta( $registry_id, $key, true ) !== $stored[ $key ]
		);
	}

	/** Returns the label that owners see for a level. */
	public static function label( string $level ): string {
		return match ( $level ) {
			self::NAMES  => __( 'Show me everything', 'largesse' ),
			self::COUNTS => __( 'Show me how many', 'largesse' ),
			default      => __( 'Surprise me', 'largesse' ),
		};
	}
}
