<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Closure;
use Largesse\Html\SharedNames;
use Largesse\Http\KeyedHash;
use Largesse\Http\NoCacheHeaders;
use Largesse\Http\PrivatePage;
use Largesse\Http\Request;
use Largesse\Links\ShownRegistry;
use Largesse\Registry\Roles;
use Largesse\Registry\Store;
use Largesse\Service\ApiError;
use WP_Error;
use WP_Post;

/**
 * Page on which guests give an item: `?give=<item>` on the page of a registry. The page shows and processes the form.
 * After an error, the form keeps the typed values. Visitors can give only if the registry is open to them. Owners
 * cannot use this form, because it reveals how many pieces others give. They record their own purchases with a separate
 * form on My registries (rules: Purchases).
 *
 * If a response is lost, the guest may submit the form again. To prevent a second purchase, the id of the form becomes
 * the id of the purchase. The browser's cookie stores the id until a page has shown the result (GiverCookie).
 *
 * The page works behind a page cache: forms and submissions are never cached, and the token needs no cookie. If the
 * browser stores no cookie, each opened form has a new id.
 */
final class GivePage {

	/** Name of the parameter with the item's id. */
	public const PARAMETER = SharedNames::GIVE_PARAMETER;

	/**
	 * Function that renders the prepared form or notice; null if nothing is prepared. The parameter of the function is
	 * the level of the heading.
	 *
	 * @var (Closure(int): string)|null
	 */
	private ?Closure $renderer = null;

	/** Title of the browser tab. If the text is empty, the tab shows the registry's title. */
	private string $title = '';

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/**
	 * Returns the beginning of the address for giving an item. Append the item's id.
	 *
	 * @param bool $is_giving Whether the visitor is looking for a gift. The address keeps this mode.
	 */
	public static function url_prefix( int $registry_id, bool $is_giving ): string {
		$query = ( $is_giving ? array( ListView::GIVING => '1' ) : array() ) + array( self::PARAMETER => 0 );
		return substr( add_query_arg( $query, (string) get_permalink( $registry_id ) ), 0, -1 );
	}

	/** Prepares the requested form, or processes a submitted form. */
	public function answer(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		if ( isset( $_GET[ ListView::GIVING ] ) ) {
			NoCacheHeaders::send_headers();
		}
		if ( ! isset( $_GET[ self::PARAMETER ] ) ) {
			return;
		}
		// phpcs:enable
		$registry = ShownRegistry::from_request();
		if ( null === $registry || ! ShownRegistry::is_open( $registry ) ) {
			if ( GiftFields::is_submitted() ) {
				$this->refuse_form( self::requested_item() );
				return;
			}
			// The registry's page shows the reason: not found, or a password is required. Do not use NoCacheHeaders
			// here: it suppresses the referrer, which the password form needs.
			nocache_headers();
			return;
		}
		NoCacheHeaders::send_headers();
		$this->title = __( 'Give a gift', 'largesse' );
		$item_id     = self::requested_item();
		if ( Roles::of( $registry )->is_recipient() ) {
			$this->renderer = static fn (): string => GiveRefusal::for_owner( $registry );
		} elseif ( Request::is_post() ) {
			$this->process_form( $registry, $item_id );
		} else {
			$this->open_form( $registry, $item_id );
		}
	}

	/**
	 * Renders the prepared form or notice; returns null if this request is about another registry, or if nothing is
	 * prepared.
	 *
	 * @param WP_Post $registry Registry that the visitor may see.
	 * @param int     $level    Level of the form's heading.
	 */
	public function html( WP_Post $registry, int $level ): ?string {
		$asked = null === $this->renderer ? null : ShownRegistry::from_request();
		return null !== $asked && $asked->ID === $registry->ID ? ( $this->renderer )( $level ) : null;
	}

	/**
	 * Sets the title of the browser tab.
	 *
	 * @param array<string, string> $parts Parts of the page's title.
	 * @return array<string, string>
	 */
	public function set_title( array $parts ): array {
		return '' === $this->title ? $parts : array( 'title' => $this->title ) + $parts;
	}

	/** Shows the form. If this browser has already sent the form but received no response, shows the gift instead. */
	private function open_form( WP_Post $registry, int $item_id ): void {
		$form = GiverCookie::pending_form( $item_id );
		$id   = null !== $form && $form['registry_id'] === $registry->ID ? $form['purchase_id'] : null;
		$own  = BrowserGifts::found( $registry, $this->purchases, $item_id, $id );
		if ( null !== $id && isset( $own[ $id ] ) ) {
			GiverCookie::add_gift( $registry->ID, $item_id, $id );
			$this->show( $registry, $item_id, new GiveFormState( 200, GiftFields::initial(), null, self::lost_response_message(), own: array_keys( $own ) ) );
			return;
		}
		$this->show( $registry, $item_id, new GiveFormState( 200, GiftFields::initial(), GiftToken::fresh( $registry->ID, $item_id, $id ?? wp_generate_uuid4(), self::sign( ... ) ), own: array_keys( $own ) ) );
	}

	/** Processes a submitted form. If the form creates a gift, redirects the giver to the page of the gift. */
	private function process_form( WP_Post $registry, int $item_id ): void {
		$fields   = GiftFields::from_request();
		$form     = GiverCookie::pending_form( $item_id );
		$token    = GiftToken::read( $fields->token, $registry->ID, $item_id, null !== $form && $form['registry_id'] === $registry->ID ? $form['purchase_id'] : wp_generate_uuid4(), self::sign( ... ) );
		$is_good  = GiftToken::GOOD === $token->state && ! $fields->is_trap;
		$is_own   = isset( GiverCookie::gifts_and_forms( $registry->ID )[ $token->id ] );
		$problems = $fields->problems() + AddedGiftFields::problems( $fields->added, $registry, $item_id );
		$again    = fn ( int $status, string $notice, array $problems = array() ) => $this->show( $registry, $item_id, new GiveFormState( $status, $fields, $token->again(), $notice, $problems ) );
		if ( $fields->is_trap ) {
			$again( 422, self::unfinished_message() );
			return;
		}
		// With the form's id in its cookie, a browser may open the gift that the form created. But a broken page cache
		// may have sent another guest's form to this browser. create_gift() adds the id to the cookie. So if the cookie
		// does not contain the id yet, first ask the service whether the form has already created a gift. Also ask if the
		// site cannot accept this submission, for example because it has errors or its token has expired.
		$is_known = $is_own || ( null !== $form && $form['purchase_id'] === $token->id );
		$is_valid = $is_good && ! $problems;
		if ( $is_valid && ! $is_known && $this->answer_if_repeated( $registry, $item_id, $fields, $token, $is_own ) ) {
			return;
		}
		$wait = $is_valid ? GiftLimits::take( $registry->ID ) : 0;
		if ( $is_valid && 0 === $wait ) {
			$this->create_gift( $registry, $item_id, $fields, $token, $is_own );
			return;
		}
		if ( ( ! $is_valid || $is_known ) && ( null !== $form || GiftToken::FOREIGN !== $token->state ) && $this->answer_if_repeated( $registry, $item_id, $fields, $token, $is_own ) ) {
			return;
		}
		if ( ! $is_good ) {
			$again( 422, GiftToken::FAST === $token->state ? __( 'That was quick! Nothing has been given yet: please press the button once more.', 'largesse' ) : self::unfinished_message() );
			return;
		}
		if ( $problems ) {
			$again( 422, __( 'Nothing has been given yet: please correct the marked fields.', 'largesse' ), $problems );
			return;
		}
		header( "Retry-After: {$wait}" );
		/* translators: %s: a number of minutes. */
		$text = _n( 'A great many gifts are being given here at the moment. Please press the button again in %s minute. Everything you typed is still here.', 'A great many gifts are being given here at the moment. Please press the button again in %s minutes. Everything you typed is still here.', (int) ceil( $wait / MINUTE_IN_SECONDS ), 'largesse' );
		$again( 429, sprintf( $text, number_format_i18n( ceil( $wait / MINUTE_IN_SECONDS ) ) ) );
	}

	/**
	 * Creates the gift of a valid form. The service refuses a form that has created a gift before.
	 *
	 * @param bool $is_own True if this browser has sent the form before, according to its cookie.
	 */
	private function create_gift( WP_Post $registry, int $item_id, GiftFields $fields, GiftToken $token, bool $is_own ): void {
		// Remember the form before the call, because the service's response may be lost.
		GiverCookie::add_form( $registry->ID, $item_id, $token->id, true );
		$added = array_intersect_key( $fields->added, AddedGiftFields::of( $registry, $item_id ) );
		$given = $this->purchases->give( $registry, $token->id, array( 'item_id' => $item_id ) + $fields->gift(), $added );
		if ( ! is_array( $given ) ) {
			GiftLimits::give_back( $registry->ID );
		}
		if ( is_wp_error( $given ) && Purchases::EXISTS === ApiError::status( $given ) ) {
			if ( ! $is_own ) {
				// Another browser has created a gift with this form. Remove the form's id from the cookie. Otherwise,
				// this browser could change the other guest's gift with the next request.
				GiverCookie::remove_gift( $token->id );
			}
			if ( $this->answer_if_repeated( $registry, $item_id, $fields, $token, $is_own ) ) {
				return;
			}
		}
		$this->finish( $registry, $item_id, $fields, $token, $given, $fields->number(), self::unfinished_message() );
	}

	/**
	 * Responds if a form has created a gift before. Also responds if the service fails, because the form may have
	 * created a gift.
	 *
	 * @param bool $is_own True if this browser has sent the form before, according to its cookie.
	 * @return bool False if the form has created no gift. The caller must then respond.
	 */
	private function answer_if_repeated( WP_Post $registry, int $item_id, GiftFields $fields, GiftToken $token, bool $is_own ): bool {
		$before = $this->purchases->get( $token->id );
		if ( is_wp_error( $before ) ) {
			header( 'Retry-After: ' . PrivatePage::RETRY );
			$problems = $fields->problems() + AddedGiftFields::problems( $fields->added, $registry, $item_id );
			$this->show( $registry, $item_id, new GiveFormState( 503, $fields, $token->again(), self::failure_message( $before ), $problems, taken: $fields->number() ) );
		} elseif ( null !== $before ) {
			$this->answer_repeated( $registry, $item_id, $fields, $token, $before, $is_own );
		}
		return null !== $before;
	}

	/**
	 * Responds to a form that has created a gift before. If the form has the same content as the gift, redirects to the
	 * gift. Otherwise, the browser that sent the gift can change the gift. Any other browser gets a new form, because a
	 * broken cache may give the same form to several guests.
	 *
	 * @param array<string, mixed> $before The purchase.
	 * @param bool                 $is_own True if this browser has sent the form, according to its cookie.
	 */
	private function answer_repeated( WP_Post $registry, int $item_id, GiftFields $fields, GiftToken $token, array $before, bool $is_own ): void {
		$gift     = array( 'item_id' => $item_id ) + $fields->gift();
		$problems = $fields->problems() + AddedGiftFields::problems( $fields->added, $registry, $item_id );
		if ( self::is_same( $gift, $before ) ) {
			self::redirect_to_gift( $registry->ID, $before['id'] );
		}
		if ( ! $is_own ) {
			$notice = __( 'You have already given something with this form. To give this as well, press the button once more.', 'largesse' );
			$this->show( $registry, $item_id, new GiveFormState( 409, $fields->as_change( false ), GiftToken::fresh( $registry->ID, $item_id, wp_generate_uuid4(), self::sign( ... ) ), $notice, $problems ) );
			return;
		}
		$taken = (int) $before['quantity'];
		if ( $fields->is_change && GiftToken::GOOD === $token->state && ! $problems ) {
			/* translators: %s: how many somebody gives of a wish. */
			$text = sprintf( __( 'There are not that many left. Your gift stays at %s.', 'largesse' ), number_format_i18n( $taken ) );
			$this->finish( $registry, $item_id, $fields, $token, $this->purchases->update( $registry, $before, $gift ), $taken, $text );
			return;
		}
		$notice = self::lost_response_message() . ' ' . ( $problems
			? __( 'Your changes are not saved yet: please correct the marked fields.', 'largesse' )
			: __( 'You have changed something since then. Press the button to save your changes.', 'largesse' ) );
		$this->show( $registry, $item_id, new GiveFormState( 409, $fields->as_change( true ), $token->again(), $notice, $problems, array( $before['id'] ), $taken ) );
	}

	/**
	 * Redirects to the gift, or shows the form again with the reason for the failure.
	 *
	 * @param array<string, mixed>|WP_Error|null $given      Result of `Purchases::give()` or `Purchases::update()`.
	 * @param int                                $taken      Number of pieces that the form may have reserved already.
	 * @param string                             $not_enough Message if too few pieces are left.
	 */
	private function finish( WP_Post $registry, int $item_id, GiftFields $fields, GiftToken $token, array|WP_Error|null $given, int $taken, string $not_enough ): void {
		if ( is_array( $given ) ) {
			self::redirect_to_gift( $registry->ID, $token->id );
		}
		if ( null === $given ) {
			$this->show_item_missing( $registry );
			return;
		}
		$status = ApiError::status( $given );
		$taken  = $fields->is_change || ! in_array( $status, array( Purchases::NOT_ENOUGH, 422 ), true ) ? $taken : 0;
		$own    = $fields->is_change ? array( $token->id ) : array();
		$again  = fn ( int $status, string $notice, array $problems = array() ) => $this->show( $registry, $item_id, new GiveFormState( $status, $fields, $token, $notice, $problems, $own, $taken ) );
		if ( 'is_shared' === ( ApiError::broken_rules( $given )['item_id']->name ?? '' ) ) {
			$again( 409, __( 'Other guests already give this wish together. To join them, open the page “Ideas and other gifts” below the list.', 'largesse' ) );
		} elseif ( Purchases::NOT_ENOUGH === $status ) {
			$again( 409, $not_enough );
		} elseif ( 422 === $status ) {
			$again( 422, __( 'This gift could not be stored. Please check the form.', 'largesse' ), GiftFields::service_problems( $given ) );
		} else {
			header( 'Retry-After: ' . PrivatePage::RETRY );
			$again( 503, self::failure_message( $given ) );
		}
	}

	/**
	 * Responds to a form for a registry that the visitor cannot access now. Possible reasons are a revoked link, an
	 * expired login or password, or a missing registry. The response is the same for all reasons, and keeps the guest's
	 * text. If the visitor is an owner who shares the browser with a giver, the response reveals nothing about the
	 * giver's gift.
	 */
	private function refuse_form( int $item_id ): void {
		$fields = GiftFields::from_request();
		$token  = GiftToken::read( $fields->token, GiftToken::registry_in( $fields->token ), $item_id, wp_generate_uuid4(), self::sign( ... ) );
		$known  = GiverCookie::pending_form( $item_id );
		$id     = GiftToken::FOREIGN === $token->state ? ( $known['purchase_id'] ?? null ) : $token->id;
		$before = null === $id || $fields->is_trap ? null : $this->purchases->get( $id );
		$for    = is_array( $before ) ? get_post( $before['registry_id'] ) : null;
		$before = null !== $for && Roles::of( $for )->is_recipient() ? null : $before;
		$notice = __( 'Nothing was given, because you cannot open this list at the moment. If you used a link, ask for a new one. If you signed in or entered a password, do so again in another tab. Then press the button once more: your text is still here.', 'largesse' );
		$status = 404;
		$url    = '';
		if ( is_wp_error( $before ) ) {
			header( 'Retry-After: ' . PrivatePage::RETRY );
			$status = 503;
			$notice = self::failure_message( $before );
		} elseif ( null !== $before ) {
			$is_own = isset( GiverCookie::gifts_and_forms( $before['registry_id'] )[ $before['id'] ] );
			if ( self::is_same( array( 'item_id' => $item_id ) + $fields->gift(), $before ) ) {
				self::redirect_to_gift( $before['registry_id'], $before['id'] );
			}
			if ( $is_own ) {
				$status = 409;
				$notice = self::lost_response_message();
				$url    = GiverLink::url( $before['registry_id'], $before['id'] );
			}
		}
		// Use the current address, because the response must not reveal whether the registry exists.
		$form = GiveForm::closed( add_query_arg( self::PARAMETER, $item_id ), $fields, $notice, $url, $fields->problems() );
		PrivatePage::show( $status, __( 'Give a gift', 'largesse' ), $form, array( 'largesse-registry-style', 'largesse-registry-style-2' ) );
	}

	/**
	 * Checks whether a form has the same content as a purchase.
	 *
	 * @param array<string, mixed> $gift     Gift in the form.
	 * @param array<string, mixed> $purchase The purchase.
	 */
	private static function is_same( array $gift, array $purchase ): bool {
		return array() === array_filter( $gift, static fn ( mixed $value, string $key ) => $purchase[ $key ] !== $value, ARRAY_FILTER_USE_BOTH );
	}

	/** Prepares the form. */
	private function show( WP_Post $registry, int $item_id, GiveFormState $state ): void {
		$items = $this->store->items->for_guests( $registry->ID );
		$item  = is_wp_error( $items ) ? array() : ( array_column( $items, null, 'id' )[ $item_id ] ?? null );
		if ( null === $item ) {
			$this->show_item_missing( $registry );
			return;
		}
		if ( is_wp_error( $items ) && 503 !== $state->status ) {
			header( 'Retry-After: ' . PrivatePage::RETRY );
			$state = new GiveFormState( 503, $state->fields, $state->token, self::failure_message( $items ), $state->problems, $state->own, $state->taken );
		}
		if ( null !== $state->token ) {
			GiverCookie::add_form( $registry->ID, $item_id, $state->token->id, false );
		}
		status_header( $state->status );
		$form           = new GiveForm( $registry, $item_id, $item, is_wp_error( $items ) ? array() : $items, ListView::from_request()->is_giving );
		$this->renderer = static fn ( int $level ): string => $form->html( $level, $state );
	}

	/** Prepares the notice that an item is no longer on the list. */
	private function show_item_missing( WP_Post $registry ): void {
		status_header( 404 );
		$this->renderer = static fn (): string => GiveRefusal::for_missing_item( $registry );
	}

	private static function redirect_to_gift( int $registry_id, string $purchase_id ): never {
		NoCacheHeaders::send_headers();
		wp_safe_redirect( GiverLink::url( $registry_id, $purchase_id ), 303 );
		exit;
	}

	/** Returns the message for a form that the guest must check. */
	private static function unfinished_message(): string {
		return __( 'Nothing has been given yet: please check the form, and press the button once more.', 'largesse' );
	}

	/** Signs a token's text for the logged-in user. */
	private static function sign( string $text ): string {
		return KeyedHash::of( "largesse-give|{$text}|" . get_current_user_id() );
	}

	/** Returns the message for a gift that the service stored although its response was lost. */
	private static function lost_response_message(): string {
		return __( 'Your gift has arrived, and it is registered in your name.', 'largesse' );
	}

	/**
	 * Returns the message for a failure of the service.
	 *
	 * @param WP_Error $reason Reason for administrators.
	 */
	private static function failure_message( WP_Error $reason ): string {
		$text = __( 'We cannot reach the list of gifts at the moment. That is our fault, not yours. Please press the button again in a minute. Your gift will not be counted twice.', 'largesse' );
		/* translators: 1: a sentence that says what does not work, 2: what the service answered. */
		return current_user_can( 'manage_options' ) ? sprintf( __( '%1$s (For administrators: %2$s)', 'largesse' ), $text, $reason->get_error_message() ) : $text;
	}

	/** Returns the item id in the address; 0 for none. */
	private static function requested_item(): int {
		$requested = Request::parameter( self::PARAMETER );
		return (string) (int) $requested === $requested ? (int) $requested : 0;
	}
}
