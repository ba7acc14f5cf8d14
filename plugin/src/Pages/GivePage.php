<?php
declare( strict_types=1 );

namespace Largesse\Pages;

use Closure;
use Largesse\Feature;
use Largesse\Giving\GiftLimits;
use Largesse\Giving\GiftToken;
use Largesse\Giving\GiverLink;
use Largesse\Giving\Purchases;
use Largesse\Html\Request;
use Largesse\Registry\People;
use Largesse\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Lets guests give an item: `?give=<item>` on the page of a registry is the form, and takes what is sent by it. Whatever
 * goes wrong, the form comes again as it was filled in. Only where a registry is open to a visitor can they give, and its
 * owner cannot: they have another way, which measures by what they may know (rules: Purchases).
 *
 * A page cache in front does no harm: forms are not kept, what is sent never is, and the token needs no cookie.
 */
final class GivePage implements Feature {

	/** Name of the parameter that holds the id of the item. */
	public const PARAMETER = 'give';

	/**
	 * What is shown on this page, once it is known; takes the level of its heading.
	 *
	 * @var (Closure(int): string)|null
	 */
	private ?Closure $shown = null;

	/**
	 * What this page is called in the browser's tab; empty for what the page of the registry is called.
	 *
	 * @var string
	 */
	private string $title = '';

	/**
	 * Keeps what it works with.
	 *
	 * @param Store                $store     Gives the items.
	 * @param Closure(): Purchases $purchases Gives what takes gifts; it is asked only when one comes.
	 */
	public function __construct(
		private readonly Store $store,
		private readonly Closure $purchases
	) {}

	/** Adds the hooks of this feature. */
	public function register(): void {
		// Before WordPress leads to the proper address of the registry, at 10.
		add_action( 'template_redirect', array( $this, 'answer' ), 5 );
		add_filter( 'document_title_parts', array( $this, 'name_page' ) );
	}

	/**
	 * Returns what the address begins with at which an item of a registry is given; the id of one follows.
	 *
	 * @param bool $is_giving Whether the visitor is looking for a gift, and goes on looking afterwards.
	 */
	public static function stem( int $registry_id, bool $is_giving ): string {
		$query = ( $is_giving ? array( GuestView::GIVING => '1' ) : array() ) + array( self::PARAMETER => 0 );
		return substr( add_query_arg( $query, (string) get_permalink( $registry_id ) ), 0, -1 );
	}

	/** Prepares the form that the address asks for, or takes what was sent by it. */
	public function answer(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		if ( isset( $_GET[ GuestView::GIVING ] ) ) {
			UncachedAnswer::send_headers();
		}
		if ( ! isset( $_GET[ self::PARAMETER ] ) ) {
			return;
		}
		// phpcs:enable
		$registry = ShownRegistry::of_address();
		if ( null === $registry || ! ShownRegistry::is_open( $registry ) ) {
			// The page says what is to be said: nothing there, or a password is asked for. That form needs a referrer.
			nocache_headers();
			return;
		}
		UncachedAnswer::send_headers();
		$this->title = __( 'Give a gift', 'largesse' );
		$item_id     = self::requested_item();
		if ( People::of( $registry )->is_recipient() ) {
			$this->shown = static fn (): string => GiveNotice::of_owner( $registry );
		} elseif ( Request::is_post() ) {
			$this->take( $registry, $item_id );
		} else {
			$this->show( $registry, $item_id, 200, GiftFields::untouched(), GiftToken::fresh( $registry->ID, $item_id ) );
		}
	}

	/**
	 * Renders the form, where the address asks for it.
	 *
	 * @param WP_Post $registry The registry, inside which the visitor may look.
	 * @param int     $level    Level of its heading.
	 */
	public function html( WP_Post $registry, int $level ): ?string {
		$asked = null === $this->shown ? null : ShownRegistry::of_address();
		return null !== $asked && $asked->ID === $registry->ID ? ( $this->shown )( $level ) : null;
	}

	/**
	 * Calls the browser's tab after what is done in it.
	 *
	 * @param array<string, string> $parts Parts of the page's title.
	 * @return array<string, string>
	 */
	public function name_page( array $parts ): array {
		return '' === $this->title ? $parts : array( 'title' => $this->title ) + $parts;
	}

	/** Takes a gift, and leads the giver to the page of it. */
	private function take( WP_Post $registry, int $item_id ): void {
		$fields   = GiftFields::sent();
		$token    = GiftToken::read( $fields->token, $registry->ID, $item_id );
		$again    = fn ( int $status, string $notice, array $problems = array(), ?GiftToken $next = null ) => $this->show( $registry, $item_id, $status, $fields, $next ?? $token->again(), $notice, $problems );
		$problems = $fields->problems();
		if ( $fields->is_trap || GiftToken::GOOD !== $token->state ) {
			$again( 422, GiftToken::FAST === $token->state ? __( 'That was quick! Nothing is given yet: please press the button once more.', 'largesse' ) : __( 'Nothing is given yet: please look it over, and press the button once more.', 'largesse' ) );
			return;
		}
		if ( $problems ) {
			$again( 422, __( 'Nothing is given yet: please look at what is marked.', 'largesse' ), $problems );
			return;
		}
		$gift      = array( 'item_id' => $item_id ) + $fields->gift();
		$purchases = ( $this->purchases )();
		$before    = $purchases->get( $token->id );
		if ( is_array( $before ) ) {
			if ( array() === array_filter( $gift, static fn ( mixed $value, string $key ) => $before[ $key ] !== $value, ARRAY_FILTER_USE_BOTH ) ) {
				self::lead_to( $registry, $token );
			}
			// The giver may have changed it since, and another one may have got the same form from a cache that it was kept from.
			$again( 409, __( 'Something was given with this form already. Do you want to give this as well? Then press the button once more.', 'largesse' ), array(), GiftToken::fresh( $registry->ID, $item_id ) );
			return;
		}
		$wait = is_wp_error( $before ) ? 0 : GiftLimits::seconds_to_wait( $registry->ID );
		if ( $wait > 0 ) {
			header( "Retry-After: {$wait}" );
			/* translators: %s: a number of minutes. */
			$text = _n( 'A great many gifts are being given here at the moment. Please press the button again in %s minute: all that you typed is still there.', 'A great many gifts are being given here at the moment. Please press the button again in %s minutes: all that you typed is still there.', (int) ceil( $wait / MINUTE_IN_SECONDS ), 'largesse' );
			$again( 429, sprintf( $text, number_format_i18n( ceil( $wait / MINUTE_IN_SECONDS ) ) ) );
			return;
		}
		$given  = is_wp_error( $before ) ? $before : $purchases->give( $registry, $token->id, $gift );
		$status = is_wp_error( $given ) ? Purchases::status_of( $given ) : 0;
		if ( is_array( $given ) ) {
			GiftLimits::count( $registry->ID );
			self::lead_to( $registry, $token );
		} elseif ( null === $given ) {
			$this->say_gone( $registry );
		} elseif ( Purchases::NOT_ENOUGH === $status ) {
			$again( 409, __( 'Somebody else was a little faster: not so many are left any more.', 'largesse' ) );
		} elseif ( 422 === $status ) {
			$again( 422, __( 'This gift could not be stored. Please look it over.', 'largesse' ), GiftFields::refused( $given->get_error_message() ) );
		} else {
			header( 'Retry-After: ' . PrivatePage::RETRY );
			$again( 503, self::apology( $given ) );
		}
	}

	/**
	 * Prepares the form.
	 *
	 * @param int                   $status   Status of the answer.
	 * @param GiftFields            $fields   What stands in it.
	 * @param GiftToken             $token    Goes with it.
	 * @param string                $notice   What is said about it.
	 * @param array<string, string> $problems What is to be corrected, by field.
	 */
	private function show( WP_Post $registry, int $item_id, int $status, GiftFields $fields, GiftToken $token, string $notice = '', array $problems = array() ): void {
		$items = $this->store->items_for_guests( $registry->ID );
		$item  = is_wp_error( $items ) ? array() : ( array_column( $items, null, 'id' )[ $item_id ] ?? null );
		if ( null === $item ) {
			$this->say_gone( $registry );
			return;
		}
		if ( is_wp_error( $items ) && 503 !== $status ) {
			header( 'Retry-After: ' . PrivatePage::RETRY );
			$status = 503;
			$notice = self::apology( $items );
		}
		status_header( $status );
		$form        = new GiveForm( $registry, $item_id, $item, is_wp_error( $items ) ? array() : $items, GuestView::of_address()->is_giving );
		$this->shown = static fn ( int $level ): string => $form->html( $level, $fields, $token, $notice, $problems );
	}

	/** Prepares what is said of an item that is not on the list any more. */
	private function say_gone( WP_Post $registry ): void {
		status_header( 404 );
		$this->shown = static fn (): string => GiveNotice::of_gone( $registry );
	}

	/** Leads to the page on which a giver finds their gift. */
	private static function lead_to( WP_Post $registry, GiftToken $token ): never {
		wp_safe_redirect( GiverLink::url( $registry->ID, $token->id ), 303 );
		exit;
	}

	/**
	 * Returns what is said while the service does not do its work.
	 *
	 * @param WP_Error $reason Why, for administrators.
	 */
	private static function apology( WP_Error $reason ): string {
		$text = __( 'The list of gifts does not answer at the moment; that is our fault, not yours. Please press the button again in a minute: it will not be given twice.', 'largesse' );
		/* translators: 1: a sentence that says what does not work, 2: what the service answered. */
		return current_user_can( 'manage_options' ) ? sprintf( __( '%1$s (For administrators: %2$s)', 'largesse' ), $text, $reason->get_error_message() ) : $text;
	}

	/** Returns the id of the item that the address names; 0 for none. */
	private static function requested_item(): int {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- It is only compared.
		$requested = wp_unslash( $_GET[ self::PARAMETER ] ?? '' );
		return is_string( $requested ) && (string) (int) $requested === $requested ? (int) $requested : 0;
	}
}
