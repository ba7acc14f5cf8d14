<?php
declare( strict_types=1 );

namespace Largesse\Together\Helpers;

use Largesse\FeatureFields;
use Largesse\Foundation\Http\Schema;
use Largesse\Together\Invitations\MemberNames;
use Largesse\Registries\Registry\PeopleEntries;
use Largesse\Registries\Registry\Proposals;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use WP_Post;

/**
 * Fields with the display names of co-owners and keepers who were added by user name, and with the people who were
 * asked to be co-owners or keepers. The page shows these people only as the owner typed them, because they have not
 * agreed yet.
 */
final class HelperNames extends FeatureFields {

	public static function schema(): array {
		return array(
			'helper_names?'     => Schema::texts( 'Display names of co-owners and keepers, by user name; empty unless the caller may change the registry.' ),
			'proposed_owners?'  => Schema::listing( 'People who were asked to be co-owners and have not answered; empty unless the caller may change the registry.', array( 'type' => 'string' ) ),
			'proposed_keepers?' => Schema::listing( 'People who were asked to be keepers and have not answered; empty unless the caller may change the registry.', array( 'type' => 'string' ) ),
		);
	}

	/** Returns the fields. They are empty for users who may not edit the registry. */
	public static function people( WP_Post $registry ): array {
		$may_edit = current_user_can( 'edit_post', $registry->ID );
		return array(
			'helper_names'     => (object) ( $may_edit ? self::of( $registry ) : array() ),
			'proposed_owners'  => $may_edit ? Proposals::entries_of( $registry, RegistryMeta::OWNERS ) : array(),
			'proposed_keepers' => $may_edit ? Proposals::entries_of( $registry, RegistryMeta::KEEPERS ) : array(),
		);
	}

	public static function texts( WP_Post $registry ): array {
		$text = static fn ( string $label, string $key ): array => array(
			'label' => $label,
			'text'  => implode( ', ', Roles::entries_of( $registry, $key ) ),
		);
		return array(
			'co_owners'        => $text( __( 'Co-owners', 'largesse' ), RegistryMeta::OWNERS ),
			'keepers'          => $text( __( 'Keepers', 'largesse' ), RegistryMeta::KEEPERS ),
			'proposed_owners'  => $text( __( 'Asked to be co-owners', 'largesse' ), RegistryMeta::PROPOSED_OWNERS ),
			'proposed_keepers' => $text( __( 'Asked to be keepers', 'largesse' ), RegistryMeta::PROPOSED_KEEPERS ),
		);
	}

	/** @return array<string, string> Display names of co-owners and keepers, by user name as in the lists. */
	private static function of( WP_Post $registry ): array {
		$entries = array(
			...Roles::entries_of( $registry, RegistryMeta::OWNERS ),
			...Roles::entries_of( $registry, RegistryMeta::KEEPERS ),
		);
		$known   = MemberNames::display_names( $entries );
		return array_filter(
			array_combine(
				$entries,
				array_map( static fn ( string $entry ): string => $known[ PeopleEntries::normalize( $entry ) ] ?? '', $entries )
			),
			'strlen'
		);
	}
}
