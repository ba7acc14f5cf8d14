<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Routes;
use Largesse\Foundation\Http\Schema;
use Largesse\Foundation\Http\Submission;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Rules;
use Largesse\Registries\Registry\Access;
use Largesse\Registries\Registry\AnyNumber;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;
use Largesse\Route;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * REST routes with which a member's program gives, as the member does on the pages for givers. They follow the same
 * rules: the fields and the limits of the form (GiftFormPage), and the rights of the giver's page (GiverPage). A
 * recipient learns nothing from them, not even whether a gift exists.
 */
final class GiftRoutes {

	private const GIVING = Route::REGISTRY . '/giving';
	private const GIFTS  = Route::ITEM . '/gifts';
	private const OWN    = '/gifts';
	private const GIFT   = '/gifts/(?P<gift>[0-9A-Fa-f-]{36})';

	/** Code of the error if the caller has no such gift. */
	private const NO_GIFT = 'largesse_no_gift';

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** @return list<Route> */
	public static function routes(): array {
		$wish = array(
			'id'          => Schema::integer( 'Id of the item.', 1 ),
			'name'        => Schema::text( 'Name.' ),
			'description' => Schema::text( 'Description; empty for none.' ),
			'url'         => Schema::text( 'Address of the product; empty for a wish without a shop.' ),
			'price_text'  => Schema::text( 'Price with its currency; empty for none.' ),
			'left'        => array( 'type' => array( 'integer', 'null' ) ) + Schema::integer( 'Number of pieces that nobody gives yet; null for any number.' ),
		);
		$gift = array(
			'id'       => Schema::text( 'Id of the gift.', format: 'uuid' ),
			'registry' => Schema::integer( 'Id of the registry.', 1 ),
			'item'     => Schema::integer( 'Id of the item.', 1 ),
			'name'     => Schema::text( 'Name of the wish.' ),
			'quantity' => Schema::integer( 'Number of pieces.', 1 ),
			'state'    => Schema::text( 'Whether the giver has bought it.', Rules::PURCHASE_STATES ),
			'url'      => Schema::text( 'Address of the giver’s page. Only for the giver.' ),
		);
		$made = Schema::object( 'The gift.', $gift );
		$part = array_intersect_key( $gift, array_fill_keys( array( 'registry', 'item', 'name' ), true ) ) + array(
			'id'   => Schema::text( 'Id of the part.', format: 'uuid' ),
			'text' => Schema::text( 'The amount, in words.' ),
			'url'  => Schema::text( 'Address of the page of the part, on which the giver changes it. Only for the giver.' ),
		);
		return array(
			new Route(
				'GET',
				self::GIVING,
				array( self::class, 'wishes' ),
				array( self::class, 'may_give' ),
				'Answers the wishes of a registry with the number of pieces that nobody gives yet, secret gifts included. Not for recipients of the registry.',
				answer: array(
					'wishes' => Schema::listing( 'Wishes, in the order of the list.', Schema::object( 'A wish.', $wish ) ),
				)
			),
			new Route(
				'GET',
				self::OWN,
				array( self::class, 'list' ),
				array( Access::class, 'member' ),
				'Answers the gifts that the caller has promised on other people’s registries, and the parts of gifts.',
				answer: array(
					'gifts' => Schema::listing( 'Gifts.', $made ),
					'parts' => Schema::listing(
						'Parts of gifts that several guests give together.',
						Schema::object( 'A part.', $part )
					),
				)
			),
			new Route(
				'POST',
				self::GIFTS,
				array( self::class, 'give' ),
				array( self::class, 'may_give_item' ),
				'Promises a wish as the caller’s gift. A repeated request with the same gift counts once.',
				array(
					'gift'         => Schema::text( 'Random UUID, so that a repeated request counts once.', format: 'uuid' ),
					'quantity?'    => Schema::integer( 'Number of pieces; 1 if missing.', 1, Rules::MAX_PURCHASE_QUANTITY ),
					'giver_name?'  => Schema::text( 'Name of the giver; the display name of the caller if missing.' ),
					'giver_email?' => Schema::text( 'Address for mails about the gift; the address of the caller if missing, empty for no mails.' ),
					'message?'     => Schema::text( 'Message to the owners of the registry.' ),
				),
				array( 'gift' => $made )
			),
			new Route(
				'DELETE',
				self::GIFT,
				array( self::class, 'take_back' ),
				array( Access::class, 'member' ),
				'Takes back a gift of the caller, so that somebody else can give it.',
				array( 'gift' => Schema::text( 'Id of the gift.', format: 'uuid' ) ),
				array( 'taken_back' => Schema::boolean( 'Always true.' ) ),
				gets_request: true
			),
		);
	}

	/** Checks whether the caller may look for gifts on the registry in the path. */
	public static function may_give( WP_REST_Request $request ): bool|WP_Error {
		$registry = Access::registry( $request );
		return match ( true ) {
			is_wp_error( $registry )                           => $registry,
			null === OpenedList::of_visitor( $registry )       => Errors::no_registry(),
			Roles::of( $registry )->is_recipient()             => self::own_list(),
			default                                            => true,
		};
	}

	/** Like `may_give`, also for a wish that is on a list of the caller. */
	public static function may_give_item( WP_REST_Request $request ): bool|WP_Error {
		$allowed = self::may_give( $request );
		$item    = Routes::item_id( $request );
		return match ( true ) {
			true !== $allowed => $allowed,
			0 === $item       => Errors::no_item(),
			null === Appearances::received( Access::registry( $request ) ) => self::error( ApiError::not_the_service( 503 ) ),
			default           => Appearances::is_recipient( Access::registry( $request ), $item ) ? self::own_list() : true,
		};
	}

	public function wishes( Body $body, int $id ): WP_REST_Response|WP_Error {
		$registry = get_post( $id );
		$list     = OpenedList::of_visitor( $registry );
		if ( null === $list ) {
			return Errors::no_registry();
		}
		$items = $this->store->items->for_reader( $list );
		if ( is_wp_error( $items ) ) {
			return new WP_Error( Errors::SERVICE, Errors::unreadable_message( $items ), array( 'status' => 503 ) );
		}
		$received = Appearances::received( $registry );
		$count    = RemainingView::for_giving( $registry )->count( ... );
		$wishes   = array_map(
			static fn ( array $item ): array => array(
				'id'          => $item['id'],
				'name'        => (string) $item['name'],
				'description' => (string) ( $item['description'] ?? '' ),
				'url'         => Wish::visible_address( $item ),
				'price_text'  => Price::of( $item ),
				'left'        => AnyNumber::is( $item ) ? null : $count( $item ),
			),
			array_filter( $items, static fn ( array $item ): bool => ! Appearances::is_received( $item['id'], $received ) )
		);
		return new WP_REST_Response( array( 'wishes' => array_values( $wishes ) ) );
	}

	public function list(): WP_REST_Response|WP_Error {
		$gifts = VisitorGifts::of_member( wp_get_current_user(), $this->purchases );
		$items = is_wp_error( $gifts ) || array() === $gifts ? $gifts : $this->purchases->items_of( $gifts );
		$parts = is_wp_error( $items ) ? $items : GiverPromises::parts( Giver::of_member( wp_get_current_user() ) );
		if ( is_wp_error( $parts ) ) {
			return Errors::after_change( $parts );
		}
		return new WP_REST_Response(
			array(
				'gifts' => array_map(
					static fn ( array $gift ): array => self::shown( $gift, $items ),
					$gifts
				),
				'parts' => array_map(
					static fn ( array $part ): array => array(
						'id'       => $part['id'],
						'registry' => $part['registry_id'],
						'item'     => $part['item_id'],
						'name'     => $part['name'],
						'text'     => implode( ' ', $part['facts'] ),
						'url'      => $part['url'],
					),
					$parts
				),
			)
		);
	}

	/** Makes a gift with the fields, the limits and the secrecy of the form on the registry's page. */
	public function give( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$registry = get_post( $id );
		$gift_id  = strtolower( $body->value( 'gift' ) );
		$fields   = GiftFields::from_values(
			array_map(
				static fn ( mixed $value ): string => is_scalar( $value ) ? (string) $value : '',
				$body->all( Rules::TYPED_GIFT_FIELDS )
			)
		);
		$problems = $fields->typed->problems();
		if ( $problems ) {
			return Errors::fields(
				array_map( static fn ( string $text ): FieldError => new FieldError( 'invalid', $text ), $problems ),
				__( 'Nothing has been given yet: please correct the marked fields.', 'largesse' )
			);
		}
		if ( Fields::sent( GiftFields::added_to( $registry, $item_id ), Submission::of( array() ) )->problems() ) {
			/* translators: %s: address of a page. */
			return Errors::fields( array(), sprintf( __( 'This site asks givers for more. Please give on the page of the list: %s', 'largesse' ), GiftFormPage::url_prefix( $id, true ) . $item_id ) );
		}
		$make  = fn (): OwnGift|WP_Error => OwnGift::give(
			$this->purchases,
			$registry,
			$gift_id,
			array( 'item_id' => $item_id ) + $fields->gift()
		);
		$given = GiftLimits::count( GiftLimits::GIFTS, $id, $make );
		if ( $given instanceof Refusal ) {
			return self::refusal( $given );
		}
		if ( is_wp_error( $given ) && Purchases::EXISTS === ApiError::status( $given ) ) {
			$given = $this->made_before( $gift_id, $item_id, $fields ) ?? $given;
		}
		if ( is_wp_error( $given ) ) {
			return self::error( $given );
		}
		$items = $this->purchases->items_of( array( $given->purchase ) );
		return new WP_REST_Response(
			array( 'gift' => self::shown( $given->purchase, is_wp_error( $items ) ? array() : $items ) ),
			201
		);
	}

	public function take_back( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$found = $this->purchases->get( strtolower( (string) $request->get_url_params()['gift'] ) );
		if ( is_wp_error( $found ) ) {
			return self::error( $found );
		}
		$gift = null === $found ? null : OwnGift::of_account( $found );
		// The answer is the same for a gift of somebody else, and for none.
		if ( null === $gift || $gift->purchase['is_owner'] || Appearances::receives( $gift->purchase ) ) {
			return new WP_Error(
				self::NO_GIFT,
				__( 'You have no such gift. It may have been given back.', 'largesse' ),
				array( 'status' => 404 )
			);
		}
		$failure = $this->purchases->give_back( $gift );
		return null === $failure ? new WP_REST_Response( array( 'taken_back' => true ) ) : self::error( $failure );
	}

	/** Returns the gift that an earlier, equal request of the caller has made; null if the id belongs to another gift. */
	private function made_before( string $gift_id, int $item_id, GiftFields $fields ): ?OwnGift {
		$found = $this->purchases->get( $gift_id );
		$gift  = is_array( $found ) ? OwnGift::of_account( $found ) : null;
		return null !== $gift && $fields->matches( $item_id, $gift->purchase ) ? $gift : null;
	}

	/**
	 * @param array<int, array<string, mixed>> $items Wishes by id.
	 * @return array<string, mixed>
	 */
	private static function shown( array $gift, array $items ): array {
		$list = GiverPromises::list_of( $gift, array() );
		return array(
			'id'       => $gift['id'],
			'registry' => $gift['registry_id'],
			'item'     => $gift['item_id'],
			'name'     => Purchases::name( $gift, null === $list ? null : $items[ $gift['item_id'] ] ?? null ),
			'quantity' => $gift['quantity'],
			'state'    => $gift['state'],
			'url'      => GiftLink::url( $list, $gift['id'] ),
		);
	}

	private static function own_list(): WP_Error {
		return Errors::forbidden( __( 'This is your own list. If you already have this, choose “We have it” on My registries, so that nobody gives it to you.', 'largesse' ) );
	}

	private static function refusal( Refusal $refusal ): WP_Error {
		return new WP_Error( Errors::TOO_MANY, $refusal->message, array( 'status' => $refusal->status ) );
	}

	private static function error( WP_Error $error ): WP_Error {
		return match ( ApiError::status( $error ) ) {
			404     => Errors::no_item(),
			Purchases::NOT_ENOUGH, Purchases::EXISTS => new WP_Error(
				'largesse_taken',
				Refusal::too_late()->message,
				array( 'status' => 409 )
			),
			default => Errors::after_change( $error ),
		};
	}
}
