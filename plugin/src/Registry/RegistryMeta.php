<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/**
 * Declares what a registry holds besides title and story. All values are strings that come back as they were sent: the
 * lists are JSON, the event fields plain text to be escaped on output.
 */
final class RegistryMeta {

	public const ITEM_IDS = 'registry_item_ids';
	public const INVITEES = 'registry_invitees';
	/** Co-owners and keepers, named as invitees are (see People). */
	public const OWNERS  = 'registry_owners';
	public const KEEPERS = 'registry_keepers';

	/** Headings above the wishes, and the ids of most wanted items (see Grouping). */
	public const HEADINGS    = 'registry_headings';
	public const MOST_WANTED = 'registry_most_wanted';

	public const EVENT_TYPE = 'registry_event_type';
	public const EVENT_DATE = 'registry_event_date';

	/**
	 * How much of who gives the owner gets to see, one of `Rules::SURPRISE_LEVELS`, and the day of the reveal (rules:
	 * Surprise).
	 */
	public const SURPRISE    = 'registry_surprise';
	public const REVEAL_DATE = 'registry_reveal_date';

	/**
	 * Address of the picture on top, which was uploaded here (see Cover). It concerns this site's pages alone, and is in
	 * no API.
	 */
	public const COVER = 'registry_cover';

	/** '1' where the owner keeps the registry as past; it concerns this site's pages alone, and is in no API. */
	public const PAST = '_largesse_past';

	/**
	 * When the shops of the wishes are to be looked at next (Unix, in seconds), where the owner wants that (rules: The
	 * watch).
	 */
	public const WATCHED = '_largesse_watched';

	/** The lists, which are JSON and are written only over what was read (see StoredList). */
	public const LISTS = array( self::ITEM_IDS, self::INVITEES, self::OWNERS, self::KEEPERS, self::HEADINGS, self::MOST_WANTED );

	/** The lists that only owners, keepers, invitees and administrators see. */
	public const PEOPLE = array( self::INVITEES, self::OWNERS, self::KEEPERS );

	/**
	 * Names by which everybody finds a public registry on this site; none while its owner does not want that (rules:
	 * Finding).
	 */
	public const NAMES = '_largesse_names';

	/** What a key holds while nothing was stored. */
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

	/** Checks whether the owner keeps a registry as past. */
	public static function is_past( WP_Post $registry ): bool {
		return '1' === get_post_meta( $registry->ID, self::PAST, true );
	}

	/** Checks whether the owner wants the shops of a registry's wishes watched. */
	public static function is_watched( int $registry_id ): bool {
		return '' !== (string) get_post_meta( $registry_id, self::WATCHED, true );
	}

	/**
	 * Registers the keys with WordPress and its REST API. Only there are co-owners and keepers checked (see RestWrites), so
	 * XML-RPC, which takes them for custom fields, may not write them.
	 */
	public function register_keys(): void {
		foreach ( self::DEFAULTS as $key => $default ) {
			register_post_meta(
				RegistryPostType::NAME,
				$key,
				array(
					'type'          => 'string',
					'single'        => true,
					'default'       => $default,
					'show_in_rest'  => true,
					// WordPress asks for 'edit_post' as well; this only says whether the key itself is an obstacle.
					'auth_callback' => in_array( $key, array( self::OWNERS, self::KEEPERS ), true ) ? 'wp_is_serving_rest_request' : '__return_true',
				)
			);
		}
	}

	/**
	 * Keeps the lists out of what shows "custom fields": the editor's panel, where nobody should edit JSON, and
	 * block bindings, by which any author could print the invitees of other people's registries.
	 *
	 * @param mixed $is_protected Whether the key is protected so far.
	 * @param mixed $key          Meta key.
	 */
	public function protect_lists( mixed $is_protected, mixed $key ): bool {
		return $is_protected || in_array( $key, self::LISTS, true );
	}

	/**
	 * Keeps the mark of changes out of WordPress's exports: it has no meaning on another site.
	 *
	 * @param mixed $is_skipped Whether the key is left out so far.
	 * @param mixed $key        Meta key.
	 */
	public static function is_not_exported( mixed $is_skipped, mixed $key ): bool {
		return $is_skipped || ItemReader::MARK === $key;
	}
}
