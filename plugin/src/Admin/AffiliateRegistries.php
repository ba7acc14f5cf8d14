<?php
/**
 * The registries of listed items.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;

/**
 * Knows registries by what a search says, and shows those of items. Their names are the site's: the API has none.
 */
final class AffiliateRegistries {

	/** Most registries that a search hands to the API (contract: MAX_IDS). */
	public const MAX_NAMED = 100;

	/**
	 * Whether the last search found more registries than could be handed on.
	 *
	 * @var bool
	 */
	public bool $are_too_many = false;

	/**
	 * Ids of the registries whose names hold a text, the newest first.
	 *
	 * @param string $text The text; an empty one finds none.
	 * @return list<int>
	 */
	public function named( string $text ): array {
		if ( '' === $text ) {
			return array();
		}
		$ids                = get_posts(
			array(
				'post_type'      => RegistryPostType::NAME,
				'post_status'    => get_post_stati(),
				// The query takes slashes away.
				's'              => wp_slash( RegistryTitle::encode( $text ) ),
				'sentence'       => true,
				'search_columns' => array( 'post_title' ),
				'posts_per_page' => self::MAX_NAMED + 1,
				'orderby'        => 'ID',
				'fields'         => 'ids',
			)
		);
		$this->are_too_many = count( $ids ) > self::MAX_NAMED;
		return array_slice( $ids, 0, self::MAX_NAMED );
	}

	/**
	 * Reads the registries of items in one query.
	 *
	 * @param list<array<string, mixed>> $items The items.
	 */
	public function prime( array $items ): void {
		_prime_post_caches( array_values( array_unique( array_column( $items, 'registry_id' ) ) ), false, false );
	}

	/**
	 * The name of a registry as HTML, which leads to where it is edited.
	 *
	 * @param int $id Id of the registry.
	 */
	public function link( int $id ): string {
		$registry = get_post( $id );
		if ( ! RegistryPostType::is( $registry ) ) {
			/* translators: %d: id of a registry. */
			return '<em>' . esc_html( sprintf( __( 'Registry %d is gone', 'largesse' ), $id ) ) . '</em>';
		}
		$title = trim( RegistryTitle::of( $registry ) );
		$name  = '<bdi>' . PlainText::html( '' === $title ? __( '(no title)', 'largesse' ) : $title ) . '</bdi>';
		if ( 'trash' === $registry->post_status ) {
			return $name . '<br /><em>' . esc_html__( 'In the trash', 'largesse' ) . '</em>';
		}
		$url = get_edit_post_link( $id, 'raw' );
		return null === $url ? $name : sprintf( '<a href="%s">%s</a>', esc_url( $url ), $name );
	}

	/**
	 * Shows the name of a registry.
	 *
	 * @param int $id Id of the registry.
	 */
	public function show( int $id ): void {
		echo $this->link( $id ); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Escaped where it is made.
	}
}
