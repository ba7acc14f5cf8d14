<?php
declare( strict_types=1 );

namespace Largesse\Sizes;

use Largesse\Html\Template;
use Largesse\Invitations\GuestAccess;
use Largesse\Registry\Registries;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Shows sizes and notes on the page of a registry. Strangers and search engines must not read sizes, so a public
 * registry shows sizes only to members and to guests with a link. No cache stores pages for these visitors. WordPress
 * prevents caching for members, and Invitations\ContinuePage prevents caching for guests with a link.
 */
final class ShownSizes {

	/**
	 * Adds the sizes if the visitor may see them.
	 *
	 * @param list<string> $parts HTML of other parts.
	 * @return list<string>
	 */
	public static function add_to_page( array $parts, WP_Post $registry ): array {
		$groups = self::may_see( $registry ) ? self::groups( $registry ) : array();
		return $groups ? array( ...$parts, Template::render( 'sizes/shown-sizes', array( 'groups' => $groups ) ) ) : $parts;
	}

	/**
	 * Returns the registry's own sizes, or the sizes of its owners.
	 *
	 * @return list<array{person: string|null, fields: list<array{label: string, value: string}>}> Groups with fields; `person` is the name of an owner, null for sizes of the registry.
	 */
	public static function groups( WP_Post $registry ): array {
		if ( StoredSizes::belong_to_registry( $registry ) ) {
			$groups = array(
				array(
					'person' => null,
					'fields' => StoredSizes::of_registry( $registry->ID )->fields(),
				),
			);
		} else {
			$groups = array();
			foreach ( Roles::of( $registry )->owners() as $owner ) {
				$groups[] = array(
					'person' => $owner->display_name,
					'fields' => StoredSizes::of_user( $owner->ID )->fields(),
				);
			}
		}
		return array_values( array_filter( $groups, static fn ( array $group ): bool => array() !== $group['fields'] ) );
	}

	/** Checks whether a visitor who may read a registry may see the sizes, too. */
	private static function may_see( WP_Post $registry ): bool {
		return is_user_logged_in() || ! Registries::is_public( $registry )
			|| ( GuestAccess::requested_registry()?->ID === $registry->ID && null !== GuestAccess::guest() );
	}
}
