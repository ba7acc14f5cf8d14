<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Format\Household;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\GuestFields;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\PageWithForm;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Foundation\Service\MailAddress;
use WP_Error;
use WP_Post;

/**
 * Handles the buttons that start and end following, and the form for visitors without an account. A visitor enters an
 * e-mail address, and the site mails a link to the address. Following starts after the visitor has opened the link and
 * pressed the confirmation button (FollowerPage).
 *
 * @extends PageWithForm<OpenedList>
 */
final class FollowPage extends PageWithForm {

	/** Name of the parameter in addresses and forms. Forms send one of the buttons below. */
	public const FIELD  = 'follow';
	private const START = 'start';
	private const END   = 'end';
	private const ASK   = 'ask';

	private const EMAIL = 'largesse-email';

	/** Maximum number of forms that one network address may send in ten minutes. */
	private const PER_HOUSEHOLD = 20;

	public function __construct(
		private readonly FollowMailSender $mails,
		private readonly Store $store
	) {}

	private static function nonce( WP_Post $registry ): string {
		return "largesse-follow-{$registry->ID}";
	}

	/**
	 * Adds the button to the page of a registry. Members start and stop following with one tap, all other visitors see a
	 * link to the form. The link is the same for everyone, because the page may be cached. Owners have no button.
	 *
	 * @param string $html HTML below the header.
	 */
	public static function add_button( string $html, WP_Post $registry ): string {
		if ( ! is_user_logged_in() ) {
			$url         = add_query_arg( self::FIELD, '1', (string) get_permalink( $registry ) );
			$text        = __( 'Follow this list', 'largesse' );
			$is_download = false;
			return $html . Template::render( 'following/link', compact( 'url', 'text', 'is_download' ) );
		}
		if ( Roles::of( $registry )->is_owner() ) {
			return $html;
		}
		$follower = Followers::find( $registry->ID, get_current_user_id(), '' );
		return $html . Template::render(
			'following/follow-button',
			array(
				'action'       => (string) get_permalink( $registry ),
				'hidden'       => self::hidden(
					self::FIELD,
					null === $follower ? self::START : self::END,
					self::nonce( $registry )
				),
				'is_following' => null !== $follower,
			)
		);
	}

	protected function proof( mixed $list, string $button ): Proof {
		return is_user_logged_in() ? Proof::nonce( self::nonce( $list->registry ) ) : Proof::origin();
	}

	protected function press( mixed $list, string $button, Submission $sent ): ShownPage|Refusal|WP_Error|null {
		return match ( $button ) {
			self::START => $this->start_member( $list ),
			self::END   => self::end_member( $list->registry ),
			self::ASK   => $this->ask( $list->registry, $sent ),
			default     => self::unknown_button(),
		};
	}

	/** A password manager may also fill in the hidden field, so the visitor gets the form again. */
	protected function press_by_robot( mixed $list, string $button, Submission $sent ): Refusal {
		return self::not_sent();
	}

	protected function next( mixed $list, string $button ): string {
		return (string) get_permalink( $list->registry );
	}

	/** Returns the registry of this request. If the visitor cannot open it, its own page explains why. */
	protected function subject( Submission $sent ): ?OpenedList {
		$list = OpenedList::shown();
		if (
			null !== $list
			&& is_user_logged_in()
			&& ( ! $sent->is_form || ! in_array( $sent->text( self::FIELD ), array( self::START, self::END ), true ) )
		) {
			self::redirect( (string) get_permalink( $list->registry ) );
		}
		return $list;
	}

	private function start_member( OpenedList $list ): Refusal|WP_Error|null {
		$registry = $list->registry;
		$user     = wp_get_current_user();
		if ( 0 === $user->ID ) {
			return self::unknown_visitor();
		}
		if ( Roles::of( $registry )->is_owner() ) {
			return new Refusal( 409, __( 'This is your own list, so you need no mails about it.', 'largesse' ) );
		}
		if ( '' === ConfirmedAddress::of( $user ) ) {
			return new Refusal( 409, __( 'Please confirm the e-mail address of your account first, with the link in our mail. Then you can follow lists.', 'largesse' ) );
		}
		$follower = new Follower(
			bin2hex( random_bytes( 16 ) ),
			$registry->ID,
			$user->ID,
			'',
			FollowerAccess::of_request( $registry ),
			'',
			time()
		);
		return $this->start( $list, $follower );
	}

	private static function end_member( WP_Post $registry ): Refusal|WP_Error|null {
		$follower = Followers::find( $registry->ID, get_current_user_id(), '' );
		return match ( true ) {
			! is_user_logged_in() => self::unknown_visitor(),
			null === $follower    => null,
			default               => Followers::remove( $follower ),
		};
	}

	/**
	 * Returns the refusal of a member's button for a visitor who is no longer signed in: the form asks for the address.
	 */
	private static function unknown_visitor(): Refusal {
		return new Refusal( 200, '' );
	}

	/** Adds or confirms a follower. Wishes that exist now are not new for the follower. */
	public function start( OpenedList $list, Follower $follower ): ?WP_Error {
		$started = Followers::start( $follower );
		if ( is_wp_error( $started ) ) {
			return $started;
		}
		// If the service does not answer, DailyNews reads the wishes.
		$wishes = null === $started->known ? FollowerAccess::wishes( $this->store, $list ) : null;
		return is_array( $wishes ) ? Followers::update( $started, known: $started->known_after( $wishes ) ) : null;
	}

	/**
	 * Stores the address of a visitor, and queues the mail that asks for a confirmation. The response does not reveal
	 * whether the address already follows the list, refuses mails, or has received too many mails. If it has received too
	 * many mails, the mail waits in the queue.
	 */
	private function ask( WP_Post $registry, Submission $sent ): ShownPage|Refusal|WP_Error {
		$email    = self::email( $sent );
		$problems = Fields::sent( self::fields(), $sent )->problems();
		if ( array() !== $problems ) {
			return new Refusal( 422, '', $problems );
		}
		if (
			( new RateLimit( Household::limited( 'followers' ), self::PER_HOUSEHOLD, 10 * MINUTE_IN_SECONDS ) )->take() > 0
		) {
			return new Refusal( 429, __( 'Too many people on your network have just done this. Please try again in ten minutes.', 'largesse' ) );
		}
		if ( ! FollowerAccess::is_address_of_owner( $registry, $email ) ) {
			$asking   = new Follower(
				bin2hex( random_bytes( 16 ) ),
				$registry->ID,
				0,
				$email,
				FollowerAccess::of_request( $registry ),
				determine_locale(),
				time(),
				network: KeyedHash::of( Household::limited( 'network of a follower' ) )
			);
			$follower = Followers::ask( $asking );
			if ( is_wp_error( $follower ) ) {
				return $follower;
			}
			$this->mails->queue_question( $registry, $follower );
		}
		return self::show_sent( $registry, $email );
	}

	/** @return array<string, Field> Fields of the form by name. */
	private static function fields(): array {
		return array( self::EMAIL => GuestFields::email( true ) );
	}

	private static function email( Submission $sent ): string {
		return strtolower( MailAddress::ascii( trim( $sent->text( self::EMAIL ) ) ) );
	}

	private static function show_sent( WP_Post $registry, string $email ): ShownPage {
		$texts = array(
			/* translators: %s: an e-mail address. */
			sprintf( __( 'We will send a mail to %s in a minute or two. Open the link in it and press the button to follow this list.', 'largesse' ), $email ),
			__( 'No mail yet? Please check your spam folder, too.', 'largesse' ),
		);
		PrivatePage::show(
			200,
			__( 'Check your mail', 'largesse' ),
			PrivatePage::panel( $texts, PrivatePage::link_to( $registry ) )
		);
		return new ShownPage();
	}

	/** Shows the form for visitors, or why a member's button has changed nothing. */
	protected function show( mixed $list, ?Refusal $refused, Submission $sent ): void {
		$registry = $list->registry;
		if ( is_user_logged_in() ) {
			PrivatePage::show(
				$refused->status ?? 200,
				__( 'Nothing has changed', 'largesse' ),
				PrivatePage::panel( array( $refused->message ?? '' ), PrivatePage::link_to( $registry ) )
			);
			return;
		}
		$form = array(
			'notice' => $refused->message ?? '',
			'title'  => Registries::title( $registry ),
			'action' => (string) get_permalink( $registry ),
			'hidden' => array( self::FIELD => self::ASK ),
			'field'  => Fields::sent( self::fields(), $sent )->inputs(
				'largesse-follow-',
				$refused->problems ?? array()
			)[ self::EMAIL ],
			'links'  => PrivatePage::link_to( $registry ),
		);
		PrivatePage::show(
			$refused->status ?? 200,
			__( 'Follow a list', 'largesse' ),
			Template::render( 'following/follow-form', $form )
		);
	}
}
