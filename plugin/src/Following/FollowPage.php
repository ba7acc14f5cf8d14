<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Format\Household;
use Largesse\Html\FormFields;
use Largesse\Html\Template;
use Largesse\Http\Errors;
use Largesse\Http\FieldMessages;
use Largesse\Http\KeyedHash;
use Largesse\Http\NoCacheHeaders;
use Largesse\Http\PrivatePage;
use Largesse\Http\RateLimit;
use Largesse\Http\Request;
use Largesse\Links\ShownRegistry;
use Largesse\Registry\ConfirmedAddress;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Roles;
use Largesse\Service\MailAddress;
use WP_Error;
use WP_Post;

/**
 * Handles the buttons that start and end following, and the form for visitors without an account. A visitor enters an
 * e-mail address, and the site mails a link to the address. Following starts after the visitor has opened the link and
 * pressed the confirmation button (FollowerPage).
 */
final class FollowPage {

	/** Name of the parameter in addresses and forms. Forms send one of the values below. */
	public const PARAMETER = 'follow';
	public const START     = 'start';
	public const END       = 'end';
	private const ASK      = 'ask';

	/** Form field with the visitor's e-mail address. */
	private const EMAIL = 'largesse-email';

	/** Maximum length of an e-mail address in characters. */
	private const MOST_EMAIL = 100;

	/** Maximum number of forms that one network address may send in ten minutes. */
	private const PER_HOUSEHOLD = 20;

	public function __construct(
		private readonly FollowMailSender $mails,
		private readonly NewWishes $wishes
	) {}

	/** Returns the web address of the form. */
	public static function url( WP_Post $registry ): string {
		return add_query_arg( self::PARAMETER, '1', (string) get_permalink( $registry ) );
	}

	/** Returns the name of the nonce in the forms of members. */
	public static function nonce( WP_Post $registry ): string {
		return "largesse-follow-{$registry->ID}";
	}

	/** Answers this request if it contains the parameter: shows the form, or starts or ends following. */
	public function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification -- Members' forms have a nonce, which is checked below. Visitors who are signed out share their nonces.
		$sent     = (array) wp_unslash( Request::is_post() ? $_POST : $_GET );
		$act      = $sent[ self::PARAMETER ] ?? null;
		$registry = is_string( $act ) ? ShownRegistry::from_request() : null;
		if ( null === $registry || ! ShownRegistry::is_open( $registry ) ) {
			// The page itself reports that nothing was found, or asks for the password.
			return;
		}
		if ( is_user_logged_in() ) {
			$this->answer_member( $registry, $act, $sent );
		} elseif ( Request::is_post() && self::ASK === $act ) {
			$this->ask( $registry, $sent );
		} else {
			self::show( 200, $registry, '' );
		}
	}

	/**
	 * Starts or ends following for the signed-in member, and redirects to the registry.
	 *
	 * @param array<mixed> $sent Unslashed values of the request.
	 */
	private function answer_member( WP_Post $registry, string $act, array $sent ): void {
		$is_meant = Request::is_post() && in_array( $act, array( self::START, self::END ), true );
		$problem  = match ( true ) {
			! $is_meant             => null,
			! is_string( $sent['_wpnonce'] ?? null ) || ! wp_verify_nonce( $sent['_wpnonce'], self::nonce( $registry ) )
				=> new WP_Error( 'largesse_old_form', __( 'The page was open for too long, so nothing has changed. Please go back and press the button again.', 'largesse' ) ),
			self::END === $act      => Followers::remove( $registry->ID, static fn ( Follower $one ): bool => $one->is( get_current_user_id(), '' ) ),
			default                 => $this->start_member( $registry ),
		};
		if ( null !== $problem ) {
			self::show_problem( $registry, $problem );
			return;
		}
		NoCacheHeaders::send_headers();
		wp_safe_redirect( (string) get_permalink( $registry ), 303 );
		exit;
	}

	private function start_member( WP_Post $registry ): ?WP_Error {
		$user = wp_get_current_user();
		if ( Roles::of( $registry )->is_owner() ) {
			return new WP_Error( 'largesse_own_list', __( 'This is your own list, so you need no mails about it.', 'largesse' ) );
		}
		if ( '' === ConfirmedAddress::of( $user ) ) {
			return new WP_Error( Errors::UNCONFIRMED, __( 'Please confirm the e-mail address of your account first, with the link in our mail. Then you can follow lists.', 'largesse' ) );
		}
		$follower = new Follower( bin2hex( random_bytes( 16 ) ), $user->ID, '', FollowerAccess::of_request( $registry ), '', time() );
		return $this->start( $registry, $follower );
	}

	/** Adds or confirms a follower. Wishes that exist now are not new for the follower. */
	public function start( WP_Post $registry, Follower $follower ): ?WP_Error {
		$problem = Followers::start( $registry->ID, $follower );
		if ( null === $problem ) {
			$this->wishes->all( $registry, is_look: true );
		}
		return $problem;
	}

	/**
	 * Stores the address of a visitor, and queues the mail that asks for a confirmation. The response does not reveal
	 * whether the address already follows the list, refuses mails, or has received too many mails. If it has received too
	 * many mails, the mail waits in the queue.
	 *
	 * @param array<mixed> $sent Unslashed values of the request.
	 */
	private function ask( WP_Post $registry, array $sent ): void {
		$email = is_string( $sent[ self::EMAIL ] ?? null ) ? strtolower( MailAddress::ascii( trim( $sent[ self::EMAIL ] ) ) ) : '';
		if ( ! Request::is_from_this_site() ) {
			self::show( 403, $registry, $email );
			return;
		}
		$usual   = __( 'Enter a complete e-mail address, such as anna@example.com.', 'largesse' );
		$problem = mb_strlen( $email ) > self::MOST_EMAIL ? $usual : FieldMessages::of_address( $email, $usual );
		if ( '' !== $problem ) {
			self::show( 422, $registry, $email, '', array( self::EMAIL => $problem ) );
			return;
		}
		if ( ( new RateLimit( Household::limited( 'followers' ), self::PER_HOUSEHOLD, 10 * MINUTE_IN_SECONDS ) )->take() > 0 ) {
			self::show( 429, $registry, $email, __( 'Too many people on your network have just done this. Please try again in ten minutes.', 'largesse' ) );
			return;
		}
		$is_robot = '' !== ( $sent[ FormFields::TRAP ] ?? '' );
		if ( ! $is_robot && ! FollowerAccess::is_address_of_owner( $registry, $email ) ) {
			$asking   = new Follower( bin2hex( random_bytes( 16 ) ), 0, $email, FollowerAccess::of_request( $registry ), determine_locale(), time(), network: KeyedHash::of( Household::limited( 'network of a follower' ) ) );
			$follower = Followers::ask( $registry->ID, $asking );
			if ( is_wp_error( $follower ) ) {
				self::show_problem( $registry, $follower );
				return;
			}
			$this->mails->queue_question( $registry, $follower );
		}
		$texts = array(
			/* translators: %s: an e-mail address. */
			sprintf( __( 'We will send a mail to %s in a minute or two. Open the link in it and press the button to follow this list.', 'largesse' ), $email ),
			__( 'No mail yet? Please check your spam folder, too.', 'largesse' ),
		);
		PrivatePage::show( 200, __( 'Check your mail', 'largesse' ), PrivatePage::panel( $texts, PrivatePage::link_to( $registry ) ) );
	}

	/**
	 * Shows the form.
	 *
	 * @param string                $notice   Message above the form; may be empty.
	 * @param array<string, string> $problems Messages by field.
	 */
	private static function show( int $status, WP_Post $registry, string $email, string $notice = '', array $problems = array() ): void {
		$fields = new FormFields( 'largesse-follow-', $problems );
		$more   = array(
			'maxlength'    => self::MOST_EMAIL,
			'autocomplete' => 'email',
			'required'     => '',
		);
		$form   = array(
			'notice' => $notice,
			'title'  => RegistryTitle::of( $registry ),
			'action' => (string) get_permalink( $registry ),
			'hidden' => array( self::PARAMETER => self::ASK ),
			'field'  => $fields->input( 'email', self::EMAIL, __( 'E-mail address', 'largesse' ), $email, $more ),
			'trap'   => FormFields::TRAP,
			'links'  => PrivatePage::link_to( $registry ),
		);
		PrivatePage::show( $status, __( 'Follow a list', 'largesse' ), Template::render( 'following/follow-form', $form ) );
		// With the policy "no-referrer", browsers would send the form without its origin.
		header( 'Referrer-Policy: strict-origin' );
	}

	/** Shows why a request to start or end following has failed. */
	private static function show_problem( WP_Post $registry, WP_Error $problem ): void {
		PrivatePage::show( 409, __( 'Nothing has changed', 'largesse' ), PrivatePage::panel( array( $problem->get_error_message() ), PrivatePage::link_to( $registry ) ) );
	}
}
