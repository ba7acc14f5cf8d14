<?php
declare( strict_types=1 );

namespace Largesse\Helpers;

use Largesse\Invitations\MemberNames;
use Largesse\Registry\ListedPeople;
use Largesse\Registry\PeopleEntries;
use Largesse\Registry\RegistryMeta;
use WP_Post;

/**
 * Finds the display names of co-owners and keepers who were added by user name.
 */
final class HelperNames {

	/**
	 * Adds the field `helper_names` with display names to the data of a registry. The field is empty for users who may
	 * not edit the registry.
	 *
	 * @param array<string, mixed> $fields Existing data about the registry's people.
	 * @return array<string, mixed>
	 */
	public static function add_to_people( array $fields, WP_Post $registry ): array {
		return $fields + array( 'helper_names' => (object) ( current_user_can( 'edit_post', $registry->ID ) ? self::of( $registry ) : array() ) );
	}

	/**
	 * Returns the display names of the co-owners and keepers of a registry.
	 *
	 * @return array<string, string> Display names by user name as written in the lists.
	 */
	public static function of( WP_Post $registry ): array {
		$entries = array( ...ListedPeople::entries_of( $registry, RegistryMeta::OWNERS ), ...ListedPeople::entries_of( $registry, RegistryMeta::KEEPERS ) );
		$known   = MemberNames::display_names( array_values( array_filter( $entries, static fn ( string $entry ) => ! str_contains( $entry, '@' ) ) ) );
		$names   = array();
		foreach ( $entries as $entry ) {
			$name = $known[ PeopleEntries::normalize( $entry ) ] ?? '';
			if ( '' !== $name ) {
				$names[ $entry ] = $name;
			}
		}
		return $names;
	}
}
