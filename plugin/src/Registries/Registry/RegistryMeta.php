<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use WP_Post;

/**
 * Declares the meta keys of a registry. All values are strings. The lists are JSON. The event fields are plain text,
 * which must be escaped on output.
 */
final class RegistryMeta {

	public const ITEM_IDS = 'registry_item_ids';
	public const INVITEES = 'registry_invitees';

	/** Co-owners and keepers, in the format of the invitees (see Roles). */
	public const OWNERS  = 'registry_owners';
	public const KEEPERS = 'registry_keepers';

	/** Headings of the wishes, and ids of the most wanted items (see Order). */
	public const HEADINGS    = 'registry_headings';
	public const MOST_WANTED = 'registry_most_wanted';

	public const EVENT_TYPE = 'registry_event_type';
	public const EVENT_DATE = 'registry_event_date';

	/** Level of surprise: one of `Rules::SURPRISE_LEVELS`; day of the reveal (rules: Surprise). */
	public const SURPRISE    = 'registry_surprise';
	public const REVEAL_DATE = 'registry_reveal_date';

	/** Address of the cover picture, which was uploaded to this site (see Cover). The service does not use this key. */
	public const COVER = 'registry_cover';

	/** '1' if the owner marked the registry as past. The service does not use this key. */
	public const PAST = '_largesse_past';

	/**
	 * Keys of lists, which are stored as JSON. StoredList writes a list only if nobody has changed it since it was read.
	 */
	public const LISTS = array(
		self::ITEM_IDS,
		self::INVITEES,
		self::OWNERS,
		self::KEEPERS,
		self::HEADINGS,
		self::MOST_WANTED,
	);

	/** Lists that only owners, keepers, invitees and administrators see. */
	public const PEOPLE = array( self::INVITEES, self::OWNERS, self::KEEPERS );

	/** People who were asked to be co-owners or keepers, and have not accepted yet (see Proposals). */
	public const PROPOSED_OWNERS  = '_largesse_proposed_owners';
	public const PROPOSED_KEEPERS = '_largesse_proposed_keepers';

	/** Lists of proposals, by the key of the list that the people would join. */
	public const PROPOSED = array(
		self::OWNERS  => self::PROPOSED_OWNERS,
		self::KEEPERS => self::PROPOSED_KEEPERS,
	);

	/** Lists of people who help the author. They grant more rights than an invitation. */
	public const HELPERS = array( self::OWNERS, self::KEEPERS );

	public const NAMED = array( ...self::PEOPLE, self::PROPOSED_OWNERS, self::PROPOSED_KEEPERS );

	/** Keys that themes may show with a block binding. */
	private const SHOWN = array( self::EVENT_TYPE, self::EVENT_DATE, self::COVER );

	public const DEFAULTS = array(
		self::ITEM_IDS    => '[]',
		self::INVITEES    => '[]',
		self::OWNERS      => '[]',
		self::KEEPERS     => '[]',
		self::HEADINGS    => '[]',
		self::MOST_WANTED => '[]',
		self::EVENT_TYPE  => '',
		self::EVENT_DATE  => '',
		self::SURPRISE    => '',
		self::REVEAL_DATE => '',
		self::COVER       => '',
	);

	/** Returns true if the owner marked the registry as past, and its date is not in the future. */
	public static function is_past( WP_Post $registry ): bool {
		return '1' === get_post_meta( $registry->ID, self::PAST, true )
			&& (string) get_post_meta( $registry->ID, self::EVENT_DATE, true ) <= (string) wp_date( 'Y-m-d' );
	}

	/** Registers the keys that themes may show, on every page. WordPress has registered its own meta before. */
	public static function register_shown(): void {
		add_filter( 'is_protected_meta', array( self::class, 'protect' ), 10, 2 );
		array_map( self::register( ... ), self::SHOWN );
	}

	/**
	 * Registers the other keys, where WordPress reads or writes meta for users: in the REST API, wp-admin and XML-RPC.
	 * XML-RPC cannot write the lists of co-owners and keepers, because these lists grant rights. XML-RPC can write the
	 * other keys, without the checks of RestWrites.
	 */
	public static function register_others(): void {
		array_map( self::register( ... ), array_diff( array_keys( self::DEFAULTS ), self::SHOWN ) );
	}

	/** Returns the default value of a key that a registry lacks. */
	public static function add_default( mixed $value, mixed $post_id, mixed $key, mixed $single ): mixed {
		if ( ! in_array( $key, self::LISTS, true ) || RegistryPostType::NAME !== get_post_type( (int) $post_id ) ) {
			return $value;
		}
		return $single ? self::DEFAULTS[ $key ] : array( self::DEFAULTS[ $key ] );
	}

	/**
	 * Hides keys from the editor's custom-fields panel, because nobody should edit JSON there. Also hides them from block
	 * bindings. With a binding, any author could print the invitees of other people's registries.
	 */
	public static function protect( mixed $is_protected, mixed $key ): bool {
		return $is_protected || ( isset( self::DEFAULTS[ $key ] ) && ! in_array( $key, self::SHOWN, true ) );
	}

	/** Excludes the mark of a creation from WordPress's exports, because the mark has no meaning on another site. */
	public static function skip_export( mixed $is_skipped, mixed $key ): bool {
		return $is_skipped || RestWrites::CREATION_MARK === $key;
	}

	private static function register( string $key ): void {
		register_post_meta(
			RegistryPostType::NAME,
			$key,
			array(
				'type'          => 'string',
				'single'        => true,
				'show_in_rest'  => true,
				// This callback need not check the user, because WordPress also requires `edit_post`.
				'auth_callback' => in_array( $key, self::HELPERS, true ) ? 'wp_is_serving_rest_request' : '__return_true',
			)
		);
	}
}
