<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Format\Csv;
use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Promises\Giving\Purchases;
use Largesse\Promises\Giving\Surprise;
use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Access;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_Post;
use WP_REST_Request;

/**
 * Prints the list of a registry's gifts, with the givers and the thanks, and exports it as a file (forms: GiftsForm).
 * Explanations depend on the owner's settings, never on secret gifts.
 */
final class GiftsPage {

	/** Parameter of the filter, and its value that shows only gifts whose givers the owner still has to thank. */
	private const THANKS = 'thanks';
	private const OPEN   = 'open';

	/** Parameter with the result of a form, and its values. */
	private const SAID  = SharedNames::SAID_PARAMETER;
	public const SAVED  = 'saved';
	public const FAILED = 'failed';

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** Checks whether the visitor may see the list: editors and keepers of the registry may. */
	public static function may_see( WP_Post $registry ): bool {
		return current_user_can( 'edit_post', $registry->ID ) || Roles::of( $registry )->is_keeper();
	}

	/** Checks whether the caller of a route may see the list of gifts of the registry in the path. */
	public static function permission( WP_REST_Request $request ): bool|WP_Error {
		$registry = Access::registry( $request );
		if ( is_wp_error( $registry ) ) {
			return $registry;
		}
		return self::may_see( $registry )
			? true
			: Errors::forbidden( __( 'Sorry, you are not allowed to do that.', 'largesse' ) );
	}

	/** Checks whether the visitor may release gifts: keepers may, and administrators who are not recipients. */
	public static function may_release( WP_Post $registry ): bool {
		$people = Roles::of( $registry );
		return $people->is_keeper() || ( ! $people->is_owner() && current_user_can( 'edit_post', $registry->ID ) );
	}

	/** Answers a request for the file. */
	public function answer(): void {
		$registry = 'csv' === Request::parameter( OwnerPage::GIFTS ) ? self::requested_registry() : null;
		if ( null !== $registry ) {
			NoCacheHeaders::send_headers();
			$this->send_file( $registry );
		}
	}

	/** Returns the registry of this request; null if the visitor may not see its gifts. The page then explains why. */
	public static function requested_registry(): ?WP_Post {
		$registry = is_page() ? Registries::from_request() : null;
		return null !== $registry && self::may_see( $registry ) ? $registry : null;
	}

	/** Returns the address of the list after a form. @param string $said SAVED or FAILED. */
	public static function url_after( WP_Post $registry, string $said ): string {
		return add_query_arg( self::SAID, $said, OwnerPage::gifts_url( $registry->ID ) );
	}

	private function send_file( WP_Post $registry ): void {
		$gifts = VisibleGifts::of( $registry, $this->store, $this->purchases );
		if ( is_wp_error( $gifts ) ) {
			wp_safe_redirect( self::url_after( $registry, self::FAILED ) );
			exit;
		}
		$name = sanitize_file_name( __( 'gifts', 'largesse' ) . "-{$registry->ID}.csv" );
		header( 'Content-Type: text/csv; charset=utf-8' );
		header( "Content-Disposition: attachment; filename=\"{$name}\"" );
		header( 'X-Content-Type-Options: nosniff' );
		echo self::csv( $registry, $gifts ); // phpcs:ignore WordPress.Security.EscapeOutput -- A file, not a page.
		exit;
	}

	private static function csv( WP_Post $registry, VisibleGifts $gifts ): string {
		$rows   = array_map(
			static fn ( array $row ): array => array( 'fields' => $row['fields'] + self::part( $row ) ) + $row,
			$gifts->rows
		);
		$labels = array_keys( array_replace( array(), ...array_column( $rows, 'fields' ) ) );
		$lines  = array(
			array(
				__( 'Wish', 'largesse' ),
				__( 'How many', 'largesse' ),
				__( 'Who', 'largesse' ),
				__( 'Message', 'largesse' ),
				__( 'When', 'largesse' ),
				__( 'Thanked', 'largesse' ),
				...array_map( 'strval', $labels ),
			),
		);
		foreach ( $rows as $row ) {
			$thanked = $row['is_thanked'] ? __( 'Yes', 'largesse' ) : __( 'No', 'largesse' );
			$lines[] = array(
				$row['wish'],
				$row['quantity'],
				$row['who'],
				$row['message'],
				(string) wp_date( 'Y-m-d', $row['time'] ),
				$row['is_own'] || null !== $row['amount'] ? '' : $thanked,
				...array_map( static fn ( int|string $label ): string => $row['fields'][ $label ] ?? '', $labels ),
			);
		}
		foreach ( self::received( $registry ) as $row ) {
			$lines[] = array_pad(
				array(
					$row['wish'],
					1,
					$row['who'],
					'',
					'',
					$row['is_thanked'] ? __( 'Yes', 'largesse' ) : __( 'No', 'largesse' ),
				),
				count( $lines[0] ),
				''
			);
		}
		foreach ( $gifts->counts as $item => $quantity ) {
			$lines[] = array_pad( array( $gifts->wishes[ $item ]['name'], $quantity ), count( $lines[0] ), '' );
		}
		foreach ( $gifts->had as $item => $quantity ) {
			$lines[] = array_pad(
				array( $gifts->wishes[ $item ]['name'], $quantity, $gifts->had_text ),
				count( $lines[0] ),
				''
			);
		}
		return Csv::of( $lines, Price::decimal_point() );
	}

	/** @return array<string, string> The promised amount of a part by its label; nothing for a whole gift. */
	private static function part( array $row ): array {
		return null === $row['amount']
			? array()
			: array( __( 'Part of the price', 'largesse' ) => Price::amount( $row['amount'], $row ) );
	}

	/** Prints the list, or an error of the service. The visitor may edit the registry, or is one of its keepers. */
	public function show( WP_Post $registry ): void {
		$gifts     = VisibleGifts::of( $registry, $this->store, $this->purchases );
		$may_edit  = current_user_can( 'edit_post', $registry->ID );
		$has_gifts = ! is_wp_error( $gifts );
		Template::print(
			'owners/gifts-page',
			array(
				'back_url'    => $may_edit ? OwnerPage::url( $registry->ID ) : OwnerPage::url(),
				'may_edit'    => $may_edit,
				'title'       => Registries::title( $registry ),
				'said'        => self::result(),
				'explanation' => self::explanation( $registry ),
				'problem'     => $has_gifts ? '' : Errors::unreadable_message( $gifts ),
				'gifts'       => $has_gifts ? self::gifts( $registry, $gifts ) : null,
				'others'      => $has_gifts ? self::others( $registry ) : '',
			)
		);
	}

	/** Returns the HTML that other features show below the gifts, such as the parts of shared gifts. */
	private static function others( WP_Post $registry ): string {
		ob_start();
		/**
		 * Fires below the list of a registry's gifts, which owners and keepers see.
		 *
		 * @param int $id Id of the registry.
		 */
		do_action( 'largesse_after_gifts', $registry->ID );
		return trim( (string) ob_get_clean() );
	}

	private static function result(): string {
		return match ( Request::parameter( self::SAID ) ) {
			self::SAVED  => __( 'Saved.', 'largesse' ),
			self::FAILED => __( 'This could not be saved. Please try again in a little while.', 'largesse' ),
			default      => '',
		};
	}

	/**
	 * Tells recipients what they cannot see yet, and from which day on they will see it. Asks helpers to keep the gifts
	 * secret; owners of a child's list read where gifts are hidden. Returns an empty text if recipients see everything.
	 */
	private static function explanation( WP_Post $registry ): string {
		$people   = Roles::of( $registry );
		$surprise = Surprise::of( $registry );
		$day      = null === $surprise->day ? '' : Occasion::day( $surprise->day );
		return match ( true ) {
			! $people->is_recipient()         => ! $surprise->is_secret_now() ? '' : ( $people->is_owner()
				? __( 'You see all gifts. The page of the registry does not show them before the day of the reveal.', 'largesse' )
				: __( 'The owner does not see these gifts yet. Please keep the secret.', 'largesse' ) ),
			$surprise->shows_names()          => '',
			$surprise->is_secret_now()        => '' === $day
				? __( 'Gifts are a surprise, so this page hides them. You have not chosen a day for the reveal yet: choose one in the settings.', 'largesse' )
				/* translators: %s: a date. */
				: sprintf( __( 'Gifts are a surprise: from %s on, you can see here who gives what.', 'largesse' ), $day ),
			'' === $day                       => __( 'As soon as guests give something, you see here how many, but not who. To see the givers, choose a day in the settings.', 'largesse' ),
			/* translators: %s: a date. */
			default                           => sprintf( __( 'As soon as guests give something, you see here how many, and from %s on also who.', 'largesse' ), $day ),
		};
	}

	private static function gifts( WP_Post $registry, VisibleGifts $gifts ): array {
		$may_edit = current_user_can( 'edit_post', $registry->ID );
		$may_free = self::may_release( $registry );
		$rows     = array_map(
			static fn ( array $row ) => array(
				'day'       => Occasion::day( (string) wp_date( 'Y-m-d', $row['time'] ) ),
				'facts'     => array_map(
					static fn ( int|string $label, string $text ): string => "{$label}: {$text}",
					array_keys( $row['fields'] + self::part( $row ) ),
					$row['fields'] + self::part( $row )
				),
				'may_thank' => $may_edit && ! $row['is_own'] && ! $row['is_secret'] && null === $row['amount'],
				'may_free'  => $may_free && ! $row['is_own'] && null === $row['amount'],
			) + $row,
			$gifts->rows
		);
		$address  = OwnerPage::gifts_url( $registry->ID );
		$wishes   = self::wishes( $gifts, $rows, self::received( $registry ) );
		$thanks   = array_filter(
			array_merge( ...array_column( $wishes, 'rows' ) ),
			static fn ( array $row ): bool => $row['may_thank']
		);
		$is_left  = static fn ( array $row ): bool => $row['may_thank'] && ! $row['is_thanked'];
		$left     = count( array_filter( $thanks, $is_left ) );
		$is_open  = self::OPEN === Request::parameter( self::THANKS );
		$shown    = ! $is_open ? $wishes : array_filter(
			array_map(
				static fn ( array $wish ): array => array( 'rows' => array_filter( $wish['rows'], $is_left ) ) + $wish,
				$wishes
			),
			static fn ( array $wish ): bool => array() !== $wish['rows']
		);
		return array(
			'wishes'       => array_values( $shown ),
			'had_text'     => $gifts->had_text,
			'has_rows'     => array() !== $rows,
			'thanks'       => self::thanks( $registry, $left, count( $thanks ) ),
			'filters'      => array() === $thanks ? array() : array(
				array( __( 'All', 'largesse' ), count( $thanks ), $address, ! $is_open ),
				array( __( 'Still to thank', 'largesse' ), $left, add_query_arg( self::THANKS, self::OPEN, $address ), $is_open ),
			),
			'action'       => $address,
			'file_url'     => OwnerPage::gifts_url( $registry->ID, 'csv' ),
			'hidden_free'  => GiftsForm::buttons( $registry, GiftsForm::RELEASE ),
			'hidden_thank' => GiftsForm::buttons( $registry, GiftsForm::THANK ),
		);
	}

	/**
	 * Returns one entry for each wish, by item id or UUID. Received wishes without a giver add nothing to the gifts of
	 * guests.
	 */
	private static function wishes( VisibleGifts $gifts, array $rows, array $received ): array {
		$wishes = array();
		foreach ( $gifts->wishes as $item => $wish ) {
			$of_item         = static fn ( array $row ): bool => $row['item_id'] === $item;
			$wishes[ $item ] = $wish + array(
				'count' => $gifts->counts[ $item ] ?? 0,
				'had'   => $gifts->had[ $item ] ?? 0,
				'rows'  => array_values( array_filter( $rows, $of_item ) ),
			);
		}
		foreach ( $received as $row ) {
			$key            = $row['item_id'] ?? $row['id'];
			$others         = $wishes[ $key ]['rows'] ?? array();
			$wishes[ $key ] = array(
				'name'    => $row['wish'],
				'picture' => $row['picture'],
				'count'   => $wishes[ $key ]['count'] ?? 0,
				'had'     => $wishes[ $key ]['had'] ?? 0,
				'rows'    => '' === $row['from'] && $others ? $others : array( ...$others, $row ),
			);
		}
		return $wishes;
	}

	/** Returns the wishes that an owner has received without a gift on the site, as rows with `from`; none for keepers. */
	private static function received( WP_Post $registry ): array {
		if ( ! current_user_can( 'edit_post', $registry->ID ) ) {
			return array();
		}
		/**
		 * Filters the received wishes on the list of gifts.
		 *
		 * @param list<array{id: string, item_id: int|null, wish: string, picture: string, from: string, is_thanked: bool}> $received
		 *        `id` is a UUID, `from` the giver.
		 * @param WP_Post $registry The registry.
		 */
		$received = (array) apply_filters( 'largesse_received_gifts', array(), $registry );
		$row      = array(
			'quantity'  => 1,
			'time'      => 0,
			'message'   => '',
			'is_secret' => false,
			'facts'     => array(),
			'may_thank' => true,
			'may_free'  => false,
		);
		return array_map(
			static fn ( array $one ): array => $one + $row + array(
				'who' => '' === $one['from'] ? __( 'Without a name', 'largesse' ) : $one['from'],
			),
			$received
		);
	}

	/** Returns how many givers the owner still has to thank; '' if there are no gifts to thank for. */
	private static function thanks( WP_Post $registry, int $left, int $all ): string {
		$has_ended = Surprise::of( $registry )->has_ended();
		return match ( true ) {
			0 === $all  => '',
			0 === $left => $has_ended
				? __( 'The surprise is over, and you have thanked everyone.', 'largesse' )
				: __( 'You have thanked everyone.', 'largesse' ),
			/* translators: 1: number of gifts whose givers the owner has not thanked yet, 2: number of gifts. */
			default     => sprintf( $has_ended ? __( 'The surprise is over: %1$s of %2$s still to thank.', 'largesse' ) : __( '%1$s of %2$s still to thank.', 'largesse' ), Number::text( $left ), Number::text( $all ) ),
		};
	}
}
