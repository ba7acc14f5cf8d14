<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Blocks\Blocks;
use Largesse\Html\Template;
use Largesse\Http\PrivatePage;
use Largesse\Http\Request;
use Largesse\Http\UncachedAnswer;
use Largesse\Links\ShownRegistry;
use Largesse\Registry\People;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Answers at the address that GiverLink makes: the page on which a giver sees what they give, says that they have
 * bought it, changes it, or gives it back. The key in the address is all that it takes, whatever became of the registry
 * in the meantime: whoever gives must be able to take it back.
 *
 * Only a POST changes something, and only with the key among its fields. Other sites do not know the key, so they cannot
 * make a visitor send one, and it needs no nonce. The owner of the registry is shown nothing, whatever key they have: the
 * browser may be one that a family shares.
 */
final class GiverPage {

	/** Name of the field that says what to do, and what it may say. */
	public const ACT       = 'act';
	public const BUY       = 'bought';
	public const UNBUY     = 'reserved';
	public const CHANGE    = 'change';
	public const GIVE_BACK = 'back';
	public const KEEP      = 'keep';

	/** Fields of what can be changed, which the service calls the same. */
	private const CHANGED = array(
		GiftFields::QUANTITY => true,
		GiftFields::MESSAGE  => true,
	);

	/** Name of the parameter that says what was done; and what it says where the dialog leads to the page (give.ts). */
	private const TOLD = 'told';
	public const GIVEN = 'given';

	/** Name of the parameter that leads on to the shop. */
	public const TO_SHOP = 'shop';

	public function __construct(
		private readonly Purchases $purchases,
		private readonly Store $store
	) {}

	/** Answers this request, where its address or its fields name a gift. */
	public function answer(): void {
		$is_post = Request::is_post();
		$sent    = self::sent( $is_post );
		if ( ! isset( $sent[ GiverLink::PARAMETER ] ) ) {
			return;
		}
		$id       = self::opened( $sent );
		$purchase = null === $id ? null : $this->purchases->get( $id );
		if ( is_wp_error( $purchase ) ) {
			$is_post ? self::ask_again( $sent, $purchase ) : self::apologize( (string) $id, $purchase );
			return;
		}
		if ( null === $id || null === $purchase ) {
			self::say_gone( $id, $sent );
			return;
		}
		$registry = get_post( $purchase['registry_id'] );
		$registry = RegistryPostType::is( $registry ) ? $registry : null;
		if ( $registry && People::of( $registry )->is_recipient() ) {
			GiverCookie::forget_registry( $registry->ID );
			PrivatePage::show( 403, __( 'This page is for your guests', 'largesse' ), GiverNotices::for_owner() );
			return;
		}
		if ( $is_post ) {
			$this->act( $purchase, $registry, $sent );
			return;
		}
		$this->show( $purchase, $registry, $sent );
	}

	/**
	 * Returns what the visitor sent: the fields of a POST, the parameters of anything else.
	 *
	 * @return array<string, mixed>
	 */
	private static function sent( bool $is_post ): array {
		// phpcs:ignore WordPress.Security.NonceVerification -- The key is what it takes.
		return (array) wp_unslash( $is_post ? $_POST : $_GET );
	}

	/**
	 * Returns the id of the purchase that the key fits; null if it fits none.
	 *
	 * @param array<string, mixed> $sent What the visitor sent.
	 */
	private static function opened( array $sent ): ?string {
		$id  = $sent[ GiverLink::PARAMETER ];
		$key = $sent[ GiverLink::KEY ] ?? '';
		if ( ! is_string( $id ) || ! is_string( $key ) || ! wp_is_uuid( strtolower( $id ) ) ) {
			return null;
		}
		return GiverLink::is_valid( $id, $key ) ? strtolower( $id ) : null;
	}

	/**
	 * Shows the page, or leads on to the shop.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @param array<string, mixed> $sent     What the visitor sent.
	 */
	private function show( array $purchase, ?WP_Post $registry, array $sent ): void {
		$items = $registry ? $this->store->items->for_guests( $registry->ID ) : array();
		if ( is_wp_error( $items ) ) {
			self::apologize( $purchase['id'], $items );
			return;
		}
		$view = $this->view( $purchase, $registry, $items );
		if ( isset( $sent[ self::TO_SHOP ] ) && '' !== $view->shop() ) {
			UncachedAnswer::send_headers();
			GiftLinks::go( $view->shop() );
		}
		$is_new = ! isset( GiverCookie::gifts( $purchase['registry_id'] )[ $purchase['id'] ] );
		if ( $is_new ) {
			GiverCookie::remember( $purchase['registry_id'], $purchase['item_id'], $purchase['id'] );
		}
		$told = is_string( $sent[ self::TOLD ] ?? null ) ? $sent[ self::TOLD ] : '';
		self::print_view( 200, $view, GiverNotices::done( $told, $is_new, $purchase ) );
	}

	/**
	 * Does what a POST asks for, and leads back to the page.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @param array<string, mixed> $sent     What the visitor sent.
	 */
	private function act( array $purchase, ?WP_Post $registry, array $sent ): void {
		$act    = is_string( $sent[ self::ACT ] ?? null ) ? $sent[ self::ACT ] : '';
		$answer = null;
		$fields = GiftFields::sent();
		switch ( $act ) {
			case self::GIVE_BACK:
				$answer = $this->purchases->give_back( $purchase['registry_id'], $purchase['id'], $purchase['is_secret'] );
				if ( null === $answer ) {
					GiverCookie::forget( $purchase['id'] );
				}
				break;
			case self::BUY:
			case self::UNBUY:
				$answer = $this->purchases->change( $purchase['registry_id'], $purchase['id'], array( 'state' => $act ) );
				break;
			case self::KEEP:
				$answer = $this->keep( $purchase, $sent );
				break;
			case self::CHANGE:
				$problems = array_intersect_key( $fields->problems(), self::CHANGED );
				if ( $problems ) {
					$this->show_again( 422, $purchase, $registry, $fields, $problems );
					return;
				}
				$change = array_intersect_key( $fields->gift(), self::CHANGED );
				// As many as before need no room on the list.
				$answer = $this->purchases->change( $purchase['registry_id'], $purchase['id'], $purchase['quantity'] === $change[ GiftFields::QUANTITY ] ? array_diff_key( $change, array( GiftFields::QUANTITY => true ) ) : $change );
				break;
			default:
				$act = '';
		}
		if ( is_wp_error( $answer ) ) {
			if ( self::CHANGE === $act && Purchases::is_not_enough( $answer ) ) {
				$this->show_again( Purchases::NOT_ENOUGH, $purchase, $registry, $fields, array() );
				return;
			}
			self::ask_again( $sent, $answer );
			return;
		}
		UncachedAnswer::send_headers();
		wp_safe_redirect( add_query_arg( self::TOLD, '' === $act ? false : $act, GiverLink::url( $purchase['registry_id'], $purchase['id'] ) ), 303 );
		exit;
	}

	/**
	 * Makes the gift one of the visitor's account. Unlike the others this needs a nonce: somebody could have a member send
	 * the key of a gift of their own.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 * @param array<string, mixed> $sent     What the visitor sent.
	 * @return array<string, mixed>|WP_Error|null
	 */
	private function keep( array $purchase, array $sent ): array|WP_Error|null {
		$nonce    = is_string( $sent['_wpnonce'] ?? null ) ? $sent['_wpnonce'] : '';
		$is_meant = is_user_logged_in() && wp_verify_nonce( $nonce, AccountOffer::nonce( $purchase['id'] ) );
		if ( ! $is_meant || ! AccountOffer::is_free( $purchase ) ) {
			return $purchase;
		}
		$taken = $this->purchases->take( $purchase['id'], get_current_user_id() );
		// It is another member's by now: the page says what can be done.
		return is_wp_error( $taken ) && Purchases::is_not_enough( $taken ) ? $purchase : $taken;
	}

	/**
	 * Shows the page with the form as it was filled in, and what is wrong with it.
	 *
	 * @param int                   $status   HTTP status.
	 * @param array<string, mixed>  $purchase The purchase.
	 * @param array<string, string> $problems What is to be corrected, by field.
	 */
	private function show_again( int $status, array $purchase, ?WP_Post $registry, GiftFields $fields, array $problems ): void {
		$items = $registry ? $this->store->items->for_guests( $registry->ID ) : array();
		if ( is_wp_error( $items ) ) {
			self::apologize( $purchase['id'], $items );
			return;
		}
		$view = $this->view( $purchase, $registry, $items );
		if ( Purchases::NOT_ENOUGH === $status ) {
			$problems[ GiftFields::QUANTITY ] = GiverNotices::not_enough( $view->most(), $purchase['quantity'] );
		}
		self::print_view( $status, $view->with_form( $fields, $problems ), '' );
	}

	/**
	 * Makes the view of a purchase.
	 *
	 * @param array<string, mixed>       $purchase The purchase.
	 * @param list<array<string, mixed>> $items    The items of the registry.
	 */
	private function view( array $purchase, ?WP_Post $registry, array $items ): GiverView {
		$by_id = array_column( $items, null, 'id' );
		return new GiverView( $purchase, $registry, $by_id[ $purchase['item_id'] ] ?? null );
	}

	/**
	 * Prints the page.
	 *
	 * @param int    $status HTTP status.
	 * @param string $told   Result of the last change, as a sentence; may be empty.
	 */
	private static function print_view( int $status, GiverView $view, string $told ): void {
		Blocks::register_modules();
		wp_enqueue_script_module( Blocks::GIVER_SCRIPT );
		PrivatePage::show( $status, __( 'Your gift', 'largesse' ), $view->html( $told ) );
	}

	/**
	 * Says that there is no such gift: given back, never made, or a link that is not whole. Only who has the key learns more.
	 *
	 * @param string|null          $id   Id of the purchase, where the key fits; otherwise null.
	 * @param array<string, mixed> $sent What the visitor sent.
	 */
	private static function say_gone( ?string $id, array $sent ): void {
		$registry = ShownRegistry::of_address();
		if ( null !== $id ) {
			GiverCookie::forget( $id );
		}
		if ( null === $id || ! in_array( self::GIVE_BACK, array( $sent[ self::TOLD ] ?? '', $sent[ self::ACT ] ?? '' ), true ) ) {
			PrivatePage::show( 404, __( 'There is no gift here', 'largesse' ), GiverNotices::not_found( $registry ) );
			return;
		}
		PrivatePage::show( 200, __( 'Given back', 'largesse' ), GiverNotices::given_back( $registry ) );
	}

	/**
	 * Answers 503 with a page that asks to try again.
	 *
	 * @param string   $id     Id of the purchase.
	 * @param WP_Error $reason Why, for administrators.
	 */
	private static function apologize( string $id, WP_Error $reason ): void {
		PrivatePage::apologize(
			__( 'Your gift cannot be shown right now. Nothing about it has changed by that. Please try again in a minute.', 'largesse' ),
			$reason,
			array( add_query_arg( GiverLink::of( $id ), home_url( '/' ) ) => __( 'Try again', 'largesse' ) )
		);
	}

	/**
	 * Answers 503 with a page that sends the same form again, because the first one may have arrived. Every act can be
	 * repeated safely.
	 *
	 * @param array<string, mixed> $sent   Fields of the form.
	 * @param WP_Error             $reason Why, for administrators.
	 */
	private static function ask_again( array $sent, WP_Error $reason ): void {
		PrivatePage::apologize(
			__( 'We could not check whether this was done, because the list of gifts does not answer. Press the button in a minute: nothing is done twice, and your text is still there.', 'largesse' ),
			$reason,
			array(),
			Template::render( 'giving/ask-again', array( 'hidden' => array_filter( $sent, 'is_string' ) ) )
		);
	}
}
