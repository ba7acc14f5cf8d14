<?php
/**
 * The erasure of personal data.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Api\Client;
use Largesse\Registry\InviteeList;
use Largesse\Registry\ItemIds;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/**
 * Adds to WordPress's erasure of personal data (Tools > Erase Personal Data) the registries that a person owns, with
 * their items, and the invitations to other people's. The API keeps a row of every item, so its text is overwritten.
 * Where the service does not answer nothing of a registry is erased: without the registry nobody could find its
 * items again.
 */
final class Eraser {

	/** How many items are erased in one request; each is a call. */
	private const PAGE = 100;

	/** What stands in the row of an erased item. */
	private const NOTHING = array(
		'name'             => '-',
		'url'              => 'https://erased.invalid/',
		'description'      => null,
		'retailer'         => null,
		'image_url'        => null,
		'price'            => null,
		'affiliate_url'    => null,
		'affiliate_status' => null,
		'is_active'        => false,
	);

	/**
	 * Keeps what erases the items.
	 *
	 * @param Client $client Speaks to the API.
	 */
	public function __construct( private readonly Client $client ) {}

	/**
	 * Erases one registry of a person, or a part of its items. WordPress asks again until all are gone.
	 *
	 * @param string $email E-mail address of the person.
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	public function registries( string $email ): array {
		$registry = Person::with_email( $email )->registries( 1 )[0] ?? null;
		if ( null === $registry ) {
			return self::answer( true );
		}
		$left = $this->erase_items( $registry );
		if ( null === $left || ( 0 === $left && ! wp_delete_post( $registry->ID, true ) ) ) {
			return self::answer( true, array(), array( $registry ) );
		}
		return self::answer( false, array( $registry ) );
	}

	/**
	 * Takes back the invitations of a person in a part of the registries.
	 *
	 * @param string $email E-mail address of the person.
	 * @param int    $page  Which part, from 1.
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	public function invitations( string $email, int $page = 1 ): array {
		$person = Person::with_email( $email );
		$found  = $person->invitations( $page );
		$erased = array();
		$kept   = array();
		foreach ( $found['registries'] as $registry ) {
			if ( is_wp_error( InviteeList::remove( $registry, $person->is_named_by( ... ) ) ) ) {
				$kept[] = $registry;
			} else {
				$erased[] = $registry;
			}
		}
		return self::answer( $found['done'], $erased, $kept );
	}

	/**
	 * Erases some of the items of a registry.
	 *
	 * @param WP_Post $registry The registry.
	 * @return int|null 0 when no active ones are left; null when the service does not do it.
	 */
	private function erase_items( WP_Post $registry ): ?int {
		// A site that never had an address of the service has no items; one that lost it has them still.
		if ( ! $this->client->is_configured() ) {
			return ItemIds::of( $registry->ID ) ? null : 0;
		}
		$items = $this->client->list_items(
			array(
				'registry_id' => $registry->ID,
				'limit'       => self::PAGE,
			)
		);
		if ( ! is_array( $items ) ) {
			return null;
		}
		foreach ( $items as $item ) {
			// null: somebody else removed it meanwhile.
			if ( is_wp_error( $this->client->update_item( (int) $item['id'], self::NOTHING ) ) ) {
				return null;
			}
		}
		return count( $items ) < self::PAGE ? 0 : self::PAGE;
	}

	/**
	 * An answer as WordPress takes it; it prints the messages as HTML.
	 *
	 * @param bool          $done   Whether this was the last part.
	 * @param list<WP_Post> $erased Registries with which it worked.
	 * @param list<WP_Post> $kept   Registries with which it did not.
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	private static function answer( bool $done, array $erased = array(), array $kept = array() ): array {
		$message = static fn ( WP_Post $registry ): string => esc_html(
			/* translators: %s: title of a registry. */
			sprintf( __( 'The gift registry “%s” could not be changed. See Tools > Site Health whether the registry service answers, then erase once more.', 'largesse' ), RegistryTitle::of( $registry ) )
		);
		return array(
			'items_removed'  => array() !== $erased,
			'items_retained' => array() !== $kept,
			'messages'       => array_map( $message, $kept ),
			'done'           => $done,
		);
	}
}
