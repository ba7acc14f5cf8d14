<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Blocks\Blocks;
use Largesse\Html\SharedNames;
use Largesse\Html\Template;
use Largesse\Http\NoCacheHeaders;
use Largesse\Http\PrivatePage;
use Largesse\Http\Request;
use Largesse\Links\SecretParameters;
use Largesse\Links\ShownRegistry;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Roles;
use Largesse\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Page on which a giver sees a gift, marks the gift as bought, changes it, or gives it back. GiverLink creates the
 * page's address with the gift's key. The page requires only this key. The page works even if the registry no longer
 * exists, because givers must always be able to withdraw.
 *
 * Only POST requests with the key change something. Other sites do not have the key and cannot forge such a request, so
 * no nonce is needed. Owners of the registry see nothing, even with a valid key, because a giver and an owner may share
 * a browser.
 */
final class GiverPage {

	/** Name of the form field with the action. The field has one of the values below. */
	public const ACT       = 'act';
	public const BUY       = 'bought';
	public const UNBUY     = 'reserved';
	public const CHANGE    = 'change';
	public const GIVE_BACK = 'back';
	public const KEEP      = 'keep';

	/** Form fields that the giver can change. The service uses the same names. */
	private const CHANGED = array(
		GiftFields::QUANTITY => true,
		GiftFields::MESSAGE  => true,
	);

	/** Name of the parameter with the giver's last action. The page shows a message about this action. */
	private const TOLD = SharedNames::TOLD_PARAMETER;

	/** Value of the parameter TOLD after a guest has given something in the dialog (give.ts). */
	public const GIVEN = SharedNames::TOLD_GIVEN;

	/** Name of the parameter that redirects to the shop. */
	public const TO_SHOP = 'shop';

	public function __construct(
		private readonly Purchases $purchases,
		private readonly Store $store,
		private readonly GiverMailSender $mails
	) {}

	/** Responds if this request contains the id of a gift. */
	public function answer(): void {
		$is_post = Request::is_post();
		$sent    = self::submitted( $is_post );
		if ( ! isset( $sent[ GiverLink::PARAMETER ] ) ) {
			return;
		}
		$id       = self::authorized_purchase( $sent );
		$purchase = null === $id ? null : $this->purchases->get( $id );
		if ( is_wp_error( $purchase ) ) {
			$is_post ? self::show_retry_form( $sent, $purchase ) : self::show_failure( (string) $id, $purchase );
			return;
		}
		if ( null === $id || null === $purchase ) {
			self::show_missing( $id, $sent );
			return;
		}
		$registry = get_post( $purchase['registry_id'] );
		$registry = RegistryPostType::is( $registry ) ? $registry : null;
		if ( $registry && Roles::of( $registry )->is_recipient() ) {
			GuestCookies::forget( $registry->ID );
			PrivatePage::show( 403, __( 'This page is for your guests', 'largesse' ), GiverNotices::for_owner() );
			return;
		}
		if ( $is_post ) {
			$this->run_action( $purchase, $registry, $sent );
			return;
		}
		$this->show( $purchase, $registry, $sent );
	}

	/**
	 * Returns the submitted values. For a POST request, these are the fields of the form. For any other request, these
	 * are the parameters in the address.
	 *
	 * @return array<string, mixed>
	 */
	private static function submitted( bool $is_post ): array {
		// phpcs:ignore WordPress.Security.NonceVerification -- Requests need the key instead of a nonce.
		return (array) wp_unslash( $is_post ? $_POST : $_GET );
	}

	/**
	 * Returns the submitted id of a purchase; null if the submitted key does not belong to this purchase.
	 *
	 * @param array<string, mixed> $sent Submitted values.
	 */
	private static function authorized_purchase( array $sent ): ?string {
		$id  = $sent[ GiverLink::PARAMETER ];
		$key = SecretParameters::key( $sent[ GiverLink::KEY ] ?? '' );
		if ( ! is_string( $id ) || ! wp_is_uuid( strtolower( $id ) ) ) {
			return null;
		}
		return GiverLink::is_valid( $id, $key ) ? strtolower( $id ) : null;
	}

	/**
	 * Shows the page, or redirects to the shop.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @param array<string, mixed> $sent     Submitted values.
	 */
	private function show( array $purchase, ?WP_Post $registry, array $sent ): void {
		$view = $this->view( $purchase, $registry );
		if ( null === $view ) {
			return;
		}
		if ( isset( $sent[ self::TO_SHOP ] ) && '' !== $view->shop() ) {
			NoCacheHeaders::send_headers();
			GiftLinks::redirect_to_shop( $view->shop() );
		}
		$is_new = ! isset( GiverCookie::gifts( $purchase['registry_id'] )[ $purchase['id'] ] );
		if ( $is_new ) {
			GiverCookie::add_gift( $purchase['registry_id'], $purchase['item_id'], $purchase['id'] );
		}
		$told = is_string( $sent[ self::TOLD ] ?? null ) ? $sent[ self::TOLD ] : '';
		self::print_view( 200, $view, GiverNotices::done( $told, $is_new, $purchase ) );
	}

	/**
	 * Runs the action of a POST request, and redirects back to the page.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @param array<string, mixed> $sent     Submitted values.
	 */
	private function run_action( array $purchase, ?WP_Post $registry, array $sent ): void {
		$act    = is_string( $sent[ self::ACT ] ?? null ) ? $sent[ self::ACT ] : '';
		$answer = null;
		$fields = GiftFields::from_request();
		switch ( $act ) {
			case self::GIVE_BACK:
				$answer = $this->purchases->give_back( $purchase['registry_id'], $purchase['id'], $purchase['is_secret'] );
				if ( null === $answer ) {
					GiverCookie::remove_gift( $purchase['id'] );
				}
				break;
			case self::BUY:
			case self::UNBUY:
				$answer = $this->purchases->change( $purchase['registry_id'], $purchase['id'], array( 'state' => $act ) );
				break;
			case self::KEEP:
				$answer = $this->move_to_account( $purchase, $sent );
				break;
			case self::CHANGE:
				$problems = array_intersect_key( $fields->problems(), self::CHANGED );
				if ( $problems ) {
					$this->show_again( 422, $purchase, $registry, $fields, $problems );
					return;
				}
				$answer = $this->purchases->change( $purchase['registry_id'], $purchase['id'], array_intersect_key( $fields->gift(), self::CHANGED ) );
				break;
			default:
				$act = '';
		}
		if ( is_wp_error( $answer ) ) {
			if ( self::CHANGE === $act && Purchases::is_not_enough( $answer ) ) {
				$this->show_again( Purchases::NOT_ENOUGH, $purchase, $registry, $fields, array() );
				return;
			}
			self::show_retry_form( $sent, $answer );
			return;
		}
		NoCacheHeaders::send_headers();
		wp_safe_redirect( add_query_arg( self::TOLD, '' === $act ? false : $act, GiverLink::url( $purchase['registry_id'], $purchase['id'] ) ), 303 );
		exit;
	}

	/**
	 * Moves the gift to the visitor's account. Unlike other actions, this action needs a nonce. Otherwise, an attacker
	 * could make a member submit the key of the attacker's own gift.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @param array<string, mixed> $sent     Submitted values.
	 * @return array<string, mixed>|WP_Error|null
	 */
	private function move_to_account( array $purchase, array $sent ): array|WP_Error|null {
		$nonce    = is_string( $sent['_wpnonce'] ?? null ) ? $sent['_wpnonce'] : '';
		$is_meant = is_user_logged_in() && wp_verify_nonce( $nonce, AccountOffer::nonce( $purchase['id'] ) );
		if ( ! $is_meant || ! Purchases::is_free( $purchase ) ) {
			return $purchase;
		}
		$taken = $this->purchases->assign( $purchase['id'], get_current_user_id() );
		// Another member may have moved the gift to their account in the meantime. The page then shows the actions that
		// are still possible.
		return is_wp_error( $taken ) && Purchases::is_not_enough( $taken ) ? $purchase : $taken;
	}

	/**
	 * Shows the page with the typed values and their errors.
	 *
	 * @param array<string, mixed>  $purchase The purchase.
	 * @param array<string, string> $problems Error messages by field.
	 */
	private function show_again( int $status, array $purchase, ?WP_Post $registry, GiftFields $fields, array $problems ): void {
		$view = $this->view( $purchase, $registry );
		if ( null === $view ) {
			return;
		}
		if ( Purchases::NOT_ENOUGH === $status ) {
			$problems[ GiftFields::QUANTITY ] = GiverNotices::not_enough( $view->max_quantity(), $purchase['quantity'] );
		}
		self::print_view( $status, $view->with_form( $fields, $problems ), '' );
	}

	/**
	 * Creates the view of a purchase. If the wishes are unknown, shows the failure and returns null.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 */
	private function view( array $purchase, ?WP_Post $registry ): ?GiverView {
		$items = $registry ? $this->store->items->for_guests( $registry->ID ) : array();
		if ( is_wp_error( $items ) ) {
			self::show_failure( $purchase['id'], $items );
			return null;
		}
		$by_id = array_column( $items, null, 'id' );
		return new GiverView( $purchase, $registry, $by_id[ $purchase['item_id'] ] ?? null, null !== $registry && $this->mails->is_on_its_way( $purchase, $registry ) );
	}

	/**
	 * Prints the page.
	 *
	 * @param string $told Sentence about the last change; may be empty.
	 */
	private static function print_view( int $status, GiverView $view, string $told ): void {
		Blocks::register_modules();
		wp_enqueue_script_module( Blocks::GIVER_SCRIPT );
		PrivatePage::show( $status, __( 'Your gift', 'largesse' ), $view->html( $told ) );
	}

	/**
	 * Shows that there is no gift. The gift was given back or never made, or the link is incomplete. Only visitors with
	 * the key learn that a gift was given back.
	 *
	 * @param string|null          $id   Id of the purchase, null if the key is wrong.
	 * @param array<string, mixed> $sent Submitted values.
	 */
	private static function show_missing( ?string $id, array $sent ): void {
		$registry = ShownRegistry::from_request();
		if ( null !== $id ) {
			GiverCookie::remove_gift( $id );
		}
		if ( null === $id || ! in_array( self::GIVE_BACK, array( $sent[ self::TOLD ] ?? '', $sent[ self::ACT ] ?? '' ), true ) ) {
			PrivatePage::show( 404, __( 'There is no gift here', 'largesse' ), GiverNotices::not_found( $registry ) );
			return;
		}
		PrivatePage::show( 200, __( 'Given back', 'largesse' ), GiverNotices::given_back( $registry ) );
	}

	/**
	 * Responds with 503 and a page that asks to try again.
	 *
	 * @param string   $id     Id of the purchase.
	 * @param WP_Error $reason Reason for administrators.
	 */
	private static function show_failure( string $id, WP_Error $reason ): void {
		PrivatePage::show_failure(
			__( 'Your gift cannot be shown right now, but nothing about it has changed. Please try again in a minute.', 'largesse' ),
			$reason,
			array( add_query_arg( GiverLink::parameters( $id ), home_url( '/' ) ) => __( 'Try again', 'largesse' ) )
		);
	}

	/**
	 * Responds with 503 and a button that submits the same form again. The first submission may have succeeded, but
	 * every action can be repeated safely.
	 *
	 * @param array<string, mixed> $sent   Fields of the form.
	 * @param WP_Error             $reason Reason for administrators.
	 */
	private static function show_retry_form( array $sent, WP_Error $reason ): void {
		PrivatePage::show_failure(
			__( 'We cannot reach the list of gifts, so we do not know whether this worked. Press the button again in a minute: nothing is done twice, and your text is still here.', 'largesse' ),
			$reason,
			array(),
			Template::render( 'giving/retry-form', array( 'hidden' => array_filter( $sent, 'is_string' ) ) )
		);
	}
}
