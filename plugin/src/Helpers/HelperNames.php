<?php
declare( strict_types=1 );

namespace Largesse\Helpers;

use Largesse\FeatureFields;
use Largesse\Http\Schema;
use Largesse\Invitations\MemberNames;
use Largesse\Registry\ListedPeople;
use Largesse\Registry\PeopleEntries;
use Largesse\Registry\RegistryMeta;
use WP_Post;

/**
 * Field with the display names of co-owners and keepers who were added by user name.
 */
final class HelperNames extends FeatureFields {

	public static function schema(): array {
		return array( 'helper_names?' => Schema::texts( 'Display names of co-owners and keepers, by user name; empty unless the caller may change the registry.' ) );
	}

	/** Returns the field. It is empty for users who may not edit the registry. */
	public static function people( WP_Post $registry ): array {
		return array( 'helper_names' => (object) ( current_user_can( 'edit_post', $registry->ID ) ? self::of( $registry ) : array() ) );
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
