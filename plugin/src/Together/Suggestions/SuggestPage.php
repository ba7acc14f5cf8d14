<?php
declare( strict_types=1 );

namespace Largesse\Together\Suggestions;

use Largesse\Foundation\Format\Household;
use Largesse\Promises\Giving\GiftCookies;
use Largesse\Promises\Giving\GiftLimits;
use Largesse\Promises\Giving\OwnGifts;
use Largesse\Pages\Guests\GuestPage;
use Largesse\Pages\Guests\OtherForm;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\GuestForm;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\RegistryCookie;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\SignedId;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\TypedWish;
use Largesse\Managing\Wishes\Previews;
use WP_Error;
use WP_Post;

/** Page on which guests suggest wishes (rules: Suggestions). */
final class SuggestPage extends GuestPage {

	public const FIELD      = 'suggest';
	protected const FORM    = SuggestionForm::class;
	protected const SENDS   = array( self::SEND, self::READ_SHOP );
	public const SEND       = 'send';
	public const READ_SHOP  = 'read';
	private const TAKE_BACK = 'take-back';

	/** Beginning of the cookie's name; the registry's id follows. */
	private const COOKIE = 'largesse_guest_suggestions_';

	/** Value of the parameter after a suggestion was sent. */
	private const SENT = 'sent';

	/** Maximum number of shops' pages that the site reads for a household in ten minutes, and for a registry in an hour. */
	private const PAGES_OF_HOUSEHOLD = 10;
	private const PAGES_OF_REGISTRY  = 60;

	public function __construct(
		private readonly Answers $answers,
		private readonly Previews $previews
	) {}

	protected static function title(): string {
		return __( 'Suggest a wish to the owner', 'largesse' );
	}

	protected static function notice(): string {
		return __( 'This page is for your guests. You see their suggestions above your wishes.', 'largesse' );
	}

	/** After the owner has allowed no more suggestions, guests can still take theirs back. */
	protected static function closed( WP_Post $registry ): string {
		return self::own( $registry ) ? '' : self::off( $registry );
	}

	/** Returns why guests cannot suggest wishes; '' if they can. */
	private static function off( WP_Post $registry ): string {
		return SuggestionSwitch::is_on( $registry ) ? '' : __( 'This list takes no suggestions.', 'largesse' );
	}

	protected static function is_linked( WP_Post $registry, array $items ): bool {
		return SuggestionSwitch::is_on( $registry );
	}

	protected function next( mixed $registry, string $button ): string {
		return self::url( $registry, self::SEND === $button ? self::SENT : '1' );
	}

	protected function press( mixed $registry, string $button, Submission $sent ): Refusal|WP_Error|null {
		if ( self::TAKE_BACK !== $button && ! SuggestionSwitch::is_on( $registry ) ) {
			return new Refusal( 404, self::off( $registry ) );
		}
		return match ( $button ) {
			self::SEND      => $this->send( $registry, $sent ),
			self::READ_SHOP => $this->read( $registry, $sent ),
			self::TAKE_BACK => self::take_back( $registry, $sent ),
			default         => self::unknown_button(),
		};
	}

	/** Stores promised gifts before a guest gives wishes of a registry, and marks the gifts of this browser. */
	public function prepare_giving(): void {
		$registry = Registries::shown_open();
		if ( null === $registry || ! SuggestionSwitch::is_on( $registry ) ) {
			return;
		}
		if ( Roles::of( $registry )->is_recipient() ) {
			RegistryCookie::forget( $registry->ID );
			return;
		}
		$this->answers->finish_for_page( $registry );
		foreach ( is_user_logged_in() ? array() : self::own( $registry ) as $own ) {
			if ( Suggestion::GIVEN === $own->gift && ! GiftCookies::knows( $own->id ) ) {
				GiftCookies::add_gift( $registry->ID, (int) $own->item, $own->id );
			}
		}
	}

	/** Stores a suggestion. A repeated form changes nothing. */
	private function send( WP_Post $registry, Submission $sent ): Refusal|WP_Error|null {
		$form = SuggestionForm::of( $registry, $sent );
		if ( ! $form->is_ours( $registry ) ) {
			return self::unfinished( $registry, $sent );
		}
		$problems = $form->problems();
		if ( array() !== $problems ) {
			return Refusal::incorrect( $problems );
		}
		$new   = $form->suggestion();
		$all   = StoredSuggestions::of( $registry->ID );
		$known = $all->find( $new->id );
		if ( null !== $known || $all->has_ended( $new->id ) ) {
			return true === $known?->is_waiting() && ! $known->equals( $new ) ? self::unfinished( $registry, $sent ) : null;
		}
		$is_full = new WP_Error( 'largesse_many_suggestions', __( 'Nothing was sent: the owner has not answered many other suggestions yet.', 'largesse' ), array( 'status' => 409 ) );
		$change  = static fn ( StoredSuggestions $now ): StoredSuggestions|WP_Error => match ( true ) {
			$now->knows( $new->id )                          => $now,
			count( $now->open() ) >= StoredSuggestions::MOST => $is_full,
			default                                          => $now->with( $new ),
		};
		$failed  = GiftLimits::count( GiftLimits::SUGGESTIONS, $registry->ID, static fn (): ?WP_Error => StoredSuggestions::change( $registry->ID, $change ) );
		if ( null !== $failed ) {
			return $failed;
		}
		self::ids()->add( $registry->ID, $new->id );
		return null;
	}

	/** Fills the form with the data of the shop's page that the guest has entered. */
	private function read( WP_Post $registry, Submission $sent ): Refusal {
		$form    = SuggestionForm::of( $registry, $sent );
		$address = $form->url();
		$problem = '' === $address ? __( 'Enter the address of a page.', 'largesse' ) : $form->problems()[ TypedWish::INPUTS['url'] ] ?? '';
		if ( '' !== $problem ) {
			return new Refusal( 422, '', array( TypedWish::INPUTS['url'] => $problem ) );
		}
		$wait = RateLimit::take_all(
			new RateLimit( Household::limited( "suggested pages of {$registry->ID}" ), self::PAGES_OF_HOUSEHOLD, 10 * MINUTE_IN_SECONDS ),
			new RateLimit( "suggested pages of {$registry->ID}", self::PAGES_OF_REGISTRY, HOUR_IN_SECONDS )
		);
		$found = $wait > 0 ? null : $this->previews->of( $address );
		if ( ! is_array( $found ) ) {
			return new Refusal( $wait > 0 ? 429 : 503, __( 'We cannot read the shop’s page right now. You can fill in the fields yourself.', 'largesse' ), wait: $wait );
		}
		return new OtherForm( 200, '', $form->filled( Previews::fields( $address, $found ) ) );
	}

	private static function take_back( WP_Post $registry, Submission $sent ): ?Refusal {
		$handle = $sent->text( SignedId::ID );
		$own    = array_filter( self::own( $registry ), static fn ( Suggestion $one ): bool => StoredSuggestions::handle( $one ) === $handle );
		$failed = $own ? Answers::remove( $registry->ID, static fn ( Suggestion $one ): bool => reset( $own )->id === $one->id ) : null;
		return match ( $failed?->get_error_code() ) {
			null          => null,
			Answers::GONE => new Refusal( 409, __( 'The owner has just added your suggestion to the list.', 'largesse' ) ),
			default       => Refusal::of( $failed ),
		};
	}

	/** @return list<Suggestion> Suggestions of the visitor: of the account, or with an id in the cookie. */
	private static function own( WP_Post $registry ): array {
		return array_values( array_filter( StoredSuggestions::of( $registry->ID )->all, static fn ( Suggestion $one ): bool => self::ids()->is_own( $registry->ID, $one->user > 0 ? $one->user : null, $one->id ) ) );
	}

	/** Returns the cookie with the ids of a guest's suggestions. */
	private static function ids(): RegistryCookie {
		return new RegistryCookie( self::COOKIE );
	}

	protected function data( WP_Post $registry, ?Refusal $refused ): array {
		$own     = self::own( $registry );
		$heading = array(
			'name'  => __( 'Your suggestions', 'largesse' ),
			'texts' => array( __( 'A suggestion that the owner declines disappears from here. You then do not give it, either.', 'largesse' ) ),
		);
		return array(
			'lead'    => __( 'The owner of this list reads your suggestion.', 'largesse' ),
			'about'   => __( 'The owner decides whether it becomes a wish. Other guests do not see it. Please do not write about surprises here.', 'largesse' ),
			'notice'  => $refused->message ?? self::off( $registry ),
			'told'    => null === $refused && self::SENT === Request::parameter( self::FIELD ) ? __( 'Your suggestion is on its way. Come back to this page for the answer.', 'largesse' ) : '',
			'entries' => $own ? array( $heading, ...array_map( static fn ( Suggestion $one ): array => self::entry( $registry, $one ), $own ) ) : array(),
		);
	}

	/** @return array<string, mixed> A suggestion of the visitor for the template `guests/entry`. */
	private static function entry( WP_Post $registry, Suggestion $own ): array {
		$is_waiting = $own->is_waiting();
		$texts      = match ( true ) {
			$is_waiting && $own->gives        => array( __( 'The owner has not answered yet. You will give it.', 'largesse' ) ),
			$is_waiting                       => array( __( 'The owner has not answered yet.', 'largesse' ) ),
			Suggestion::LATE === $own->gift  => array( __( 'On the list. Another guest gives it.', 'largesse' ) ),
			Suggestion::GIVEN === $own->gift => array( __( 'On the list.', 'largesse' ), __( 'You are giving this.', 'largesse' ) ),
			default                           => array( __( 'On the list.', 'largesse' ) ),
		};
		return array(
			'name'    => $own->name(),
			'texts'   => $texts,
			'links'   => Suggestion::GIVEN === $own->gift ? array( OwnGifts::url( $registry->ID, $own->id ) => __( 'See or change', 'largesse' ) ) : array(),
			'buttons' => $is_waiting ? array( self::TAKE_BACK => __( 'Take back', 'largesse' ) ) : array(),
			'hidden'  => array( SignedId::ID => StoredSuggestions::handle( $own ) ),
		);
	}

	protected function form( WP_Post $registry, ?GuestForm $typed, array $problems = array() ): string {
		if ( ! SuggestionSwitch::is_on( $registry ) ) {
			return '';
		}
		$form   = $typed instanceof SuggestionForm ? $typed : SuggestionForm::fresh( $registry );
		$inputs = $form->inputs( $problems );
		$link   = TypedWish::INPUTS['url'];
		return Template::render(
			'suggestions/form',
			array(
				'action'      => (string) get_permalink( $registry ),
				'hidden'      => $form->hidden(),
				'link'        => $inputs[ $link ],
				'fields'      => array_values( array_diff_key( $inputs, array( $link => '' ) ) ),
				'has_picture' => '' !== $form->picture(),
			)
		);
	}
}
