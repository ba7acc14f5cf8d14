<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Http\Body;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Post;
use WP_REST_Response;

/**
 * Stores who last changed a registry or its wishes. Other open pages with the registry can then offer to show the
 * changes. Gifts do not count as changes, so secret gifts store nothing here (rules: Surprise).
 */
final class RecentEdits {

	/** Meta key of the latest changes, as JSON. */
	public const STORED = '_largesse_edits';

	/** Maximum number of stored changes. */
	private const MOST = 10;

	/** @var array<int, true> Registries whose change this request has stored already. */
	private array $stored = array();

	/**
	 * Stores that a list of a registry has changed, such as its headings or its co-owners. Ignores a change of invitees or
	 * proposals by someone who cannot edit the registry, such as a person who adds themselves or declines.
	 */
	public function store_after_meta( mixed $meta_id, mixed $id, mixed $key ): void {
		$is_named = RegistryMeta::INVITEES === $key || in_array( $key, RegistryMeta::PROPOSED, true );
		if (
			( $is_named || in_array( $key, RegistryMeta::LISTS, true ) )
			&& ( ! $is_named || current_user_can( 'edit_post', (int) $id ) )
		) {
			$this->store( (int) $id );
		}
	}

	/**
	 * Stores that the fields of a registry have changed. The plugin saves the post after the meta fields, so all fields
	 * have their new values when this hook runs.
	 */
	public function store_after_post( mixed $id, mixed $post ): void {
		if ( $post instanceof WP_Post && RegistryPostType::is( $post ) ) {
			$this->store( $post->ID );
		}
	}

	/** Stores that a wish has changed, except in wp-admin: only affiliate links change there, which owners cannot see. */
	public function store_after_wish( mixed $registry_id ): void {
		if ( ! is_admin() ) {
			$this->store( (int) $registry_id );
		}
	}

	/** Stores that the displayed wishes may have changed, for example because of a gift, but never a secret one. */
	public static function store_after_guests( mixed $registry_id ): void {
		$stored = self::stored( (int) $registry_id );
		self::write( (int) $registry_id, array( 'guests' => self::next( $stored['guests'] ) ) + $stored );
	}

	/** Excludes the changes from WordPress's exports, because other sites have other users. */
	public static function skip_export( mixed $is_skipped, mixed $key ): bool {
		return $is_skipped || self::STORED === $key;
	}

	/** Returns the latest changes of a registry. Reads only the site's database. */
	public function answer( Body $body, int $id ): WP_REST_Response {
		$edits = array_map(
			static fn ( array $edit ): array => array(
				'id'     => $edit['id'],
				'tab'    => $edit['tab'],
				'name'   => (string) ( get_userdata( $edit['by'] )->display_name ?? '' ),
				'is_own' => get_current_user_id() === $edit['by'],
			),
			self::stored( $id )['edits']
		);
		return new WP_REST_Response( compact( 'edits' ) + array( 'guests' => self::state( $id )['guests'] ) );
	}

	/**
	 * Returns the id of the latest change, and a text that changes when the invitees or the displayed wishes may have
	 * changed. Gifts that the owner must not know about do not change the text. Scripts compare this state with a later
	 * one.
	 *
	 * @return array{last_edit: string, guests: string}
	 */
	public static function state( int $id ): array {
		$stored = self::stored( $id );
		return array(
			'last_edit' => $stored['edits'][0]['id'] ?? '',
			'guests'    => md5( $stored['guests'] . get_post_meta( $id, RegistryMeta::INVITEES, true ) ),
		);
	}

	/** Stores only one change, even if this request writes several fields. */
	private function store( int $id ): void {
		if ( isset( $this->stored[ $id ] ) ) {
			return;
		}
		$this->stored[ $id ] = true;

		$stored = self::stored( $id );
		$by     = get_current_user_id();
		$header = 'HTTP_' . strtoupper( strtr( SharedNames::TAB_HEADER, '-', '_' ) );
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Only these characters remain.
		$tab   = substr( (string) preg_replace( '/[^0-9a-f-]/', '', (string) ( $_SERVER[ $header ] ?? '' ) ), 0, 36 );
		$edit  = array( 'id' => self::next( ( $stored['edits'][0]['id'] ?? '' ) . "{$by} {$tab}" ) ) + compact( 'by', 'tab' );
		$edits = array( $edit, ...array_slice( $stored['edits'], 0, self::MOST - 1 ) );
		self::write( $id, array( 'edits' => $edits ) + $stored );
	}

	/** Returns a new id. It is not random, because tests compare what owners see with and without secret gifts. */
	private static function next( string $earlier ): string {
		return md5( $earlier . ' ' . time() );
	}

	private static function write( int $id, array $stored ): void {
		// Stores nothing for a deleted registry. The action `largesse_page_changed` also fires when the items of a
		// deleted registry are retired.
		if ( RegistryPostType::is( get_post( $id ) ) ) {
			update_post_meta( $id, self::STORED, (string) wp_json_encode( $stored ) );
		}
	}

	/** @return array{edits: list<array{id: string, by: int, tab: string}>, guests: string} The latest edit is first. */
	private static function stored( int $id ): array {
		$stored = json_decode( (string) get_post_meta( $id, self::STORED, true ), true );
		return array(
			'edits'  => $stored['edits'] ?? array(),
			'guests' => $stored['guests'] ?? '',
		);
	}
}
