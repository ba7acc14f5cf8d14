<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Giving\Surprise;
use Largesse\Html\Template;
use Largesse\Http\Form;
use Largesse\Http\Request;
use Largesse\Http\ServiceErrors;
use Largesse\Links\OwnerPage;
use Largesse\Registry\EventDate;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Roles;
use WP_Error;
use WP_Post;

/**
 * Prints the list of a registry's gifts, with the givers and the thanks. Explanations depend on the owner's settings,
 * never on secret gifts.
 */
final class GiftsView {

	/** Prints the list, or an error of the service. The visitor may edit the registry, or is one of its keepers. */
	public static function show( WP_Post $registry, VisibleGifts|WP_Error $gifts ): void {
		$may_edit  = current_user_can( 'edit_post', $registry->ID );
		$has_gifts = ! is_wp_error( $gifts );
		Template::print(
			'owners/gifts-page',
			array(
				'id'          => $registry->ID,
				'back_url'    => $may_edit ? OwnerPage::url( $registry->ID ) : OwnerPage::url(),
				'may_edit'    => $may_edit,
				'title'       => RegistryTitle::of( $registry ),
				'said'        => self::result(),
				'explanation' => self::explanation( $registry ),
				'problem'     => $has_gifts ? '' : ServiceErrors::unreadable_message( $gifts ),
				'gifts'       => $has_gifts ? self::gifts( $registry, $gifts ) : null,
			)
		);
	}

	private static function result(): string {
		return match ( Request::parameter( GiftsPage::SAID ) ) {
			'saved'  => __( 'Saved.', 'largesse' ),
			'failed' => __( 'This could not be saved. Please try again in a little while.', 'largesse' ),
			default  => '',
		};
	}

	/**
	 * Tells recipients what they cannot see yet, and from which day on they will see it. Asks helpers to keep the gifts
	 * secret; owners of a child's list read where gifts are hidden. Returns an empty text if recipients see everything.
	 */
	private static function explanation( WP_Post $registry ): string {
		$people   = Roles::of( $registry );
		$surprise = Surprise::of( $registry );
		$day      = null === $surprise->day ? '' : EventDate::day( $surprise->day );
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

	/** @return array<string, mixed> Variables of the template `owners/gifts`. */
	private static function gifts( WP_Post $registry, VisibleGifts $gifts ): array {
		$may_edit = current_user_can( 'edit_post', $registry->ID );
		$may_free = GiftsPage::may_release( $registry );
		$rows     = array_map(
			static fn ( array $row ) => array(
				'day'       => EventDate::day( (string) wp_date( 'Y-m-d', $row['time'] ) ),
				'facts'     => array_map( static fn ( int|string $label, string $text ): string => "{$label}: {$text}", array_keys( $row['fields'] ), $row['fields'] ),
				'may_thank' => $may_edit && ! $row['is_own'] && ! $row['is_secret'],
				'may_free'  => $may_free && ! $row['is_own'],
			) + $row,
			$gifts->rows
		);
		$address  = OwnerPage::gifts_url( $registry->ID );
		$wishes   = self::wishes( $gifts, $rows, self::received( $registry ) );
		$thanks   = array_filter( array_merge( ...array_column( $wishes, 'rows' ) ), static fn ( array $row ): bool => $row['may_thank'] );
		$is_left  = static fn ( array $row ): bool => $row['may_thank'] && ! $row['is_thanked'];
		$left     = count( array_filter( $thanks, $is_left ) );
		$is_open  = GiftsPage::OPEN === Request::parameter( GiftsPage::THANKS );
		$shown    = ! $is_open ? $wishes : array_filter(
			array_map( static fn ( array $wish ): array => array( 'rows' => array_filter( $wish['rows'], $is_left ) ) + $wish, $wishes ),
			static fn ( array $wish ): bool => array() !== $wish['rows']
		);
		return array(
			'wishes'       => array_values( $shown ),
			'had_text'     => $gifts->had_text,
			'has_rows'     => array() !== $rows,
			'thanks'       => self::thanks( $registry, $left, count( $thanks ) ),
			'filters'      => array() === $thanks ? array() : array(
				array( __( 'All', 'largesse' ), count( $thanks ), $address, ! $is_open ),
				array( __( 'Still to thank', 'largesse' ), $left, add_query_arg( GiftsPage::THANKS, GiftsPage::OPEN, $address ), $is_open ),
			),
			'action'       => $address,
			'file_url'     => OwnerPage::gifts_url( $registry->ID, 'csv' ),
			'hidden_free'  => self::hidden( $registry, GiftsPage::FREE ),
			'hidden_thank' => self::hidden( $registry, 'thank' ),
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
	public static function received( WP_Post $registry ): array {
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
		return array_map( static fn ( array $one ): array => $one + $row + array( 'who' => '' === $one['from'] ? __( 'Without a name', 'largesse' ) : $one['from'] ), $received );
	}

	/** Returns how many givers the owner still has to thank; '' if there are no gifts to thank for. */
	private static function thanks( WP_Post $registry, int $left, int $all ): string {
		$surprise = Surprise::of( $registry );
		$is_over  = $surprise->is_revealed();
		return match ( true ) {
			0 === $all  => '',
			0 === $left => $is_over ? __( 'The surprise is over, and you have thanked everyone.', 'largesse' ) : __( 'You have thanked everyone.', 'largesse' ),
			/* translators: 1: number of gifts whose givers the owner has not thanked yet, 2: number of gifts. */
			default     => sprintf( $is_over ? __( 'The surprise is over: %1$s of %2$s still to thank.', 'largesse' ) : __( '%1$s of %2$s still to thank.', 'largesse' ), number_format_i18n( $left ), number_format_i18n( $all ) ),
		};
	}

	/** @return array<string, string> Hidden fields of a form of the list. */
	private static function hidden( WP_Post $registry, string $act ): array {
		return Form::hidden( GiftsPage::ACT, $act, GiftsPage::nonce( $registry->ID ) );
	}
}
