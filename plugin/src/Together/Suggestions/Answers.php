<?php
declare( strict_types=1 );

namespace Largesse\Together\Suggestions;

use Largesse\Promises\Giving\Purchases;
use Largesse\People\Mail\MailLanguage;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;
use Largesse\Foundation\Service\ApiError;
use WP_Error;
use WP_Post;

/**
 * Carries out the answers of owners, and stores the promised gifts (rules: Suggestions).
 *
 * An owner's request never stores a gift, because it would take longer with a promise than without. The cron does it,
 * or the next page on which a guest could give the new wish. If an answer of the service is lost, the same step runs
 * again: a gift has the id of its suggestion.
 */
final class Answers {

	public const HOOK = 'largesse_suggestions';

	/** Code of the error if a suggestion was taken back, or has an answer. */
	public const GONE = 'largesse_no_suggestion';

	/** Seconds until the next attempt; no other process works on the suggestion until then. */
	private const PAUSE = MINUTE_IN_SECONDS;

	/** Seconds until the next attempt to give a wish that has left the list. */
	private const LONG_PAUSE = HOUR_IN_SECONDS;

	/** Seconds after which a run starts no further registry, and timeout of a call while a guest waits for a page. */
	private const RUN_S          = 20;
	private const PAGE_TIMEOUT_S = 3;

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** Adds a suggested wish to the list once. @param array<string, mixed> $fields Fields, as the owner typed them. */
	public function accept( WP_Post $registry, string $handle, array $fields ): ?WP_Error {
		$found = StoredSuggestions::of( $registry->ID )->with_handle( $handle );
		if ( true !== $found?->is_waiting() ) {
			return null === $found ? new WP_Error( self::GONE ) : null;
		}
		// If the answer is lost, the same key and the same fields find the item that was created.
		$item = $this->store->items->add( $registry->ID, Wish::with_address( $found->fields ), key: $handle );
		if ( is_array( $item ) && $fields !== $found->fields ) {
			$item = $this->store->items->update( $registry->ID, $item['id'], Wish::with_address( $fields ) ) ?? ApiError::not_the_service();
		}
		if ( is_wp_error( $item ) ) {
			return $item;
		}
		$failed = self::change( $registry->ID, $found->id, static fn ( Suggestion $now ): Suggestion => $now->is_waiting() ? $now->accepted( $item['id'], $item['name'], time() ) : $now );
		if ( self::GONE === $failed?->get_error_code() ) {
			$this->store->items->remove( $registry->ID, $item['id'] );
		}
		wp_schedule_single_event( time(), self::HOOK, array( $registry->ID ) );
		return $failed;
	}

	/** Removes suggestions, or returns GONE if one is accepted. */
	public static function remove( int $registry_id, callable $is_meant ): ?WP_Error {
		return StoredSuggestions::change(
			$registry_id,
			static function ( StoredSuggestions $now ) use ( $is_meant ): StoredSuggestions|WP_Error {
				$accepted = array_filter( $now->all, static fn ( Suggestion $one ): bool => ! $one->is_waiting() && $is_meant( $one ) );
				return $accepted ? new WP_Error( self::GONE ) : $now->without( $is_meant );
			}
		);
	}

	/** Stores no further gift after the giver has given it back, because the answer to an attempt may have been lost. */
	public static function end_promise( string $purchase_id, int $registry_id ): void {
		if ( null !== StoredSuggestions::of( $registry_id )->find( $purchase_id ) ) {
			self::change( $registry_id, $purchase_id, static fn ( Suggestion $now ): Suggestion => $now->with( gift: Suggestion::ENDED, email: '', due: 0 ) );
		}
	}

	/** Works on all suggestions that are due. @param mixed $registry_id Registry of an owner's answer; 0 for all. */
	public function run( mixed $registry_id = 0 ): void {
		$end = time() + self::RUN_S;
		foreach ( Records::due_registries( StoredSuggestions::KIND, time() ) as $id ) {
			$registry = in_array( (int) $registry_id, array( 0, $id ), true ) && time() < $end ? get_post( $id ) : null;
			if ( RegistryPostType::is( $registry ) && 'trash' !== $registry->post_status ) {
				$this->finish( $registry );
			}
		}
	}

	/** Works on the suggestions of a registry before a guest sees a page on which they could give its wishes. */
	public function finish_for_page( WP_Post $registry ): void {
		( new self( $this->store, $this->purchases->with_timeout( self::PAGE_TIMEOUT_S ) ) )->finish( $registry );
	}

	/** Stores promised gifts, and deletes old suggestions. */
	private function finish( WP_Post $registry ): void {
		foreach ( StoredSuggestions::of( $registry->ID )->all as $due ) {
			if ( ! $due->is_due( time() ) ) {
				continue;
			}
			$claim = static fn ( Suggestion $now ): Suggestion|WP_Error => $now->due === $due->due ? $now->with( due: time() + self::PAUSE ) : new WP_Error( self::GONE );
			if ( null !== self::change( $registry->ID, $due->id, $claim ) ) {
				continue;
			}
			$gift = $due->gives && '' === $due->gift ? $this->give( $registry, $due ) : $due->gift;
			if ( null === $gift ) {
				// A page must not wait for each of the other suggestions.
				return;
			}
			$next = static fn ( Suggestion $now ): Suggestion => self::GONE === $gift
				? $now->with( due: time() + self::LONG_PAUSE )
				: $now->with( gift: '' === $now->gift ? $gift : $now->gift, email: '', due: 0 );
			self::change( $registry->ID, $due->id, $next );
		}
		StoredSuggestions::change( $registry->ID, static fn ( StoredSuggestions $now ): StoredSuggestions => $now->without( static fn ( Suggestion $one ): bool => $one->until > 0 && $one->until <= time() ) );
	}

	/** Stores a promised gift once: GIVEN or LATE; GONE if the wish left the list; null without an answer. */
	private function give( WP_Post $registry, Suggestion $promise ): ?string {
		$user = $promise->user > 0 ? get_userdata( $promise->user ) : null;
		if ( false === $user || ( null !== $user && Roles::of( $registry )->is_recipient( $user ) ) ) {
			return Suggestion::LATE;
		}
		$gift   = array(
			'item_id'       => $promise->item,
			'quantity'      => 1,
			'giver_user_id' => $user?->ID,
			'giver_name'    => '' === $promise->person ? null : $promise->person,
			'giver_email'   => '' === $promise->email ? null : $promise->email,
			'message'       => null,
		);
		$answer = MailLanguage::run_in( $promise->locale, fn () => $this->purchases->give( $registry, $promise->id, $gift, is_visitors: false ) );
		return match ( true ) {
			is_array( $answer ) => Suggestion::GIVEN,
			null === $answer    => self::GONE,
			default             => match ( ApiError::status( $answer ) ) {
				Purchases::EXISTS     => Suggestion::GIVEN,
				Purchases::NOT_ENOUGH => Suggestion::LATE,
				default               => null,
			},
		};
	}

	private static function change( int $registry_id, string $id, callable $change ): ?WP_Error {
		return StoredSuggestions::change(
			$registry_id,
			static function ( StoredSuggestions $all ) use ( $id, $change ): StoredSuggestions|WP_Error {
				$now  = $all->find( $id );
				$next = null === $now ? new WP_Error( self::GONE ) : $change( $now );
				return is_wp_error( $next ) ? $next : $all->with( $next );
			}
		);
	}
}
