<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Mail\MailOptOuts;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Store;
use Largesse\Registry\StoredLists;
use WP_Post;

/**
 * Adds a person's registries, their items, and invitations to other people's registries to WordPress's erasure of
 * personal data (Tools > Erase Personal Data). The API keeps a row for every item, so its text is overwritten. If the
 * service does not answer, the registry is kept, because its items could not be found without it.
 */
final class Eraser {

	/** Number of items that one request erases; each is a call of the service. */
	private const PAGE = 100;

	/** Values of an erased item. */
	private const NOTHING = array(
		'name'             => '-',
		'url'              => 'https://erased.invalid/',
		'description'      => null,
		'retailer'         => null,
		'image_url'        => null,
		'price'            => null,
		'affiliate_url'    => null,
		'affiliate_status' => null,
	);

	public function __construct( private readonly Store $store ) {}

	/**
	 * Erases one registry of a person, or a part of its items. WordPress repeats the call until none are left.
	 *
	 * @param string $email E-mail address of the person.
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	public function registries( string $email ): array {
		$registry = DataSubject::with_email( $email )->registries( 1 )[0] ?? null;
		if ( null === $registry ) {
			return self::answer( true );
		}
		$is_erased = $this->erase_items( $registry );
		if ( null === $is_erased || ( $is_erased && ! $this->store->details->delete( $registry->ID ) ) ) {
			return self::answer( true, array(), array( $registry ) );
		}
		return self::answer( false, array( $registry ) );
	}

	/**
	 * Removes a person from the lists of a part of the registries, with the states of their invitations and their queued
	 * mails. Their refusal of mails is kept, or they would get mails again.
	 *
	 * @param string $email E-mail address of the person.
	 * @param int    $page  Number of the page, from 1.
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	public function invitations( string $email, int $page = 1 ): array {
		$person = DataSubject::with_email( $email );
		$found  = $person->invitations( $page );
		$erased = array();
		$kept   = array();
		foreach ( $found['registries'] as $registry ) {
			if ( ! $this->remove_from_lists( $registry, $person ) ) {
				$kept[] = $registry;
			} else {
				$erased[] = $registry;
			}
		}
		$answer = self::answer( $found['done'], $erased, $kept );
		if ( 1 === $page && MailOptOuts::has_opted_out( $email ) ) {
			$answer['items_retained'] = true;
			$answer['messages'][]     = esc_html__( 'The site still remembers that this person wants no invitations by mail, as a code that does not reveal the address. The person can change that with the link in any invitation.', 'largesse' );
		}
		return $answer;
	}

	/** Removes a person from all lists of a registry; returns whether that worked. */
	private function remove_from_lists( WP_Post $registry, DataSubject $person ): bool {
		$invited = $person->entries_in( $registry, RegistryMeta::INVITEES );
		$is_done = ! $invited || ! is_wp_error( $this->store->people->uninvite( $registry->ID, $invited ) );
		foreach ( array( RegistryMeta::OWNERS, RegistryMeta::KEEPERS ) as $key ) {
			foreach ( $person->entries_in( $registry, $key ) as $entry ) {
				$is_done = ! is_wp_error( $this->store->people->remove_person( $registry, $key, $entry ) ) && $is_done;
			}
		}
		return $is_done;
	}

	/**
	 * Erases some of the items of a registry.
	 *
	 * @return bool|null Whether all are erased; null if the service does not erase them.
	 */
	private function erase_items( WP_Post $registry ): ?bool {
		$erased = $this->store->items->retire( $registry->ID, self::NOTHING, self::PAGE );
		if ( ! is_wp_error( $erased ) ) {
			return $erased < self::PAGE;
		}
		// A site that never had an address of the service has no items. A site that lost the address may still have some.
		return 'api_not_configured' === $erased->get_error_code() && ! StoredLists::order( $registry->ID ) ? true : null;
	}

	/**
	 * Returns an answer in WordPress's format. WordPress prints the messages as HTML.
	 *
	 * @param bool          $done   Whether this was the last page.
	 * @param list<WP_Post> $erased Registries with erased data.
	 * @param list<WP_Post> $kept   Registries that could not be erased.
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	private static function answer( bool $done, array $erased = array(), array $kept = array() ): array {
		$message = static fn ( WP_Post $registry ): string => esc_html(
			/* translators: %s: title of a registry. */
			sprintf( __( 'The gift registry “%s” could not be changed. Check under Tools > Site Health whether the registry service answers, then erase again.', 'largesse' ), RegistryTitle::of( $registry ) )
		);
		return array(
			'items_removed'  => array() !== $erased,
			'items_retained' => array() !== $kept,
			'messages'       => array_map( $message, $kept ),
			'done'           => $done,
		);
	}
}
