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

	/**
	 * Prints the list.
	 *
	 * @param WP_Post                    $registry The registry. The visitor may edit it, or is one of its keepers.
	 * @param VisibleGifts|WP_Error      $gifts    Gifts that the visitor may see, or the error of the service.
	 * @param list<array<string, mixed>> $items    The wishes in the format of RegistryView.
	 */
	public static function show( WP_Post $registry, VisibleGifts|WP_Error $gifts, array $items ): void {
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
				'owned'       => $has_gifts && $may_edit ? self::owned( $registry, $items ) : null,
			)
		);
	}

	/** Returns the result of a form; an empty text for none. */
	private static function result(): string {
		return match ( Request::parameter( GiftsPage::SAID ) ) {
			'saved'  => __( 'Saved.', 'largesse' ),
			'full'   => __( 'Nothing was saved: somebody else gives it now.', 'largesse' ),
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

	/**
	 * Returns the variables of the template `owners/gifts`.
	 *
	 * @return array<string, mixed>
	 */
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
		return array(
			'counts'       => $gifts->counts,
			'had'          => $gifts->had,
			'had_text'     => $gifts->had_text,
			'rows'         => $rows,
			'may_thank'    => array() !== array_filter( array_column( $rows, 'may_thank' ) ),
			'action'       => OwnerPage::gifts_url( $registry->ID ),
			'file_url'     => OwnerPage::gifts_url( $registry->ID, 'csv' ),
			'hidden_free'  => self::hidden( $registry, GiftsPage::FREE ),
			'hidden_thank' => self::hidden( $registry, 'thank' ),
		);
	}

	/**
	 * Returns the variables of the template `owners/owned-items`.
	 *
	 * @param list<array<string, mixed>> $items The wishes in the format of RegistryView.
	 * @return array<string, mixed>
	 */
	private static function owned( WP_Post $registry, array $items ): array {
		return array(
			'owned'         => array_filter( $items, static fn ( array $item ) => $item['quantity_had'] > 0 ),
			'open'          => array_filter( $items, static fn ( array $item ) => ! $item['is_complete'] ),
			'action'        => OwnerPage::gifts_url( $registry->ID ),
			'hidden_return' => self::hidden( $registry, 'have_only' ),
			'hidden_own'    => self::hidden( $registry, 'have' ) + array( 'purchase' => wp_generate_uuid4() ),
		);
	}

	/**
	 * Returns the hidden fields of a form of the list.
	 *
	 * @param string $act Action of the form, see GiftsPage.
	 * @return array<string, string> Values by name.
	 */
	private static function hidden( WP_Post $registry, string $act ): array {
		return Form::hidden( GiftsPage::ACT, $act, GiftsPage::nonce( $registry->ID ) );
	}
}
