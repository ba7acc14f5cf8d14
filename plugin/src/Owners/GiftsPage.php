<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Format\Csv;
use Largesse\Format\Price;
use Largesse\Giving\Purchases;
use Largesse\Html\SharedNames;
use Largesse\Http\Form;
use Largesse\Http\FormController;
use Largesse\Http\NoCacheHeaders;
use Largesse\Http\Request;
use Largesse\Http\Submission;
use Largesse\Links\OwnerPage;
use Largesse\Registry\Registries;
use Largesse\Registry\Roles;
use Largesse\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Processes the forms of the list of gifts: records thanks, and releases gifts. Also exports the list as a file. The
 * forms work without scripts.
 */
final class GiftsPage {

	/** Name of the field with the action: `thank`, or the value of FREE. */
	public const ACT = 'largesse_gifts';

	/** Action that releases a gift. */
	public const FREE = 'free';

	/** Parameter of the filter, and its value that shows only gifts whose givers the owner still has to thank. */
	public const THANKS = 'thanks';
	public const OPEN   = 'open';

	/** Parameter with the result: `saved` or `failed`. */
	public const SAID = SharedNames::SAID_PARAMETER;

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** Returns the name of the nonce of a registry's forms. */
	public static function nonce( int $registry_id ): string {
		return "largesse-gifts-{$registry_id}";
	}

	/** Checks whether this request is for the list. */
	public static function is_requested(): bool {
		return 'list' === Request::parameter( OwnerPage::GIFTS );
	}

	/** Checks whether the visitor may see the list: editors and keepers of the registry may. */
	public static function may_see( WP_Post $registry ): bool {
		return current_user_can( 'edit_post', $registry->ID ) || Roles::of( $registry )->is_keeper();
	}

	/** Checks whether the visitor may release gifts: keepers may, and administrators who are not recipients. */
	public static function may_release( WP_Post $registry ): bool {
		$people = Roles::of( $registry );
		return $people->is_keeper() || ( ! $people->is_owner() && current_user_can( 'edit_post', $registry->ID ) );
	}

	/** Processes a form of the list, or a request for the file. */
	public function answer(): void {
		$next = static fn ( WP_Post $registry, string $said ): string => add_query_arg( self::SAID, $said, OwnerPage::gifts_url( $registry->ID ) );
		FormController::answer(
			new Form(
				self::ACT,
				self::requested_registry( ... ),
				array(
					self::FREE => $this->release( ... ),
					'thank'    => $this->thank( ... ),
				),
				static fn ( WP_Post $registry ): string => $next( $registry, 'saved' ),
				static fn ( WP_Post $registry ): string => self::nonce( $registry->ID ),
				static fn ( WP_Post $registry, string $act ): bool => self::FREE === $act ? self::may_release( $registry ) : current_user_can( 'edit_post', $registry->ID ),
				refused: static fn ( WP_Post $registry ): string => $next( $registry, 'failed' ),
			)
		);
		$registry = 'csv' === Request::parameter( OwnerPage::GIFTS ) ? self::requested_registry() : null;
		if ( null !== $registry ) {
			NoCacheHeaders::send_headers();
			$this->send_file( $registry );
		}
	}

	/** Returns the registry of this request; null if the visitor may not see its gifts. The page then explains why. */
	private static function requested_registry(): ?WP_Post {
		$registry = is_page() ? Registries::from_request() : null;
		return null !== $registry && self::may_see( $registry ) ? $registry : null;
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
			$result = $row['is_own'] || ! isset( $changed[ $row['id'] ] ) ? null : $this->purchases->change( $registry->ID, $row['id'], array( 'thanked' => $changed[ $row['id'] ] ) );
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
	private function release( WP_Post $registry, Submission $sent ): mixed {
		$id    = strtolower( $sent->text( 'purchase' ) );
		$gifts = wp_is_uuid( $id ) ? VisibleGifts::of( $registry, $this->store, $this->purchases ) : new WP_Error( 'failed' );
		if ( is_wp_error( $gifts ) ) {
			return $gifts;
		}
		$row = array_column( $gifts->rows, null, 'id' )[ $id ] ?? null;
		return null === $row ? true : $this->purchases->release( $registry, $id, $row['wish'] );
	}

	private function send_file( WP_Post $registry ): void {
		$gifts = VisibleGifts::of( $registry, $this->store, $this->purchases );
		if ( is_wp_error( $gifts ) ) {
			wp_safe_redirect( add_query_arg( self::SAID, 'failed', OwnerPage::gifts_url( $registry->ID ) ) );
			exit;
		}
		$name = sanitize_file_name( __( 'gifts', 'largesse' ) . "-{$registry->ID}.csv" );
		header( 'Content-Type: text/csv; charset=utf-8' );
		header( "Content-Disposition: attachment; filename=\"{$name}\"" );
		header( 'X-Content-Type-Options: nosniff' );
		echo self::csv( $registry, $gifts ); // phpcs:ignore WordPress.Security.EscapeOutput -- A file, not a page.
		exit;
	}

	/** Returns the list of gifts as CSV for spreadsheets (see Csv). */
	private static function csv( WP_Post $registry, VisibleGifts $gifts ): string {
		$labels = array_keys( array_replace( array(), ...array_column( $gifts->rows, 'fields' ) ) );
		$lines  = array( array( __( 'Wish', 'largesse' ), __( 'How many', 'largesse' ), __( 'Who', 'largesse' ), __( 'Message', 'largesse' ), __( 'When', 'largesse' ), __( 'Thanked', 'largesse' ), ...array_map( 'strval', $labels ) ) );
		foreach ( $gifts->rows as $row ) {
			$thanked = $row['is_thanked'] ? __( 'Yes', 'largesse' ) : __( 'No', 'largesse' );
			$lines[] = array( $row['wish'], $row['quantity'], $row['who'], $row['message'], (string) wp_date( 'Y-m-d', $row['time'] ), $row['is_own'] ? '' : $thanked, ...array_map( static fn ( int|string $label ): string => $row['fields'][ $label ] ?? '', $labels ) );
		}
		foreach ( GiftsView::received( $registry ) as $row ) {
			$lines[] = array_pad( array( $row['wish'], 1, $row['who'], '', '', $row['is_thanked'] ? __( 'Yes', 'largesse' ) : __( 'No', 'largesse' ) ), count( $lines[0] ), '' );
		}
		foreach ( $gifts->counts as $item => $quantity ) {
			$lines[] = array_pad( array( $gifts->wishes[ $item ]['name'], $quantity ), count( $lines[0] ), '' );
		}
		foreach ( $gifts->had as $item => $quantity ) {
			$lines[] = array_pad( array( $gifts->wishes[ $item ]['name'], $quantity, $gifts->had_text ), count( $lines[0] ), '' );
		}
		return Csv::of( $lines, Price::decimal_point() );
	}
}
