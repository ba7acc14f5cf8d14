<?php
/**
 * The states of an affiliate link.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

/**
 * What the API calls the states of an affiliate link (spec: States and transitions), and what people call them.
 */
final class AffiliateStatus {

	/** What stands for items without a status: in the search of the API, and in forms. */
	public const UNSET = 'unset';

	/**
	 * All states with their names.
	 *
	 * @return array<string, string>
	 */
	public static function labels(): array {
		return array(
			'active'    => __( 'Active', 'largesse' ),
			'inactive'  => __( 'Inactive', 'largesse' ),
			'expired'   => __( 'Expired', 'largesse' ),
			'none'      => __( 'None', 'largesse' ),
			self::UNSET => __( 'Not set', 'largesse' ),
		);
	}

	/**
	 * Whether something is the key of a state.
	 *
	 * @param mixed $status What may be one.
	 */
	public static function is( mixed $status ): bool {
		return is_string( $status ) && array_key_exists( $status, self::labels() );
	}

	/**
	 * The key of an item's state.
	 *
	 * @param array<string, mixed> $item An item of the API.
	 */
	public static function of( array $item ): string {
		return self::is( $item['affiliate_status'] ) ? $item['affiliate_status'] : self::UNSET;
	}

	/**
	 * What the API is sent for a state.
	 *
	 * @param string $status Key of the state.
	 */
	public static function value( string $status ): ?string {
		return self::UNSET === $status ? null : $status;
	}
}
