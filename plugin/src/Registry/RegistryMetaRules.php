<?php
/**
 * The rules for the meta of a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Feature;
use WP_Error;
use WP_REST_Request;

/**
 * Refuses meta that breaks its rule before anything is stored. WordPress's own check comes after the post was
 * written, and changing a value until it fits would lose what was sent.
 */
final class RegistryMetaRules implements Feature {

	/** Most characters of an occasion. */
	public const MAX_TYPE_CHARS = 100;

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'rest_pre_insert_' . RegistryPostType::NAME, array( $this, 'check' ), 10, 2 );
	}

	/**
	 * Lets a registry pass on its way to the database, or gives the error that tells what is wrong with it.
	 *
	 * @param mixed           $prepared The post as it will be stored, or an error of an earlier filter.
	 * @param WP_REST_Request $request  The request.
	 */
	public function check( mixed $prepared, WP_REST_Request $request ): mixed {
		$meta = $request['meta'];
		if ( is_wp_error( $prepared ) || ! is_array( $meta ) ) {
			return $prepared;
		}
		foreach ( array_intersect_key( $meta, RegistryMeta::DEFAULTS ) as $key => $value ) {
			// null deletes the value.
			if ( null !== $value && ! ( is_string( $value ) && $this->is_valid( $key, $value ) ) ) {
				return new WP_Error(
					'largesse_invalid_meta',
					/* translators: %s: name of a field. */
					sprintf( __( 'The value of %s is not valid.', 'largesse' ), $key ),
					array( 'status' => 400 )
				);
			}
		}
		return $prepared;
	}

	/**
	 * Whether a value may be stored under a key.
	 *
	 * @param string $key   Meta key.
	 * @param string $value Value as sent.
	 */
	public function is_valid( string $key, string $value ): bool {
		return match ( $key ) {
			RegistryMeta::ITEM_IDS   => $this->is_list_of( $value, static fn( mixed $id ): bool => is_int( $id ) && $id > 0 ),
			RegistryMeta::INVITEES   => $this->is_list_of( $value, $this->is_invitee( ... ), InviteeList::MAX ),
			RegistryMeta::EVENT_TYPE => mb_strlen( $value ) <= self::MAX_TYPE_CHARS,
			RegistryMeta::EVENT_DATE => '' === $value || $this->is_date( $value ),
			default                  => true,
		};
	}

	/**
	 * Whether a value is a JSON array of valid entries.
	 *
	 * @param string   $json     Value as sent.
	 * @param callable $is_entry Whether one entry is valid.
	 * @param int      $max      How many entries there may be.
	 */
	private function is_list_of( string $json, callable $is_entry, int $max = PHP_INT_MAX ): bool {
		$list = json_decode( $json, true );
		if ( ! is_array( $list ) || ! array_is_list( $list ) || count( $list ) > $max ) {
			return false;
		}
		foreach ( $list as $entry ) {
			if ( ! $is_entry( $entry ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether something may stand in the list of invitees.
	 *
	 * @param mixed $entry Entry of the list.
	 */
	private function is_invitee( mixed $entry ): bool {
		return is_string( $entry ) && '' !== trim( $entry ) && mb_strlen( $entry ) <= InviteeList::MAX_CHARS;
	}

	/**
	 * Whether a value is a day of the calendar, written YYYY-MM-DD.
	 *
	 * @param string $value Value as sent.
	 */
	private function is_date( string $value ): bool {
		return 1 === preg_match( '/^(\d{4})-(\d{2})-(\d{2})\z/', $value, $part )
			&& checkdate( (int) $part[2], (int) $part[3], (int) $part[1] );
	}
}
