<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\People\Accounts\AddressConfirmation;
use Largesse\Promises\Giving\GiftCookies;
use Largesse\Promises\Giving\Giver;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\Promises\Giving\GiverPromises;
use Largesse\Promises\Giving\OwnGift;
use Largesse\Promises\Giving\Purchases;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Links\SecretParameters;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\ConfirmedAddress;
use Largesse\Registries\Registry\Registries;
use WP_Error;
use WP_User;

/**
 * Prints and processes the forms for the member's account on My registries. Members confirm their address, request the
 * confirmation mail again, and add gifts to the account. The forms work without scripts.
 *
 * @extends Form<WP_User>
 */
final class AccountForms extends Form {

	/** Form field with the pressed button, and the buttons. */
	public const FIELD    = 'largesse-account';
	private const SEND    = 'send';
	private const CONFIRM = 'confirm';
	private const KEEP    = 'keep';

	/** Form field with the ids of gifts. */
	private const GIFTS = 'largesse-gifts';

	/** Parameter with the action of an accepted form. */
	private const SAID = 'account-said';

	/** Maximum number of gifts to offer at once. */
	private const MOST = 10;

	/** Timeouts in seconds for each call of the service: for gifts, and for what other features add to the page. */
	private const TIMEOUT_S        = 10;
	private const OTHERS_TIMEOUT_S = 3;

	public function __construct( private readonly Purchases $purchases ) {}

	/** Returns the hidden fields of a form. @param string $button SEND, CONFIRM or KEEP. */
	private static function fields( string $button ): array {
		return Form::hidden( self::FIELD, $button, self::nonce( $button ) );
	}

	/** Prints why the form of this request was refused, or the result of the form that led to this page. */
	public function show_result(): void {
		$said = match ( Request::parameter( self::SAID ) ) {
			self::SEND    => __( 'The mail is on its way. Please open the link in it.', 'largesse' ),
			self::CONFIRM => __( 'Your e-mail address is confirmed. Thank you!', 'largesse' ),
			self::KEEP    => __( 'The gifts are in your account now.', 'largesse' ),
			default       => '',
		};
		Template::print(
			'owners/form-result',
			array(
				'said'    => $said,
				'problem' => $this->refused->message ?? '',
			)
		);
	}

	/** Prints a form to confirm the member's address. Prints nothing if the address is confirmed. */
	public static function show_confirmation( WP_User $user ): void {
		if ( ! ConfirmedAddress::is_pending( $user ) ) {
			return;
		}
		$key = SecretParameters::key( Request::parameter( SecretParameters::ADDRESS ) );
		Template::print(
			'owners/confirmation',
			array(
				'email'   => $user->user_email,
				'has_key' => '' !== $key,
				'hidden'  => '' === $key
					? self::fields( self::SEND )
					: self::fields( self::CONFIRM ) + array( SecretParameters::ADDRESS => $key ),
			)
		);
	}

	/** Prints the form with the offer, or nothing if there are no gifts. */
	public static function show_unclaimed_gifts( WP_User $user, Purchases $purchases ): void {
		$gifts = self::unclaimed_gifts( $user, $purchases );
		$names = self::names( $gifts, $purchases ) + array_column( self::unclaimed_others( $user ), 'name', 'id' );
		if ( array() !== $names ) {
			Template::print(
				'owners/unclaimed-gifts',
				array(
					'names'  => $names,
					'box'    => self::GIFTS . '[]',
					'hidden' => self::fields( self::KEEP ),
				)
			);
		}
	}

	/** Returns the member. If the visitor is not signed in, the page asks the visitor to sign in. */
	protected function subject( Submission $sent ): ?WP_User {
		return is_user_logged_in() ? wp_get_current_user() : null;
	}

	protected function proof( mixed $user, string $button ): Proof {
		return Proof::nonce( self::nonce( $button ) );
	}

	protected function press( mixed $user, string $button, Submission $sent ): Refusal|WP_Error|null {
		return match ( $button ) {
			self::SEND    => self::send( $user ),
			self::CONFIRM => self::confirm( $user, $sent ),
			self::KEEP    => $this->claim_gifts( $user, $sent ),
			default       => self::unknown_button(),
		};
	}

	protected function next( mixed $user, string $button ): string {
		return add_query_arg( self::SAID, $button, OwnerPage::url() );
	}

	/** Sends the mail with which a member confirms the address of the account. */
	private static function send( WP_User $user ): ?WP_Error {
		$sent = ConfirmedAddress::is_pending( $user ) ? AddressConfirmation::send( $user, OwnerPage::url() ) : true;
		return is_wp_error( $sent ) ? $sent : null;
	}

	private static function confirm( WP_User $user, Submission $sent ): ?Refusal {
		return AddressConfirmation::confirm( $user, $sent->text( SecretParameters::ADDRESS ) )
			? null
			: new Refusal( 403, __( 'This link is outdated, or it belongs to another account. Ask for a new mail.', 'largesse' ) );
	}

	/** Adds the chosen gifts to the user's account. Ignores gifts that the page has not offered. */
	private function claim_gifts( WP_User $user, Submission $sent ): ?Refusal {
		$purchases = $this->purchases->with_timeout( self::TIMEOUT_S );
		$gifts     = self::unclaimed_gifts( $user, $purchases );
		$others    = self::unclaimed_others( $user );
		foreach (
			array_intersect(
				array_keys( $gifts + $others ),
				array_filter( (array) $sent->raw( self::GIFTS ), 'is_string' )
			) as $id
		) {
			/**
			 * Filters the error after a promise of `largesse_unclaimed_promises` was added to a member's account.
			 *
			 * @param WP_Error|null        $failed  Null for none.
			 * @param array<string, mixed> $promise As in `largesse_giver_promises`.
			 * @param WP_User              $user
			 */
			$assigned = isset( $others[ $id ] )
				? apply_filters( 'largesse_claim_promise', null, $others[ $id ], $user )
				: $purchases->assign( $gifts[ $id ], $user->ID );
			if ( ! is_wp_error( $assigned ) ) {
				GiftCookies::remove_gift( $id );
			} else {
				return new Refusal( 503, __( 'Some gifts could not be added to your account. Nothing is lost. Please try again in a minute.', 'largesse' ) );
			}
		}
		return null;
	}

	private static function nonce( string $button ): string {
		return "largesse-account-{$button}";
	}

	/**
	 * Finds gifts that a member may have given without an account or without logging in: gifts from this browser, and
	 * gifts with the member's confirmed e-mail address. The page only offers these gifts; the member decides. Excludes
	 * gifts that belong to a user, gifts for the member, who must not learn about them, and gifts that cannot be read now.
	 *
	 * @return array<string, OwnGift> By id.
	 */
	private static function unclaimed_gifts( WP_User $user, Purchases $purchases ): array {
		$found = self::with_email( $user, $purchases ) + self::from_browser( $user, $purchases );
		return array_slice(
			array_filter(
				$found,
				static fn ( OwnGift $one ) => Purchases::is_free( $one->purchase )
					&& self::may_be_offered( $one->purchase['registry_id'], $one->purchase['item_id'] )
			),
			0,
			self::MOST
		);
	}

	/**
	 * Returns the names of the wishes by id of the gift; none if the service does not answer.
	 *
	 * @param array<string, OwnGift> $gifts By id.
	 * @return array<string, string>
	 */
	private static function names( array $gifts, Purchases $purchases ): array {
		$found = array_map( static fn ( OwnGift $one ): array => $one->purchase, $gifts );
		$items = array() === $found ? array() : $purchases->items_of( $found );
		// The wish as it is now is only for people who may open its list.
		$name = static fn ( array $one ): string => Purchases::name(
			$one,
			null === GiverPromises::list_of( $one, array() ) ? null : $items[ $one['item_id'] ] ?? null
		);
		return is_wp_error( $items ) ? array() : array_map( $name, $found );
	}

	/** @return array<string, array<string, mixed>> Such promises of other features, without those to the member, by id. */
	private static function unclaimed_others( WP_User $user ): array {
		/**
		 * Filters the promises, besides gifts, that a member may have made without an account or without signing in.
		 *
		 * @param array<string, array<string, mixed>> $promises By id, as in `largesse_giver_promises`; `name` is a plain text
		 *         that describes the promise.
		 * @param WP_User                             $user
		 * @param int                                 $timeout  Timeout of a request to the service, in seconds.
		 */
		$promises = apply_filters( 'largesse_unclaimed_promises', array(), $user, self::OTHERS_TIMEOUT_S );
		$is_free  = static fn ( array $one ): bool => self::may_be_offered( $one['registry_id'], $one['item_id'] );
		return array_slice( array_filter( $promises, $is_free ), 0, self::MOST );
	}

	/** @return array<string, OwnGift> Gifts with the member's address, by id. */
	private static function with_email( WP_User $user, Purchases $purchases ): array {
		$giver = Giver::of_confirmed_address( $user );
		$found = null === $giver ? array() : $purchases->of_giver( $giver );
		$own   = static fn ( array $one ): ?OwnGift => OwnGift::of_giver( $one, $giver );
		return is_wp_error( $found ) ? array() : array_filter( array_map( $own, array_column( $found, null, 'id' ) ) );
	}

	/** @return array<string, OwnGift> Gifts that somebody gave in this browser, except the user's own, by id. */
	private static function from_browser( WP_User $user, Purchases $purchases ): array {
		$ids = array_keys(
			array_filter( GiftCookies::shown(), static fn ( int $registry_id ): bool => self::may_be_offered( $registry_id ) )
		);
		$own = array() === $ids ? array() : $purchases->of_user( $user->ID );
		if ( is_wp_error( $own ) ) {
			return array();
		}
		$found = array();
		foreach ( array_slice( array_reverse( array_diff( $ids, array_column( $own, 'id' ) ) ), 0, self::MOST ) as $id ) {
			$purchase = $purchases->get( $id );
			if ( is_wp_error( $purchase ) ) {
				break;
			}
			$found[ $id ] = null === $purchase ? null : OwnGift::of_browser( $purchase );
		}
		return array_filter( $found );
	}

	/**
	 * Checks whether the visitor may know about a gift. Its registry must exist. The recipients must include neither the
	 * visitor nor the visitor's e-mail address. Without `$item_id`, checks only the recipients of the registry.
	 */
	private static function may_be_offered( int $registry_id, int $item_id = 0 ): bool {
		$promise = compact( 'registry_id', 'item_id' );
		return null !== Registries::with_id( $registry_id )
			&& ! Appearances::receives( $promise )
			&& ! RecipientMailboxes::of_promise( $promise )->contain( wp_get_current_user()->user_email );
	}
}
