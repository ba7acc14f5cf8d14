<?php
declare( strict_types=1 );

namespace Largesse\Suggestions;

use Largesse\Format\Household;
use Largesse\Giving\GiftCookies;
use Largesse\Giving\GiftFormPage;
use Largesse\Giving\GiftLimits;
use Largesse\Giving\ListView;
use Largesse\Giving\OwnGiftLink;
use Largesse\Html\Template;
use Largesse\Http\Form;
use Largesse\Http\FormController;
use Largesse\Http\PrivatePage;
use Largesse\Http\RateLimit;
use Largesse\Http\Refusal;
use Largesse\Http\RegistryCookie;
use Largesse\Http\Request;
use Largesse\Http\SignedId;
use Largesse\Http\Submission;
use Largesse\Links\ShownRegistry;
use Largesse\Owners\ListSwitch;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Roles;
use Largesse\Registry\TypedWish;
use Largesse\Wishes\Previews;
use WP_Error;
use WP_Post;

/** Page on which guests suggest wishes, without scripts: the registry's address with `?suggest=1` (rules: Suggestions). */
final class SuggestPage {

	/** Meta key that lets guests suggest wishes for a registry, and form field that switches it. */
	public const META   = '_largesse_suggestions';
	public const SWITCH = 'largesse-suggestions';

	/** Name of the parameter in addresses and forms. Forms send one of the values below. */
	public const PARAMETER  = 'suggest';
	private const SEND      = 'send';
	private const READ      = 'read';
	private const TAKE_BACK = 'take-back';

	/** Value of the parameter after a suggestion was sent. */
	private const SENT = 'sent';

	/** Maximum number of shops' pages that the site reads for a household in ten minutes, and for a registry in an hour. */
	private const PAGES_OF_HOUSEHOLD = 10;
	private const PAGES_OF_REGISTRY  = 60;

	public function __construct(
		private readonly Answers $answers,
		private readonly Previews $previews
	) {}

	/** Adds the link to the page of a registry, except for recipients. @param string $html HTML below the wishes. */
	public static function add_link( string $html, WP_Post $registry ): string {
		$is_shown = self::is_on( $registry ) && ! Roles::of( $registry )->is_recipient();
		return $is_shown ? $html . Template::render( 'guests/link', array( 'url' => self::url( $registry ), 'text' => __( 'Suggest a wish to the owner', 'largesse' ) ) ) : $html;
	}

	/** Prints the setting of a registry. */
	public static function show_switch( int $registry_id ): void {
		self::position()->show(
			$registry_id,
			__( 'Suggestions of guests', 'largesse' ),
			array( __( 'Guests cannot suggest wishes.', 'largesse' ), __( 'Guests may suggest wishes. You see each suggestion above your wishes, and decide whether it becomes a wish.', 'largesse' ) ),
			array( __( 'Allow no suggestions', 'largesse' ), __( 'Allow suggestions', 'largesse' ) )
		);
	}

	/** Stores the setting of a submitted form. */
	public static function answer_switch(): void {
		self::position()->answer();
	}

	/** Checks whether guests may suggest wishes for a registry. */
	public static function is_on( WP_Post $registry ): bool {
		return self::position()->is_on( $registry );
	}

	private static function position(): ListSwitch {
		return new ListSwitch( self::META, self::SWITCH, false );
	}

	private static function url( WP_Post $registry, string $what = '1' ): string {
		return add_query_arg( self::PARAMETER, $what, (string) get_permalink( $registry ) );
	}

	/** Stores promised gifts before a guest gives wishes of a registry, and marks the gifts of this browser. */
	public function prepare_giving(): void {
		$is_needed = '' !== Request::parameter( ListView::GIVING ) . Request::parameter( GiftFormPage::PARAMETER ) . Request::parameter( self::PARAMETER );
		$registry  = $is_needed ? ShownRegistry::open_from_request() : null;
		if ( null === $registry || ! self::is_on( $registry ) ) {
			return;
		}
		if ( Roles::of( $registry )->is_recipient() ) {
			RegistryCookie::forget( $registry->ID );
			return;
		}
		$this->answers->finish_for_page( $registry );
		foreach ( is_user_logged_in() ? array() : OwnSuggestions::of( $registry ) as $own ) {
			if ( Suggestion::GIVEN === $own->gift && ! GiftCookies::knows( $own->id ) ) {
				GiftCookies::add_gift( $registry->ID, (int) $own->item, $own->id );
			}
		}
	}

	/** Answers requests for the page. */
	public function answer(): void {
		FormController::answer(
			new Form(
				self::PARAMETER,
				self::requested_registry( ... ),
				array(
					self::SEND      => $this->send( ... ),
					self::READ      => $this->read( ... ),
					self::TAKE_BACK => self::take_back( ... ),
				),
				static fn ( WP_Post $registry, string $act ): string => self::url( $registry, self::SEND === $act ? self::SENT : '1' ),
				show: fn ( WP_Post $registry, ?Refusal $refused, Submission $sent ) => $this->show( $registry, $refused, self::TAKE_BACK === $sent->text( self::PARAMETER ) || ! $sent->is_form ? null : $refused->typed ?? SuggestionForm::of( $registry, $sent ) ),
				robot: self::unfinished( ... )
			)
		);
	}

	/** Returns the requested registry; null if the visitor cannot suggest wishes. */
	private static function requested_registry(): ?WP_Post {
		$registry = ShownRegistry::open_from_request();
		if ( null === $registry ) {
			return null;
		}
		$is_recipient = Roles::of( $registry )->is_recipient();
		if ( ! $is_recipient && ( self::is_on( $registry ) || OwnSuggestions::of( $registry ) ) ) {
			return $registry;
		}
		$text = $is_recipient ? __( 'This page is for your guests. You see their suggestions above your wishes.', 'largesse' ) : self::closed();
		PrivatePage::show( $is_recipient ? 200 : 404, self::title(), PrivatePage::panel( array( $text ), PrivatePage::link_to( $registry ) ) );
		return null;
	}

	private static function closed(): string {
		return __( 'This list takes no suggestions.', 'largesse' );
	}

	private static function title(): string {
		return __( 'Suggest a wish', 'largesse' );
	}

	/** Stores a suggestion. A repeated form changes nothing. */
	private function send( WP_Post $registry, Submission $sent ): Refusal|WP_Error|null {
		if ( ! self::is_on( $registry ) ) {
			return new Refusal( 404, self::closed() );
		}
		$form = SuggestionForm::of( $registry, $sent );
		if ( ! $form->id->is_ours( SuggestionForm::KIND, $registry ) ) {
			return self::unfinished( $registry, $sent );
		}
		$problems = $form->typed->problems();
		if ( array() !== $problems ) {
			return new Refusal( 422, __( 'Nothing was sent yet: please correct the marked fields.', 'largesse' ), $problems );
		}
		$new   = $form->suggestion();
		$known = StoredSuggestions::of( $registry->ID );
		if ( $known->has_ended( $new->id ) || false === $known->find( $new->id )?->is_waiting() ) {
			return null;
		}
		if ( null !== $known->find( $new->id ) ) {
			return $known->find( $new->id )->equals( $new ) ? null : self::unfinished( $registry, $sent );
		}
		$refused = GiftLimits::take( $registry->ID );
		if ( null !== $refused ) {
			return $refused;
		}
		$is_full = new WP_Error( 'largesse_many_suggestions', __( 'Nothing was sent: the owner has not answered many other suggestions yet.', 'largesse' ), array( 'status' => 409 ) );
		$failed  = StoredSuggestions::change(
			$registry->ID,
			static fn ( StoredSuggestions $now ): StoredSuggestions|WP_Error => match ( true ) {
				null !== $now->find( $new->id ) || $now->has_ended( $new->id ) => $now,
				count( $now->open() ) >= StoredSuggestions::MOST               => $is_full,
				default                                                        => $now->with( $new ),
			}
		);
		if ( null !== $failed ) {
			GiftLimits::give_back( $registry->ID );
			return $failed;
		}
		OwnSuggestions::remember( $registry->ID, $new->id );
		return null;
	}

	/** Returns the refusal of a form of a program or another browser, or of a used one. The form gets a new id. */
	private static function unfinished( WP_Post $registry, Submission $sent ): Refusal {
		return new Refusal( 422, __( 'Nothing was sent yet: please check the form, and press the button once more.', 'largesse' ), typed: SuggestionForm::fresh( $registry, SuggestionForm::of( $registry, $sent ) ) );
	}

	/** Fills the form with the data of the shop's page that the guest has entered. */
	private function read( WP_Post $registry, Submission $sent ): Refusal|string {
		if ( ! self::is_on( $registry ) ) {
			return new Refusal( 404, self::closed() );
		}
		$form    = SuggestionForm::of( $registry, $sent );
		$address = TypedWish::wish( $form->typed )['url'];
		$problem = '' === $address ? __( 'Enter the address of a page.', 'largesse' ) : $form->typed->problems()[ TypedWish::INPUTS['url'] ] ?? '';
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
		$this->show( $registry, null, $form->filled( Previews::fields( $address, $found ) ) );
		header( 'Referrer-Policy: strict-origin' );
		return Form::SHOWN;
	}

	/** Takes back a suggestion of the visitor. */
	private static function take_back( WP_Post $registry, Submission $sent ): ?Refusal {
		$handle = $sent->text( SignedId::ID );
		$own    = array_filter( OwnSuggestions::of( $registry ), static fn ( Suggestion $one ): bool => StoredSuggestions::handle( $one ) === $handle );
		$failed = $own ? Answers::remove( $registry->ID, static fn ( Suggestion $one ): bool => reset( $own )->id === $one->id ) : null;
		return match ( $failed?->get_error_code() ) {
			null          => null,
			Answers::GONE => new Refusal( 409, __( 'The owner has just added your suggestion to the list.', 'largesse' ) ),
			default       => Refusal::of( $failed ),
		};
	}

	/** Shows the page. @param SuggestionForm|null $form Typed values; null for an empty form. */
	private function show( WP_Post $registry, ?Refusal $refused, ?SuggestionForm $form ): void {
		$shown  = $form ?? SuggestionForm::fresh( $registry );
		$inputs = TypedWish::with_currency( $shown->typed->inputs( 'largesse-suggest-', $refused->problems ?? array() ), $shown->currency );
		$page   = array(
			'title'       => RegistryTitle::of( $registry ),
			'notice'      => $refused->message ?? ( self::is_on( $registry ) ? '' : self::closed() ),
			'is_open'     => self::is_on( $registry ),
			'is_sent'     => null === $refused && self::SENT === Request::parameter( self::PARAMETER ),
			'action'      => (string) get_permalink( $registry ),
			'own'         => array_map( static fn ( Suggestion $own ): array => self::shown( $registry, $own ), OwnSuggestions::of( $registry ) ),
			'hidden'      => $shown->hidden(),
			'link'        => $inputs[ TypedWish::INPUTS['url'] ],
			'fields'      => array_values( array_diff_key( $inputs, array( TypedWish::INPUTS['url'] => '' ) ) ),
			'has_picture' => '' !== $shown->picture,
			'act'         => self::PARAMETER,
			'send'        => self::SEND,
			'read'        => self::READ,
			'back'        => self::TAKE_BACK,
			'links'       => GiftFormPage::link_to_list( $registry ),
		);
		PrivatePage::show( $refused->status ?? 200, self::title(), Template::render( 'suggestions/page', $page ) );
	}

	/**
	 * Returns a suggestion of the visitor for the template.
	 *
	 * @return array{name: string, state: string, gift_url: string, hidden: array<string, string>|null}
	 */
	private static function shown( WP_Post $registry, Suggestion $own ): array {
		$is_waiting = $own->is_waiting();
		return array(
			'name'     => $own->name(),
			'state'    => match ( true ) {
				$is_waiting && $own->gives       => __( 'The owner has not answered yet. You will give it.', 'largesse' ),
				$is_waiting                      => __( 'The owner has not answered yet.', 'largesse' ),
				Suggestion::LATE === $own->gift  => __( 'On the list. Another guest gives it.', 'largesse' ),
				default                          => __( 'On the list.', 'largesse' ),
			},
			'gift_url' => Suggestion::GIVEN === $own->gift ? OwnGiftLink::url( $registry->ID, $own->id ) : '',
			'hidden'   => $is_waiting ? array( SignedId::ID => StoredSuggestions::handle( $own ) ) : null,
		);
	}
}
