<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Foundation\Format\Household;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\GuestForm;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\RegistryCookie;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\SignedId;
use Largesse\Foundation\Http\Submission;
use Largesse\Foundation\Service\ApiError;
use Largesse\Managing\Wishes\Previews;
use Largesse\Pages\Guests\GuestPage;
use Largesse\Pages\Guests\OtherForm;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\TypedWish;
use WP_Error;
use WP_Post;

/**
 * Page on which guests tell about a present that is not on the list: the other guests, or the owner (rules: Presents
 * that are not on the list).
 */
final class PresentPage extends GuestPage {

	public const FIELD      = 'present';
	protected const FORM    = PresentForm::class;
	protected const SENDS   = array( self::SEND, self::READ_SHOP );
	public const SEND       = 'send';
	public const READ_SHOP  = 'read';
	private const TAKE_BACK = 'take-back';

	/** Values of the parameter after a form was sent, by audience. */
	private const SENT = array(
		PresentForm::GUESTS => 'told',
		PresentForm::OWNERS => 'suggested',
	);

	/**
	 * Maximum number of shops' pages that the site reads for a household in ten minutes, and for a registry in an hour.
	 */
	private const PAGES_OF_HOUSEHOLD = 10;
	private const PAGES_OF_REGISTRY  = 60;

	/** Audience of the form that was sent. */
	private string $audience = PresentForm::GUESTS;

	public function __construct(
		private readonly Ideas $ideas,
		private readonly OwnSuggestions $suggestions,
		private readonly Answers $answers,
		private readonly Previews $previews
	) {}

	protected static function title(): string {
		return __( 'Tell us about a present', 'largesse' );
	}

	protected static function notice(): string {
		return __( 'This page is for your guests. You see their suggestions above your wishes, and their ideas after the gifts have been revealed.', 'largesse' );
	}

	/** After the owner has allowed no more suggestions, guests can still take theirs back. */
	protected static function closed( WP_Post $registry ): string {
		return OwnSuggestions::of( $registry ) ? '' : self::off( $registry );
	}

	/** Returns why guests cannot tell about presents; '' if they can. */
	private static function off( WP_Post $registry ): string {
		return PresentForm::audiences( $registry ) ? '' : __( 'Guests of this list cannot tell about presents.', 'largesse' );
	}

	protected static function is_linked( WP_Post $registry, array $items ): bool {
		return '' === self::off( $registry );
	}

	protected function load( OpenedList $list ): ?WP_Error {
		$registry = $list->registry;
		$failed   = IdeaSwitch::is_on( $registry ) ? $this->ideas->load( $list ) : null;
		return $failed ?? $this->suggestions->load( $registry );
	}

	protected function knows( WP_Post $registry, string $id ): bool {
		return $this->ideas->knows( $id ) || StoredSuggestions::of( $registry->ID )->knows( $id );
	}

	protected function next( mixed $list, string $button ): string {
		return self::url( $list->registry, self::SEND === $button ? self::SENT[ $this->audience ] : '1' );
	}

	/** Turns promises into gifts before a guest gives wishes of a registry, and marks the gifts of this browser. */
	public function prepare_giving(): void {
		$registry = OpenedList::shown()?->registry;
		if ( null === $registry || ! SuggestionSwitch::is_on( $registry ) ) {
			return;
		}
		if ( Roles::of( $registry )->is_recipient() ) {
			RegistryCookie::forget( $registry->ID );
			return;
		}
		$this->answers->finish_for_page( $registry );
		OwnSuggestions::mark_gifts( $registry );
	}

	protected function press( mixed $list, string $button, Submission $sent ): ShownPage|Refusal|WP_Error|null {
		$registry = $list->registry;

		$entry  = $sent->text( SignedId::ID );
		$answer = match ( $button ) {
			self::SEND      => $this->send( $registry, $sent ),
			self::READ_SHOP => $this->read( $registry, $sent ),
			self::TAKE_BACK => $this->suggestions->take_back( $registry, $entry ),
			Ideas::GIVE, Ideas::GIVE_BACK, Ideas::DELETE, Ideas::REMOVE, Ideas::CLEAR => IdeaSwitch::is_on( $registry )
				? $this->ideas->change(
					$registry,
					$button,
					$entry,
					$sent->text( self::READ ),
					(string) PresentForm::of( $registry, $sent )->person()
				)
				: Refusal::too_late(),
			default         => self::unknown_button(),
		};
		return match ( true ) {
			! is_wp_error( $answer )                              => $answer,
			Ideas::UNFINISHED === $answer->get_error_code()       => $this->unfinished( $registry, $sent ),
			in_array(
				$answer->get_error_code(),
				array( ApiError::CODE, ApiError::NOT_CONFIGURED ),
				true
			) => $this->fail( $list, $sent, $answer ),
			default                                               => $answer,
		};
	}

	private function send( WP_Post $registry, Submission $sent ): Refusal|WP_Error|null {
		$form           = PresentForm::of( $registry, $sent );
		$this->audience = $form->is_for_owners() ? PresentForm::OWNERS : PresentForm::GUESTS;
		$closed         = self::closed_for( $registry, $form->text( PresentForm::AUDIENCE ) );
		return match ( true ) {
			null !== $closed                 => $closed,
			! $form->is_ours( $registry )
				|| $this->is_used_otherwise( $registry, $form ) => $this->unfinished( $registry, $sent ),
			$form->is_for_owners()           => $this->suggestions->add( $registry, $form ),
			default                          => $this->ideas->add( $registry, $form ),
		};
	}

	/** Checks whether the same form was sent for the other audience before. A form tells one of them. */
	private function is_used_otherwise( WP_Post $registry, PresentForm $form ): bool {
		return $form->is_for_owners()
			? $this->ideas->knows( $form->id->id )
			: StoredSuggestions::of( $registry->ID )->knows( $form->id->id );
	}

	/** Refuses a form for an audience that the owner no longer allows: never tells other people than those in the form. */
	private static function closed_for( WP_Post $registry, string $audience ): ?Refusal {
		return match ( true ) {
			'' === $audience || in_array( $audience, PresentForm::audiences( $registry ), true ) => null,
			PresentForm::OWNERS === $audience => new Refusal( 404, __( 'This list takes no suggestions.', 'largesse' ) ),
			default                           => new Refusal(
				404,
				__( 'Guests of this list cannot tell each other about presents.', 'largesse' )
			),
		};
	}

	/** Fills the form with the data of the shop's page that the guest has entered. */
	private function read( WP_Post $registry, Submission $sent ): Refusal {
		$form    = PresentForm::of( $registry, $sent );
		$address = $form->url();
		$problem = '' === $address
			? __( 'Enter the address of a page.', 'largesse' )
			: $form->problems()[ TypedWish::INPUTS['url'] ] ?? '';
		if ( '' !== $problem ) {
			return new Refusal( 422, '', array( TypedWish::INPUTS['url'] => $problem ) );
		}
		$wait = RateLimit::take_all(
			new RateLimit(
				Household::limited( "suggested pages of {$registry->ID}" ),
				self::PAGES_OF_HOUSEHOLD,
				10 * MINUTE_IN_SECONDS
			),
			new RateLimit( "suggested pages of {$registry->ID}", self::PAGES_OF_REGISTRY, HOUR_IN_SECONDS )
		);
		$found = $wait > 0 ? null : $this->previews->of( $address );
		if ( ! is_array( $found ) ) {
			return new Refusal( $wait > 0 ? 429 : 503, __( 'We cannot read the shop’s page right now. You can fill in the fields yourself.', 'largesse' ), wait: $wait );
		}
		return new OtherForm( 200, '', $form->filled( Previews::fields( $address, $found ) ) );
	}

	protected function data( OpenedList $list, ?Refusal $refused ): array {
		$registry  = $list->registry;
		$audiences = PresentForm::audiences( $registry );
		$own       = $this->suggestions->entries(
			$list,
			SignedId::ID,
			array( self::TAKE_BACK => __( 'Take back', 'largesse' ) )
		);
		$heading   = array(
			'name'  => __( 'Your suggestions', 'largesse' ),
			'texts' => array( __( 'A suggestion that the owner declines disappears from here. You then do not give it, either.', 'largesse' ) ),
		);
		$ideas     = in_array( PresentForm::GUESTS, $audiences, true )
			? $this->ideas->entries( $registry, self::READ, SignedId::ID )
			: array();
		return array(
			'about'   => match ( $audiences ) {
				array( PresentForm::GUESTS ) => __( 'Do you know a good present that is not on the list, or do you already have one? Tell the other guests, so that nobody gives it twice. The people who get the presents can see these ideas only after the gifts have been revealed.', 'largesse' ),
				array( PresentForm::OWNERS ) => __( 'The owner of this list reads your suggestion, and decides whether it becomes a wish. Other guests do not see it. Please do not write about surprises here.', 'largesse' ),
				array()                      => '',
				default                      => __( 'Do you know a good present that is not on the list, or do you already have one? Tell the other guests: the people who get the presents see it only after the gifts have been revealed. Or suggest it to the owner, who sees it now.', 'largesse' ),
			},
			'notice'  => $refused->message ?? self::off( $registry ),
			'told'    => null === $refused ? self::told( Request::parameter( self::FIELD ) ) : '',
			'entries' => array( ...( $own ? array( $heading, ...$own ) : array() ), ...$ideas ),
		);
	}

	/** Returns what a form has done. @param string $sent Value of the parameter. */
	private static function told( string $sent ): string {
		return match ( $sent ) {
			self::SENT[ PresentForm::OWNERS ] => __( 'Your suggestion is on its way. Come back to this page for the answer.', 'largesse' ),
			self::SENT[ PresentForm::GUESTS ] => __( 'The other guests can see it now.', 'largesse' ),
			default                           => '',
		};
	}

	protected function form( OpenedList $list, ?GuestForm $typed, array $problems = array() ): string {
		$registry = $list->registry;
		if ( '' !== self::off( $registry ) ) {
			return '';
		}
		$form   = $typed instanceof PresentForm ? $typed : PresentForm::fresh( $registry );
		$inputs = $form->inputs( $problems );
		$link   = TypedWish::INPUTS['url'];
		return Template::render(
			'presents/form',
			array(
				'action'      => (string) get_permalink( $registry ),
				'hidden'      => $form->hidden(),
				'link'        => $inputs[ $link ],
				'fields'      => array_values( array_diff_key( $inputs, array( $link => '' ) ) ),
				'buttons'     => array(
					'name'      => self::FIELD,
					'send'      => self::SEND,
					'read_shop' => self::READ_SHOP,
				),
				'has_picture' => SuggestionSwitch::is_on( $registry ) && '' !== $form->picture(),
				'is_open'     => null !== $typed || ! $this->ideas->has_any(),
			)
		);
	}
}
