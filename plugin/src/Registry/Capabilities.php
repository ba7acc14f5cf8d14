<?php
/**
 * Who may do what with registries.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Feature;

/**
 * Grants the capabilities on registries. They are computed from what a user has anyway and never stored, so that
 * nothing is left behind in the roles, and new roles need no set-up.
 */
final class Capabilities implements Feature {

	/** Capabilities on one's own registries: for everyone who may read the site. */
	private const OWN = array(
		'edit_registries',
		'edit_published_registries',
		'edit_private_registries',
		'publish_registries',
		'delete_registries',
		'delete_published_registries',
		'delete_private_registries',
	);

	/** Capabilities on other people's registries: for administrators. */
	private const OTHERS = array(
		'edit_others_registries',
		'delete_others_registries',
		'read_private_registries',
	);

	/** What shows that a user is an administrator; the API goes by the same capability. */
	private const ADMIN = 'manage_options';

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'user_has_cap', array( $this, 'grant' ) );
	}

	/**
	 * Adds the capabilities on registries to those that a user has.
	 *
	 * @param array<string, bool> $has What the user has.
	 * @return array<string, bool>
	 */
	public function grant( array $has ): array {
		$granted = array_merge(
			empty( $has['read'] ) ? array() : self::OWN,
			empty( $has[ self::ADMIN ] ) ? array() : array_merge( self::OWN, self::OTHERS )
		);
		return array_fill_keys( $granted, true ) + $has;
	}
}
