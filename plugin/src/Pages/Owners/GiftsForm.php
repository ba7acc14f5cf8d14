<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Promises\Giving\Purchases;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Forms on the list of a registry's gifts (GiftsPage), which record thanks and release gifts. They need no scripts.
 *
 * @extends Form<WP_Post>
 */
final class GiftsForm extends Form {

	/** Field with the pressed button, and the buttons. */
	public const FIELD   = 'largesse_gifts';
	public const RELEASE = 'free';
	public const THANK   = 'thank';

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** @return array<string, string> Hidden fields of a form with one button. */
	public static function buttons( WP_Post $registry, string $button ): array {
		return self::hidden( self::FIELD, $button, self::nonce( $registry ) );
	}

	private static function nonce( WP_Post $registry ): string {
		return "largesse-gifts-{$registry->ID}";
	}

	protected function subject( Submission $sent ): ?WP_Post {
		return GiftsPage::requested_registry();
	}

	protected function proof( mixed $registry, string $button ): Proof {
		return Proof::nonce( self::nonce( $registry ) );
	}

	protected function may( mixed $registry, string $button ): bool {
		return self::RELEASE === $button
			? GiftsPage::may_release( $registry )
			: current_user_can( 'edit_post', $registry->ID );
	}

	protected function press( mixed $registry, string $button, Submission $sent ): Refusal|WP_Error|null {
		return match ( $button ) {
			self::RELEASE => $this->release( $registry, $sent ),
			self::THANK   => $this->thank( $registry, $sent ),
			default       => self::unknown_button(),
		};
	}

	protected function next( mixed $registry, string $button ): string {
		return GiftsPage::url_after( $registry, GiftsPage::SAVED );
	}

	protected function next_after_refusal( mixed $registry, Refusal $refused ): string {
		return GiftsPage::url_after( $registry, GiftsPage::FAILED );
	}

	/** Stores only changed fields. Otherwise, two people who edit at the same time would undo each other's changes. */
	private function thank( WP_Post $registry, Submission $sent ): ?WP_Error {
		$was     = (array) $sent->raw( 'was' );
		$thanked = (array) $sent->raw( 'thanked' );
		$gifts   = VisibleGifts::of( $registry, $this->store, $this->purchases );
		if ( is_wp_error( $gifts ) ) {
			return $gifts;
		}
		$changed = array();
		foreach ( $was as $id => $state ) {
			$changed += ( '1' === $state ) === isset( $thanked[ $id ] ) ? array() : array( $id => isset( $thanked[ $id ] ) );
		}
		// Change only gifts that the visitor can see.
		foreach ( $gifts->rows as $row ) {
			$result = $row['is_own'] || null !== $row['amount'] || ! isset( $changed[ $row['id'] ] )
				? null
				: $this->purchases->thank( $registry, $row['id'], $changed[ $row['id'] ] );
			if ( is_wp_error( $result ) ) {
				return $result;
			}
		}
		/**
		 * Filters the error after owners have changed whom they have thanked for `largesse_received_gifts`.
		 *
		 * @param WP_Error|null       $error    The error; null for none.
		 * @param WP_Post             $registry The registry.
		 * @param array<string, bool> $changed  New values of `is_thanked` by id.
		 */
		return apply_filters( 'largesse_received_gifts_thanked', null, $registry, $changed );
	}

	/** Releases a guest's gift. Also succeeds if the gift no longer exists. */
	private function release( WP_Post $registry, Submission $sent ): ?WP_Error {
		$id    = strtolower( $sent->text( 'purchase' ) );
		$gifts = wp_is_uuid( $id ) ? VisibleGifts::of( $registry, $this->store, $this->purchases ) : new WP_Error( 'failed' );
		if ( is_wp_error( $gifts ) ) {
			return $gifts;
		}
		$row = array_column( $gifts->rows, null, 'id' )[ $id ] ?? null;
		$failed = null === $row || null !== $row['amount'] ? null : $this->purchases->release( $registry, $id, $row['wish'] );
		return is_wp_error( $failed ) ? $failed : null;
	}
}
