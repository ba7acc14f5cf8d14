<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Promises\Giving\AffectedGivers;
use Largesse\Promises\Giving\Purchases;
use Largesse\Promises\Giving\Surprise;
use Largesse\People\Mail\MailLanguage;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\WayIn;
use Largesse\Registries\Registry\Wish;
use Largesse\Foundation\Service\ApiError;
use Largesse\Upgrade;
use WP_Error;
use WP_Post;

/**
 * Carries out the answers of owners, and turns the promises of accepted suggestions into gifts (rules: Presents that
 * are not on the list).
 *
 * An owner's request never reads, stores or deletes a promise, because it would take longer with a promise than
 * without. The cron does it, or the next page on which a guest could give the new wish. If an answer of the service is
 * lost, the same step runs again: promise and gift have the id of the suggestion.
 */
final class Answers {

	public const HOOK = 'largesse_suggestions';

	/** Code of the error if a suggestion was taken back, or has an answer. */
	public const GONE = 'largesse_no_suggestion';

	/** Result of a promise whose wish has left the list. It can come back. */
	private const NOT_ON_LIST = 'not-on-list';

	/** Seconds until the next attempt; no other process works on the suggestion until then. */
	private const PAUSE = MINUTE_IN_SECONDS;

	/** Seconds until the next attempt to give a wish that has left the list. */
	private const LONG_PAUSE = HOUR_IN_SECONDS;

	/** Seconds after which a run starts no further registry, and timeout of a call while a guest waits for a page. */
	private const RUN_S          = 20;
	private const PAGE_TIMEOUT_S = 3;

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases,
		private readonly SuggestedPromises $promises,
		private readonly AffectedGivers $givers
	) {}

	/**
	 * Adds a suggested wish to the list once. Nobody else ever sees what the owner has changed.
	 *
	 * @param array<string, mixed> $fields Fields, as the owner typed them.
	 */
	public function accept( WP_Post $registry, string $handle, array $fields ): ?WP_Error {
		$found = StoredSuggestions::of( $registry->ID )->with_handle( $handle );
		if ( true !== $found?->is_waiting() ) {
			return null === $found ? new WP_Error( self::GONE ) : null;
		}
		$item = $this->publish( $registry, $found, $handle, $fields );
		if ( is_wp_error( $item ) ) {
			// Only the first answer counts, but another owner may have accepted in the meantime.
			$is_accepted = self::GONE === $item->get_error_code()
				&& null !== StoredSuggestions::of( $registry->ID )->find( $found->id )?->item;
			return $is_accepted ? null : $item;
		}
		$accept = static fn ( Suggestion $now ): Suggestion|WP_Error => match ( true ) {
			$now->has_ended     => new WP_Error( self::GONE ),
			$now->is_waiting()  => $now->accepted( $item['id'], $item['name'], time() ),
			default             => $now,
		};
		$failed = self::change( $registry->ID, $found->id, $accept );
		if ( self::GONE === $failed?->get_error_code() ) {
			$this->store->items->remove( $registry->ID, $item['id'] );
		}
		wp_schedule_single_event( time(), self::HOOK, array( $registry->ID ) );
		return $failed;
	}

	/**
	 * Creates the item of an accepted suggestion. If the answer is lost, the same key and the same fields find the item
	 * that was created, and the owner's later fields change it.
	 */
	private function publish( WP_Post $registry, Suggestion $found, string $handle, array $fields ): array|WP_Error {
		$published = $fields;
		$failed    = self::change(
			$registry->ID,
			$found->id,
			static function ( Suggestion $now ) use ( &$published, $fields ): Suggestion|WP_Error {
				$published = $now->published ? $now->published : $fields;
				return $now->is_waiting() ? $now->with( published: $published ) : new WP_Error( self::GONE );
			}
		);
		if ( null !== $failed ) {
			return $failed;
		}
		$item = $this->store->items->add( $registry->ID, Wish::with_address( $published ), key: $handle );
		if ( is_wp_error( $item ) && ! ApiError::is_inconclusive( $item ) ) {
			// The service has created nothing.
			self::change(
				$registry->ID,
				$found->id,
				static fn ( Suggestion $now ): Suggestion => $now->with( published: array() )
			);
		}
		if ( is_wp_error( $item ) || $fields === $published ) {
			return $item;
		}
		return $this->store->items->update( $registry->ID, $item['id'], Wish::with_address( $fields ) )
			?? ApiError::not_the_service();
	}

	/**
	 * Ends suggestions that were declined or taken back, or returns GONE if one is accepted.
	 *
	 * @param callable(Suggestion): bool $is_meant Selects the suggestions.
	 */
	public static function end( int $registry_id, callable $is_meant ): ?WP_Error {
		$failed = StoredSuggestions::change(
			$registry_id,
			static function ( StoredSuggestions $now ) use ( $is_meant ): StoredSuggestions|WP_Error {
				$meant    = array_filter(
					$now->all,
					static fn ( Suggestion $one ): bool => ! $one->has_ended && $is_meant( $one )
				);
				$accepted = array_filter( $meant, static fn ( Suggestion $one ): bool => ! $one->is_waiting() );
				return $accepted ? new WP_Error( self::GONE ) : $now->with_ended( $meant );
			}
		);
		wp_schedule_single_event( time(), self::HOOK, array( $registry_id ) );
		return $failed;
	}

	/** Stores no further gift after the giver has given it back, because the answer to an attempt may have been lost. */
	public static function end_promise( string $purchase_id, int $registry_id ): void {
		if ( null !== StoredSuggestions::of( $registry_id )->find( $purchase_id ) ) {
			self::change(
				$registry_id,
				$purchase_id,
				static fn ( Suggestion $now ): Suggestion => $now->with( gift: Suggestion::GIVEN_BACK, due: time() )
			);
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
		(
			new self(
				$this->store,
				$this->purchases->with_timeout( self::PAGE_TIMEOUT_S ),
				$this->promises->with_timeout( self::PAGE_TIMEOUT_S ),
				$this->givers
			)
		)->finish( $registry );
	}

	/** Turns promises into gifts, deletes promises that have ended, and deletes old suggestions. */
	private function finish( WP_Post $registry ): void {
		$stored = StoredSuggestions::of( $registry->ID )->all;
		$due    = Upgrade::is_done()
			? array_filter( $stored, static fn ( Suggestion $one ): bool => $one->is_due( time() ) )
			: array();
		// Promises are read only if there is something to do, and once for all suggestions.
		$promises = $due ? $this->promises->of( $registry ) : array();
		if ( is_wp_error( $promises ) ) {
			return;
		}
		foreach ( $due as $one ) {
			$claim = static fn ( Suggestion $now ): Suggestion|WP_Error => $now->due === $one->due ? $now->with(
				due: time() + self::PAUSE
			) : new WP_Error( self::GONE );
			if ( null !== self::change( $registry->ID, $one->id, $claim ) ) {
				continue;
			}
			$gift = $this->finish_one( $registry, $one, $promises[ $one->id ] ?? null );
			if ( null === $gift ) {
				// A page must not wait for each of the other suggestions.
				return;
			}
			$next = static fn ( Suggestion $now ): Suggestion => self::NOT_ON_LIST === $gift
				? $now->with( due: time() + self::LONG_PAUSE )
				: $now->with( gift: '' === $now->gift ? $gift : $now->gift, due: 0 );
			self::change( $registry->ID, $one->id, $next );
			if ( null !== $one->item && self::NOT_ON_LIST !== $gift ) {
				// The owner may have accepted another wish than the guest has promised. With and without a promise.
				$this->givers->queue_change( $registry->ID, $one->item );
			}
		}
		StoredSuggestions::change(
			$registry->ID,
			static fn ( StoredSuggestions $now ): StoredSuggestions => $now->without(
				static fn ( Suggestion $one ): bool => 0 === $one->due
				? $one->has_ended || ( $one->until > 0 && $one->until <= time() )
				: false
			)
		);
	}

	/**
	 * Turns a promise into a gift, or deletes it. Returns the result of the promise, NOT_ON_LIST as `give` does, or null
	 * if it must run again.
	 *
	 * @param array<string, mixed>|null $promise
	 */
	private function finish_one( WP_Post $registry, Suggestion $one, ?array $promise ): ?string {
		$gift = null === $promise || $one->has_ended || '' !== $one->gift
			? $one->gift
			: $this->give( $registry, $one, $promise );
		if ( null === $gift || self::NOT_ON_LIST === $gift || null === $promise ) {
			return $gift;
		}
		// If the promise is deleted, but the answer is lost, the next run must still know the result.
		self::change(
			$registry->ID,
			$one->id,
			static fn ( Suggestion $now ): Suggestion => $now->with( gift: '' === $now->gift ? $gift : $now->gift )
		);
		return null === $this->promises->delete( $promise ) ? $gift : null;
	}

	/** Stores a promised gift once: GIVEN or LATE; NOT_ON_LIST if the wish left the list; null without an answer. */
	private function give( WP_Post $registry, Suggestion $suggestion, array $promise ): ?string {
		$user = null === $promise['giver_user_id'] ? null : get_userdata( $promise['giver_user_id'] );
		if ( false === $user || ( null !== $user && Roles::of( $registry )->is_recipient( $user ) ) ) {
			return Suggestion::LATE;
		}
		$gift   = array(
			'item_id'       => $suggestion->item,
			'quantity'      => 1,
			'giver_user_id' => $user?->ID,
			'giver_name'    => $promise['giver_name'],
			'giver_email'   => $promise['giver_email'],
			'message'       => null,
			'wish'          => array(
				'name'     => $promise['name'],
				'price'    => $promise['price'],
				'currency' => $promise['currency'],
				'url'      => $promise['url'],
			),
		) + Surprise::of( $registry )->fields_of_promise( $suggestion->level );
		// Earlier versions stored no way into the list.
		$way    = '' === $suggestion->way ? WayIn::of_member( $user->ID ?? 0 ) : $suggestion->way;
		$answer = MailLanguage::run_in(
			$suggestion->locale,
			fn () => $this->purchases->give( $registry, $suggestion->id, $gift, way: $way )
		);
		return match ( true ) {
			is_array( $answer ) => Suggestion::GIVEN,
			null === $answer    => self::NOT_ON_LIST,
			default             => match ( ApiError::status( $answer ) ) {
				Purchases::EXISTS     => Suggestion::GIVEN,
				Purchases::NOT_ENOUGH => Suggestion::LATE,
				default               => null,
			},
		};
	}

	/** @param callable(Suggestion): (Suggestion|WP_Error) $change May run several times. */
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
