<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\RegistryCookie;
use Largesse\Foundation\Records\Records;
use Largesse\Foundation\Service\ApiError;
use Largesse\Promises\Giving\GiftCookies;
use Largesse\Promises\Giving\GiftLimits;
use Largesse\Promises\Giving\GiftLink;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\WayIn;
use WP_Error;
use WP_Post;

/** Suggestions of the visitor, and their entries on the page (rules: Presents that are not on the list). */
final class OwnSuggestions {

	/** Beginning of the cookie's name; the registry's id follows. */
	private const COOKIE = 'largesse_guest_suggestions_';

	/** Whether a form was sent before: not yet, or its suggestion waits, or the suggestion was answered or taken back. */
	private const NEW_FORM = 'new';
	private const STORED   = 'stored';
	private const ENDED    = 'ended';

	/** @var array<string, array<string, mixed>> Promises of suggestions that wait, by the id of the suggestion. */
	private array $promised = array();

	public function __construct( private readonly SuggestedPromises $promises ) {}

	/** @return list<Suggestion> Suggestions of the visitor: of the account, or with an id in the cookie. */
	public static function of( WP_Post $registry ): array {
		return array_values(
			array_filter(
				StoredSuggestions::of( $registry->ID )->all,
				static fn ( Suggestion $one ): bool => ! $one->has_ended
					&& self::ids()->is_own( $registry->ID, $one->user > 0 ? $one->user : null, $one->id )
			)
		);
	}

	/** Marks the gifts that the visitor's suggestions have become as gifts of this browser. Call it before any output. */
	public static function mark_gifts( WP_Post $registry ): void {
		foreach ( is_user_logged_in() ? array() : self::of( $registry ) as $own ) {
			if ( Suggestion::GIVEN === $own->gift && ! GiftCookies::knows( $own->id ) ) {
				GiftCookies::add_gift( $registry->ID, (int) $own->item, $own->id );
			}
		}
	}

	/** Reads which of the visitor's suggestions are promised. */
	public function load( WP_Post $registry ): ?WP_Error {
		$waits          = array_filter( self::of( $registry ), static fn ( Suggestion $one ): bool => $one->is_waiting() );
		$found          = $waits ? $this->promises->of( $registry ) : array();
		$this->promised = is_wp_error( $found ) ? array() : $found;
		return is_wp_error( $found ) ? $found : null;
	}

	/** Stores a suggestion, and its promise in the service. A repeated form changes nothing. Returns why not. */
	public function add( WP_Post $registry, PresentForm $form ): Refusal|WP_Error|null {
		$problems = $form->problems();
		if ( array() !== $problems ) {
			return Refusal::incorrect( $problems );
		}
		$new = $form->suggestion( WayIn::of_visitor( $registry ), Surprise::of( $registry )->level_now() );
		// The same form may arrive twice at once, but counts once.
		$before = Records::locked( "suggestion {$new->id}", static fn () => self::store( $registry, $new, $form ) );
		return match ( true ) {
			$before instanceof Refusal, is_wp_error( $before ) => $before,
			self::ENDED === $before                            => null,
			default => $this->promise( $registry, $new, $form, self::STORED === $before ),
		};
	}

	/**
	 * Stores a suggestion once, while no other process does it for the same form.
	 *
	 * @return string|Refusal|WP_Error Whether the same form was sent before: STORED, ENDED or NEW_FORM; or why not.
	 */
	private static function store(
		WP_Post $registry,
		Suggestion $suggestion,
		PresentForm $form
	): string|Refusal|WP_Error {
		$all   = StoredSuggestions::from( Records::read_again( StoredSuggestions::KIND, $registry->ID ) );
		$known = $all->find( $suggestion->id );
		if ( null !== $known || $all->was_removed( $suggestion->id ) ) {
			$state = match ( true ) {
				null !== $known?->item && $form->gives() => self::accepted(),
				true !== $known?->is_waiting()           => self::ENDED,
				$known->equals( $suggestion )            => self::STORED,
				default                                  => new WP_Error( Ideas::UNFINISHED ),
			};
			// The browser drops the cookies of an answer that it no longer waits for.
			if ( self::STORED === $state && $form->id->is_of_this_browser() ) {
				self::ids()->add( $registry->ID, $suggestion->id );
			}
			return $state;
		}
		$failed = GiftLimits::count(
			GiftLimits::SUGGESTIONS,
			$registry->ID,
			static fn (): ?WP_Error => StoredSuggestions::change( $registry->ID, self::adding( $suggestion ) )
		);
		if ( null !== $failed ) {
			return $failed;
		}
		self::ids()->add( $registry->ID, $suggestion->id );
		return self::NEW_FORM;
	}

	/**
	 * Stores what the guest promises. If an answer is lost, the guest sends the form again, and may then promise more or
	 * less than before.
	 */
	private function promise( WP_Post $registry, Suggestion $suggestion, PresentForm $form, bool $is_again ): ?WP_Error {
		$all    = $is_again ? $this->promises->of( $registry ) : array();
		$before = is_wp_error( $all ) ? null : $all[ $suggestion->id ] ?? null;
		$failed = match ( true ) {
			is_wp_error( $all )   => $all,
			$form->gives()        => $this->promises->put( $registry->ID, $suggestion, $form->email(), $before ),
			null !== $before      => $this->promises->delete( $before ),
			default               => null,
		};
		// The guest has told the other guests with the same form, in another tab.
		return 412 === ( null === $failed ? 0 : ApiError::status( $failed ) ) ? new WP_Error( Ideas::UNFINISHED ) : $failed;
	}

	/** Takes a suggestion back, and its promise. @param string $handle See StoredSuggestions::handle(). */
	public function take_back( WP_Post $registry, string $handle ): Refusal|WP_Error|null {
		$own    = array_values(
			array_filter(
				self::of( $registry ),
				static fn ( Suggestion $one ): bool => StoredSuggestions::handle( $one ) === $handle
			)
		)[0] ?? null;
		$failed = null === $own
			? null
			: Answers::end( $registry->ID, static fn ( Suggestion $one ): bool => $own->id === $one->id );
		return Answers::GONE === $failed?->get_error_code() ? self::accepted() : $failed;
	}

	/** Returns the refusal to take back a suggestion that an owner has accepted. */
	public static function accepted(): Refusal {
		return new Refusal( 409, __( 'The owner has just added your suggestion to the list.', 'largesse' ) );
	}

	/**
	 * Returns data of `guests/entry`.
	 *
	 * @param string                $id      Name of the hidden field with the handle.
	 * @param array<string, string> $buttons Buttons of a suggestion that waits.
	 * @return list<array<string, mixed>>
	 */
	public function entries( OpenedList $list, string $id, array $buttons ): array {
		return array_map(
			fn ( Suggestion $one ): array => array(
				'name'    => $one->name(),
				'texts'   => $this->texts( $one ),
				'links'   => Suggestion::GIVEN === $one->gift
					? array( GiftLink::url( $list, $one->id ) => __( 'See or change', 'largesse' ) )
					: array(),
				'buttons' => $one->is_waiting() ? $buttons : array(),
				'hidden'  => array( $id => StoredSuggestions::handle( $one ) ),
			),
			self::of( $list->registry )
		);
	}

	/** @return list<string> */
	private function texts( Suggestion $own ): array {
		return match ( true ) {
			$own->is_waiting()
				&& isset( $this->promised[ $own->id ] ) => array(
					__( 'The owner has not answered yet. You will give it.', 'largesse' ),
				),
			$own->is_waiting()                => array( __( 'The owner has not answered yet.', 'largesse' ) ),
			Suggestion::LATE === $own->gift  => array( __( 'On the list. Another guest gives it.', 'largesse' ) ),
			Suggestion::GIVEN === $own->gift => array(
				__( 'On the list.', 'largesse' ),
				__( 'You are giving this.', 'largesse' ),
			),
			default                           => array( __( 'On the list.', 'largesse' ) ),
		};
	}

	/** @return callable(StoredSuggestions): (StoredSuggestions|WP_Error) */
	private static function adding( Suggestion $new ): callable {
		$is_full = new WP_Error( 'largesse_many_suggestions', __( 'Nothing was sent: the owner has not answered many other suggestions yet.', 'largesse' ), array( 'status' => 409 ) );
		return static fn ( StoredSuggestions $now ): StoredSuggestions|WP_Error => match ( true ) {
			$now->knows( $new->id )                          => $now,
			count( $now->open() ) >= StoredSuggestions::MOST => $is_full,
			default                                          => $now->with( $new ),
		};
	}

	/** Returns the cookie with the ids of a guest's suggestions. */
	private static function ids(): RegistryCookie {
		return new RegistryCookie( self::COOKIE );
	}
}
