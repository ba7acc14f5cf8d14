<?php
declare( strict_types=1 );

namespace LargessePlayground;

use DateTimeImmutable;
use DateTimeZone;
use Largesse\Service\BrokenRule;
use Largesse\Service\FieldRules;
use Largesse\Service\Rules;
use stdClass;
use Throwable;

/**
 * Answers like the item service on the routes that the plugin calls with its own account: items, their search,
 * purchases, and ideas of guests (rules: Item routes; rules: Purchases; rules: Ideas of guests). All other routes
 * answer 404, like a service without previews, events and webhooks. Every caller is the plugin, which is an admin.
 */
final class ItemService {

	/** Maximum number of purchases in a registry. Purchases by owners and by other people are counted separately. */
	private const MAX_PURCHASES = 2000;

	/** Fields of an item that callers set, with the default of each field; null for a required field. */
	private const ITEM_FIELDS = array(
		'name'               => null,
		'description'        => null,
		'url'                => null,
		'retailer'           => null,
		'affiliate_url'      => null,
		'affiliate_status'   => null,
		'image_url'          => null,
		'price'              => null,
		'quantity_needed'    => 1,
		'quantity_purchased' => 0,
		'is_active'          => true,
	);

	/** Personal data of a purchase. */
	private const PERSONAL = array( 'giver_user_id', 'giver_name', 'giver_email', 'message' );

	/** Fields of an idea that a request sets. Answers contain the fields in this order. */
	private const IDEA_FIELDS = array( 'name', 'url', 'note', 'item_id', 'amount', 'author_user_id', 'author_name', 'author_email', 'state', 'giver_user_id', 'giver_name', 'giver_email', 'ends_at' );

	/** @var array{next: int, items: array<int, array<string, mixed>>, purchases: array<string, array<string, mixed>>, ideas: array<string, array<string, mixed>>} */
	private array $data;

	/**
	 * @param Validator                 $validator Schemas of the contract.
	 * @param array<string, mixed>|null $data      Data that `data()` returned; null for a new service.
	 */
	public function __construct( private readonly Validator $validator, ?array $data ) {
		$this->data = ( $data ?? array() ) + array(
			'next'      => 1,
			'items'     => array(),
			'purchases' => array(),
			'ideas'     => array(),
		);
	}

	/**
	 * Returns all data. The site stores this data.
	 *
	 * @return array<string, mixed>
	 */
	public function data(): array {
		return $this->data;
	}

	/**
	 * Answers a request.
	 *
	 * @param string                $target  Path with its query, encoded.
	 * @param array<string, string> $headers Headers; names in lower case.
	 * @return array{status: int, headers: array<string, string>, body: string}
	 */
	public function answer( string $method, string $target, array $headers, string $body ): array {
		$type = 'application/json; charset=utf-8';
		try {
			list( $status, $result, $added ) = $this->result( $method, $target, $headers, $body ) + array( 2 => array() );
		} catch ( Refusal $refusal ) {
			$as_problem = str_contains( $headers['accept'] ?? '', 'application/problem+json' );
			$type       = $as_problem ? 'application/problem+json' : $type;
			list( $status, $result, $added ) = array( $refusal->status, $refusal->body( $as_problem ), $refusal->headers );
		}
		return array(
			'status'  => $status,
			'headers' => array( 'content-type' => $type ) + $added,
			'body'    => null === $result ? '' : json_encode( $result, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR ),
		);
	}

	/**
	 * Returns status, body and additional headers of an answer.
	 *
	 * @param array<string, string> $headers Headers of the request.
	 * @return array{0: int, 1: mixed, 2?: array<string, string>}
	 * @throws Refusal If the service refuses the request.
	 */
	private function result( string $method, string $target, array $headers, string $body ): array {
		list( $path, $query ) = explode( '?', $target, 2 ) + array( 1 => '' );
		$parts                = array_map( 'rawurldecode', explode( '/', trim( $path, '/' ) ) );
		$route                = $method . ' ' . $parts[0] . ( isset( $parts[1] ) ? ( in_array( $parts[1], array( 'search', 'reveal', 'uncount', 'erase' ), true ) ? "/{$parts[1]}" : '/?' ) : '' );
		$query                = self::parameters( $query );
		$last                 = $parts[1] ?? '';
		$this->delete_ended_shares();
		if ( count( $parts ) > 2 ) {
			$route = '';
		}
		return match ( $route ) {
			'GET '                    => array( 200, array( 'message' => 'Welcome to the Largesse registry API' ) ),
			'GET health'              => array( 200, array( 'status' => 'healthy', 'service' => 'largesse-api' ) ),
			'GET items'               => $this->list_items( $this->query( 'ItemsQuery', $query ) ),
			'GET items/search'        => $this->search( $this->query( 'ItemSearchQuery', $query ) ),
			'POST items'              => $this->create_item( $this->body( 'ItemCreate', $body ) ),
			'GET items/?'             => self::envelope( 200, $this->item( $this->item_id( $last ) ), 'Item found' ),
			'PUT items/?'             => $this->change_item( $this->item_id( $last ), $this->query( 'ItemChangeQuery', $query ), $headers, $this->body( 'ItemUpdate', $body ) ),
			'DELETE items/?'          => $this->change_item( $this->item_id( $last ), $this->query( 'ItemChangeQuery', $query ), $headers, null ),
			'GET purchases'           => $this->list_purchases( $this->query( 'PurchasesQuery', $query ) ),
			'POST purchases/reveal'   => $this->reveal( $this->body( 'PurchasesReveal', $body ) ),
			'POST purchases/uncount'  => $this->uncount( $this->body( 'PurchasesUncount', $body ) ),
			'POST purchases/erase'    => $this->erase( $this->body( 'PurchasesErase', $body ) ),
			'GET purchases/?'         => self::envelope( 200, self::view( $this->purchase( $this->purchase_id( $last ) ) ), 'Purchase found' ),
			'PUT purchases/?'         => $this->put_purchase( $this->purchase_id( $last ), $headers, $this->body( 'PurchasePut', $body ) ),
			'PATCH purchases/?'       => $this->patch_purchase( $this->purchase_id( $last ), $this->body( 'PurchasePatch', $body ) ),
			'DELETE purchases/?'      => $this->delete_purchase( $this->purchase_id( $last ) ),
			'GET ideas'               => $this->list_ideas( $this->query( 'IdeasQuery', $query ) ),
			'PUT ideas/?'             => $this->put_idea( $this->idea_id( $last ), $headers, $this->body( 'IdeaPut', $body ) ),
			'DELETE ideas/?'          => $this->delete_idea( $this->idea_id( $last ), $headers, $this->query( 'IdeaDeleteQuery', $query ) ),
			default                   => throw new Refusal( 404, 'Not found' ),
		};
	}

	/**
	 * Returns the parameters of a query string; a list for a name that occurs several times.
	 *
	 * @return array<string, string|list<string>>
	 */
	private static function parameters( string $query ): array {
		$read = array();
		foreach ( array_filter( explode( '&', $query ), static fn ( string $pair ): bool => '' !== $pair ) as $pair ) {
			list( $name, $value ) = array_map( 'urldecode', explode( '=', $pair, 2 ) + array( 1 => '' ) );
			$read[ $name ]        = isset( $read[ $name ] ) ? array_merge( (array) $read[ $name ], array( $value ) ) : $value;
		}
		return $read;
	}

	/**
	 * Returns validated parameters.
	 *
	 * @param array<string, string|list<string>> $given Texts of the parameters.
	 */
	private function query( string $schema, array $given ): stdClass {
		return $this->valid( $schema, $this->validator->parameters( $schema, $given ) );
	}

	/** Returns a validated body. */
	private function body( string $schema, string $text ): stdClass {
		$body = json_decode( $text );
		if ( JSON_ERROR_NONE !== json_last_error() ) {
			throw new Refusal( 400, 'Request body is not valid JSON' );
		}
		$valid = $this->valid( $schema, $body );
		foreach ( (array) $valid as $name => $value ) {
			// PHP decodes 5.0 as a float, but in JSON Schema 5.0 is an integer.
			if ( is_float( $value ) && floor( $value ) === $value && abs( $value ) <= Rules::MAX_SAFE ) {
				$valid->{$name} = (int) $value;
			}
		}
		return $valid;
	}

	/** Returns the value if it follows the schema. Otherwise, throws a Refusal. */
	private function valid( string $schema, mixed $value ): stdClass {
		$problems = $this->validator->problems( $schema, $value );
		if ( $problems ) {
			throw Refusal::of_fields( ...$problems );
		}
		return $value;
	}

	/** Returns the id of an item in a path. */
	private function item_id( string $text ): int {
		return $this->query( 'ItemPath', array( 'item_id' => $text ) )->item_id;
	}

	/** Returns the id of a purchase in a path, in lower case. */
	private function purchase_id( string $text ): string {
		return strtolower( $this->query( 'PurchasePath', array( 'purchase_id' => $text ) )->purchase_id );
	}

	/** Returns the id of an idea in a path, in lower case. */
	private function idea_id( string $text ): string {
		return strtolower( $this->query( 'IdeaPath', array( 'idea_id' => $text ) )->idea_id );
	}

	/**
	 * Returns the current time (ISO 8601 in UTC, with milliseconds). The result is always later than `$other`: if
	 * necessary, it is the millisecond after `$other`.
	 */
	private static function time_after( string $other = '' ): string {
		$format = static fn ( DateTimeImmutable $time ): string => $time->format( 'Y-m-d\TH:i:s.v\Z' );
		$now    = new DateTimeImmutable( 'now', new DateTimeZone( 'UTC' ) );
		return $format( $now ) > $other ? $format( $now ) : $format( ( new DateTimeImmutable( $other ) )->modify( '+1 millisecond' ) );
	}

	/**
	 * Returns an item as admins see it.
	 *
	 * @param array<string, mixed> $item The stored item.
	 * @return array<string, mixed>
	 */
	private static function without_secret( array $item ): array {
		unset( $item['quantity_secret'] );
		return $item;
	}

	/**
	 * Returns an active item.
	 *
	 * @return array<string, mixed>
	 */
	private function item( int $id ): array {
		$item = $this->data['items'][ $id ] ?? null;
		if ( ! ( $item['is_active'] ?? false ) ) {
			throw new Refusal( 404, 'Item not found' );
		}
		return self::without_secret( $item );
	}

	/**
	 * Returns how many pieces of an item can still be given.
	 *
	 * @param array<string, mixed> $item     The stored item.
	 * @param bool                 $to_owner True to ignore shares and secret purchases: owners must not see them.
	 */
	private function left( array $item, bool $to_owner ): int {
		$promised = array_sum( array_column( $this->shares_of( $item ), 'amount' ) );
		if ( ! $to_owner && $promised > 0 && $item['price'] <= $promised + 0.005 ) {
			return 0;
		}
		return max( 0, $item['quantity_needed'] - $item['quantity_purchased'] - ( $to_owner ? 0 : $item['quantity_secret'] ) );
	}

	/** Checks whether a registry has its maximum number of active items. */
	private function is_full( int $registry_id ): bool {
		$active = array_filter( $this->data['items'], static fn ( array $item ): bool => $item['is_active'] && $item['registry_id'] === $registry_id );
		return count( $active ) >= Rules::MAX_ACTIVE_ITEMS;
	}

	/** Returns the refusal of a request that would add an item to a full registry. */
	private static function full(): Refusal {
		return Refusal::of_fields( new Problem( 'registry_id', new BrokenRule( 'registry_full', Rules::MAX_ACTIVE_ITEMS ) ) );
	}

	/** Answers `GET /items`. */
	private function list_items( stdClass $query ): array {
		$found = array();
		foreach ( $query->ids ?? array_keys( $this->data['items'] ) as $id ) {
			$item = $this->data['items'][ $id ] ?? null;
			if ( ( $item['is_active'] ?? false ) && $id > ( $query->after ?? 0 ) && $item['registry_id'] === ( $query->registry_id ?? $item['registry_id'] ) ) {
				$found[ $id ] = self::without_secret( $item ) + ( isset( $query->include ) ? array( 'quantity_remaining' => $this->left( $item, false ) ) : array() );
			}
		}
		return array( 200, array_slice( array_values( $found ), $query->skip, $query->limit ), array( 'items-access' => 'registry' ) );
	}

	/** Answers `GET /items/search`. */
	private function search( stdClass $query ): array {
		// Ignores the case of ASCII letters only, like the service.
		$needle = strtolower( $query->q ?? '' );
		$found  = array_filter(
			$this->data['items'],
			static fn ( array $item ): bool => $item['is_active'] && (
				! isset( $query->q ) && ! isset( $query->q_registry_ids )
				|| in_array( $item['registry_id'], $query->q_registry_ids ?? array(), true )
				|| isset( $query->q ) && array_filter( array( 'name', 'retailer', 'url', 'affiliate_url' ), static fn ( string $field ): bool => str_contains( strtolower( $item[ $field ] ?? '' ), $needle ) )
			)
		);
		$status = static fn ( array $item ): string => $item['affiliate_status'] ?? Rules::UNSET_STATUS;
		$counts = array_fill_keys( array( 'active', 'inactive', 'expired', 'none', Rules::UNSET_STATUS ), 0 );
		foreach ( $found as $item ) {
			++$counts[ $status( $item ) ];
		}
		if ( isset( $query->affiliate_status ) ) {
			$found = array_filter( $found, static fn ( array $item ): bool => $status( $item ) === $query->affiliate_status );
		}
		$key   = ltrim( $query->sort, '-' );
		$order = str_starts_with( $query->sort, '-' ) ? -1 : 1;
		usort( $found, static fn ( array $a, array $b ): int => $order * ( is_int( $a[ $key ] ) ? $a[ $key ] <=> $b[ $key ] : strcmp( strtolower( (string) $a[ $key ] ), strtolower( (string) $b[ $key ] ) ) ) ?: $a['id'] <=> $b['id'] );
		$items = array_map( self::without_secret( ... ), array_slice( $found, $query->skip, $query->limit ) );
		return array( 200, array( 'items' => $items, 'counts' => $counts ) );
	}

	/** Answers `POST /items`. */
	private function create_item( stdClass $body ): array {
		$fields = array_intersect_key( (array) $body, self::ITEM_FIELDS ) + self::ITEM_FIELDS;
		if ( $fields['is_active'] && $this->is_full( $body->registry_id ) ) {
			throw self::full();
		}
		$now                         = self::time_after();
		$id                          = $this->data['next']++;
		$item                        = array( 'id' => $id, 'registry_id' => $body->registry_id ) + array_merge( self::ITEM_FIELDS, $fields );
		$item                       += array( 'created_at' => $now, 'updated_at' => $now );
		$this->data['items'][ $id ]  = $item + array( 'quantity_secret' => 0 );
		return self::envelope( 201, $item, 'Item created' );
	}

	/**
	 * Answers `PUT` and `DELETE /items/{item_id}`.
	 *
	 * @param array<string, string> $headers Headers of the request.
	 * @param stdClass|null         $body    Null to delete the item.
	 */
	private function change_item( int $id, stdClass $query, array $headers, ?stdClass $body ): array {
		$item = $this->data['items'][ $id ] ?? null;
		$back = true === ( $body->is_active ?? null );
		if ( null === $item || ! ( $item['is_active'] || $back ) || ( $query->registry_id ?? $item['registry_id'] ) !== $item['registry_id'] ) {
			throw new Refusal( 404, 'Item not found' );
		}
		$this->require_version( 'ItemChangeHeaders', $headers, $item, 'item_changed' );
		if ( $back && ! $item['is_active'] && $this->is_full( $item['registry_id'] ) ) {
			throw self::full();
		}
		$change = null === $body ? array( 'is_active' => false ) : array_intersect_key( (array) $body, self::ITEM_FIELDS );
		if ( $change ) {
			$this->data['items'][ $id ] = array_merge( $item, $change, array( 'updated_at' => self::time_after( $item['updated_at'] ) ) );
		}
		return self::envelope( 200, self::without_secret( $this->data['items'][ $id ] ), null === $body ? 'Item deleted' : 'Item updated' );
	}

	/** Checks whether a purchase is hidden from the owners of its registry. */
	private static function is_hidden( array $purchase ): bool {
		return $purchase['is_secret'] && null === $purchase['revealed_at'];
	}

	/**
	 * Returns a purchase as admins see it.
	 *
	 * @param array<string, mixed> $purchase The stored purchase.
	 * @return array<string, mixed>
	 */
	private static function view( array $purchase ): array {
		$view = array_merge( $purchase, array( 'is_secret' => self::is_hidden( $purchase ) ) );
		unset( $view['revealed_at'] );
		return $view;
	}

	/**
	 * Returns a purchase.
	 *
	 * @return array<string, mixed>
	 */
	private function purchase( string $id ): array {
		return $this->data['purchases'][ $id ] ?? throw new Refusal( 404, 'Purchase not found' );
	}

	/**
	 * Answers `GET /purchases`. Without a filter, the service lists the caller's own purchases. The plugin's account
	 * has none, so the list is empty.
	 */
	private function list_purchases( stdClass $query ): array {
		$wanted = array();
		foreach ( array( 'registry_id', 'giver_user_id', 'giver_email' ) as $filter ) {
			if ( isset( $query->{$filter} ) ) {
				$wanted[ $filter ] = 'giver_email' === $filter ? self::lower( $query->giver_email ) : $query->{$filter};
			}
		}
		$view = $query->view ?? null;
		if ( null !== $view && ! isset( $wanted['registry_id'] ) ) {
			throw Refusal::of_fields( new Problem( 'view', new BrokenRule( 'dependentRequired', array( 'registry_id' ) ) ) );
		}
		$found = array_filter(
			$wanted ? $this->data['purchases'] : array(),
			static fn ( array $one ): bool => array_intersect_key( $one, $wanted ) == $wanted && ( null === $view || ! self::is_hidden( $one ) ) // phpcs:ignore Universal.Operators.StrictComparisons -- The order of keys does not count.
		);
		usort( $found, static fn ( array $a, array $b ): int => array( $a['created_at'], $a['id'] ) <=> array( $b['created_at'], $b['id'] ) );
		$shown = array_map(
			static fn ( array $one ): array => match ( true ) {
				null === $view                                            => self::view( $one ),
				'owner_names' === $view || null !== $one['revealed_at'] => array_merge( self::view( $one ), array( 'giver_email' => null ) ),
				default                                                   => array_merge( self::view( $one ), array_fill_keys( self::PERSONAL, null ) ),
			},
			array_slice( $found, $query->skip, $query->limit )
		);
		return array( 200, $shown );
	}

	/**
	 * Answers `PUT /purchases/{purchase_id}`.
	 *
	 * @param array<string, string> $headers Headers of the request.
	 */
	private function put_purchase( string $id, array $headers, stdClass $body ): array {
		$is_new = isset( $headers['if-none-match'] );
		if ( $is_new ) {
			$this->valid( 'PurchasePutHeaders', (object) array( 'if-none-match' => $headers['if-none-match'] ) );
		}
		$is_owner = $body->owner ?? false;
		if ( $is_owner && $body->secret ) {
			throw Refusal::of_fields( new Problem( 'owner', new BrokenRule( 'conflicts_with', 'secret' ) ) );
		}
		$before = $this->data['purchases'][ $id ] ?? null;
		if ( $before && $is_new ) {
			throw Refusal::of_rule( 412, 'if-none-match', 'purchase_exists' );
		}
		$item = $this->data['items'][ $body->item_id ] ?? null;
		if ( null === $item || ( $body->registry_id ?? $item['registry_id'] ) !== $item['registry_id'] || ! ( $item['is_active'] || ( $before['item_id'] ?? 0 ) === $item['id'] ) ) {
			throw new Refusal( 404, 'Item not found' );
		}
		$email = $body->giver_email ?? null;
		$gift  = array(
			'quantity'      => $body->quantity ?? 1,
			'state'         => $body->state ?? 'reserved',
			'giver_user_id' => $body->giver_user_id ?? null,
			'giver_name'    => self::filled( $body->giver_name ?? null ),
			'giver_email'   => null === $email ? null : self::lower( $email ),
			'message'       => self::filled( $body->message ?? null ),
		);
		if ( $before ) {
			if ( $before['item_id'] !== $item['id'] ) {
				throw Refusal::of_rule( 409, 'item_id', 'other_item' );
			}
			return $this->change_purchase( $before, $gift, null, 'Purchase found' );
		}
		$others = array_filter( $this->data['purchases'], static fn ( array $one ): bool => $one['registry_id'] === $item['registry_id'] && $one['is_owner'] === $is_owner );
		$this->require_room( $item, $is_owner, $gift['quantity'] );
		if ( count( $others ) >= self::MAX_PURCHASES ) {
			throw Refusal::of_fields( new Problem( 'registry_id', new BrokenRule( 'purchases_full', self::MAX_PURCHASES ) ) );
		}
		$now      = self::time_after();
		$purchase = array(
			'id'            => $id,
			'item_id'       => $item['id'],
			'registry_id'   => $item['registry_id'],
			'quantity'      => $gift['quantity'],
			'state'         => $gift['state'],
			'is_secret'     => $body->secret,
			'is_owner'      => $is_owner,
			'giver_user_id' => $gift['giver_user_id'],
			'giver_name'    => $gift['giver_name'],
			'giver_email'   => $gift['giver_email'],
			'message'       => $gift['message'],
			'thanked_at'    => null,
			'created_at'    => $now,
			'updated_at'    => $now,
			'revealed_at'   => null,
		);
		$this->data['purchases'][ $id ] = $purchase;
		$this->count( $purchase, $gift['quantity'] );
		return self::envelope( 201, self::view( $purchase ), 'Purchase created' );
	}

	/** Answers `PATCH /purchases/{purchase_id}`. */
	private function patch_purchase( string $id, stdClass $body ): array {
		$before = $this->purchase( $id );
		if ( ( $before['giver_user_id'] ?? $body->giver_user_id ?? null ) !== ( $body->giver_user_id ?? $before['giver_user_id'] ) ) {
			throw Refusal::of_rule( 409, 'giver_user_id', 'other_user' );
		}
		$gift = array_intersect_key( (array) $body, array_flip( array( 'quantity', 'state', 'message', 'giver_user_id' ) ) );
		if ( array_key_exists( 'message', $gift ) ) {
			$gift['message'] = self::filled( $gift['message'] );
		}
		return $this->change_purchase( $before, $gift, $body->thanked ?? null, 'Purchase updated' );
	}

	/**
	 * Changes a purchase and returns an answer with the changed purchase.
	 *
	 * @param array<string, mixed> $before     The stored purchase.
	 * @param array<string, mixed> $gift       New fields of the purchase.
	 * @param bool|null            $is_thanked Whether the giver was thanked; null to leave this unchanged.
	 * @param string               $same       Message if nothing changes.
	 */
	private function change_purchase( array $before, array $gift, ?bool $is_thanked, string $same ): array {
		$after               = array_merge( $before, $gift );
		$now                 = self::time_after( $before['updated_at'] );
		$was_thanked         = null !== $before['thanked_at'];
		$after['thanked_at'] = ( $is_thanked ?? $was_thanked ) ? $before['thanked_at'] ?? $now : null;
		if ( $after === $before ) {
			return self::envelope( 200, self::view( $before ), $same );
		}
		$more = $after['quantity'] - $before['quantity'];
		if ( $more > 0 ) {
			$this->require_room( $this->data['items'][ $before['item_id'] ], $before['is_owner'], $more );
		}
		$after['updated_at']                       = $now;
		$this->data['purchases'][ $before['id'] ] = $after;
		$this->count( $after, $more );
		return self::envelope( 200, self::view( $after ), 'Purchase updated' );
	}

	/** Answers `DELETE /purchases/{purchase_id}`. */
	private function delete_purchase( string $id ): array {
		$purchase = $this->purchase( $id );
		unset( $this->data['purchases'][ $id ] );
		$this->count( $purchase, -$purchase['quantity'] );
		return array( 204, null );
	}

	/** Answers `POST /purchases/reveal`. */
	private function reveal( stdClass $body ): array {
		if ( isset( $body->names_since ) ) {
			self::utc( 'names_since', $body->names_since );
		}
		$revealed = 0;
		foreach ( $this->data['purchases'] as $id => $purchase ) {
			if ( $purchase['registry_id'] !== $body->registry_id || null !== $purchase['revealed_at'] ) {
				continue;
			}
			$this->count( $purchase, -$purchase['quantity'] );
			$purchase['revealed_at']        = self::time_after();
			$this->data['purchases'][ $id ] = $purchase;
			$this->count( $purchase, $purchase['quantity'] );
			++$revealed;
		}
		foreach ( $this->data['ideas'] as $id => $idea ) {
			if ( $idea['registry_id'] === $body->registry_id && null === $idea['revealed_at'] ) {
				$this->data['ideas'][ $id ]['revealed_at'] = self::time_after();
				++$revealed;
			}
		}
		return array( 200, array( 'revealed' => $revealed ) );
	}

	/** Answers `POST /purchases/uncount`. */
	private function uncount( stdClass $body ): array {
		$quantity = $body->quantity ?? 1;
		$item     = $this->data['items'][ $body->item_id ] ?? null;
		$given    = array_filter( $this->data['purchases'], static fn ( array $one ): bool => $one['item_id'] === $body->item_id && ! self::is_hidden( $one ) );
		if ( null === $item || $item['quantity_purchased'] - $quantity < array_sum( array_column( $given, 'quantity' ) ) ) {
			return array( 200, array( 'uncounted' => 0 ) );
		}
		$this->data['items'][ $body->item_id ]['quantity_purchased'] -= $quantity;
		return array( 200, array( 'uncounted' => $quantity ) );
	}

	/** Answers `POST /purchases/erase`. */
	private function erase( stdClass $body ): array {
		$whose = array_intersect_key( (array) $body, array_flip( array( 'giver_email', 'giver_user_id', 'registry_id' ) ) );
		if ( 1 !== count( $whose ) ) {
			throw Refusal::of_fields( new Problem( 'body', new BrokenRule( 'oneOf', array( 'giver_email', 'giver_user_id', 'registry_id' ) ) ) );
		}
		if ( isset( $body->before ) && ! isset( $whose['registry_id'] ) ) {
			throw Refusal::of_fields( new Problem( 'before', new BrokenRule( 'dependentRequired', array( 'registry_id' ) ) ) );
		}
		$before = isset( $body->before ) ? self::utc( 'before', $body->before ) : null;
		$field  = (string) array_key_first( $whose );
		$wanted = 'giver_email' === $field ? self::lower( $whose[ $field ] ) : $whose[ $field ];
		$none   = array_fill_keys( isset( $body->only ) ? array( 'giver_email' ) : self::PERSONAL, null );
		$erased = 0;
		foreach ( $this->data['purchases'] as $id => $purchase ) {
			$is_meant = $purchase[ $field ] === $wanted && ( null === $before || $purchase['created_at'] < $before );
			if ( $is_meant && array_intersect_key( $purchase, $none ) !== array_intersect_key( array_merge( $purchase, $none ), $none ) ) {
				$this->data['purchases'][ $id ] = array_merge( $purchase, $none );
				++$erased;
			}
		}
		foreach ( $this->data['ideas'] as $id => $idea ) {
			$none_of_idea = array();
			foreach ( array( 'author', 'giver' ) as $person ) {
				$is_meant = ( 'registry_id' === $field ? $idea['registry_id'] : $idea[ str_replace( 'giver', $person, $field ) ] ) === $wanted && ( null === $before || $idea['created_at'] < $before );
				foreach ( $is_meant ? ( isset( $body->only ) ? array( 'email' ) : array( 'user_id', 'name', 'email' ) ) : array() as $part ) {
					$none_of_idea["{$person}_{$part}"] = null;
				}
				$none_of_idea += $is_meant && 'author' === $person && ! isset( $body->only ) ? array( 'note' => null ) : array();
			}
			if ( array_filter( array_intersect_key( $idea, $none_of_idea ), static fn ( mixed $value ): bool => null !== $value ) ) {
				$this->data['ideas'][ $id ] = array_merge( $idea, $none_of_idea, array( 'updated_at' => self::time_after( $idea['updated_at'] ) ) );
				++$erased;
			}
		}
		return array( 200, array( 'erased' => $erased ) );
	}

	/** Answers `GET /ideas`. */
	private function list_ideas( stdClass $query ): array {
		$named = array_intersect_key( (array) $query, array_flip( array( 'registry_id', 'person_email', 'person_user_id' ) ) );
		if ( 1 !== count( $named ) ) {
			throw Refusal::of_fields( new Problem( 'query', new BrokenRule( 'oneOf', array( 'registry_id', 'person_email', 'person_user_id' ) ) ) );
		}
		if ( isset( $query->view ) && ! isset( $query->registry_id ) ) {
			throw Refusal::of_fields( new Problem( 'view', new BrokenRule( 'dependentRequired', array( 'registry_id' ) ) ) );
		}
		$found = array_filter(
			$this->data['ideas'],
			static fn ( array $one ): bool => match ( true ) {
				isset( $query->person_email )   => in_array( self::lower( $query->person_email ), array( $one['author_email'], $one['giver_email'] ), true ),
				isset( $query->person_user_id ) => in_array( $query->person_user_id, array( $one['author_user_id'], $one['giver_user_id'] ), true ),
				default                         => $one['registry_id'] === $query->registry_id && ( ! isset( $query->view ) || null !== $one['revealed_at'] ),
			}
		);
		usort( $found, static fn ( array $a, array $b ): int => array( $a['created_at'], $a['id'] ) <=> array( $b['created_at'], $b['id'] ) );
		$hidden = isset( $query->view ) ? array(
			'author_email' => null,
			'giver_email'  => null,
		) : array();
		return array( 200, array_map( static fn ( array $one ): array => array_merge( $one, $hidden ), array_slice( $found, $query->skip, $query->limit ) ) );
	}

	/**
	 * Answers `PUT /ideas/{idea_id}`.
	 *
	 * @param array<string, string> $headers Headers of the request.
	 */
	private function put_idea( string $id, array $headers, stdClass $body ): array {
		$idea = array();
		foreach ( self::IDEA_FIELDS as $field ) {
			$value          = $body->{$field} ?? null;
			$value          = str_ends_with( $field, '_email' ) && null !== $value ? self::lower( $value ) : $value;
			$value          = in_array( $field, array( 'note', 'author_name', 'giver_name' ), true ) ? self::filled( $value ) : $value;
			$idea[ $field ] = str_starts_with( $field, 'giver_' ) && null === ( $body->state ?? null ) ? null : $value;
		}
		self::require_whole_share( $idea );
		$idea['ends_at'] = null === $idea['item_id'] || null === $idea['ends_at'] ? null : self::utc( 'ends_at', $idea['ends_at'] );
		$known  = $this->data['ideas'][ $id ] ?? null;
		$before = $known && $known['registry_id'] === $body->registry_id ? $known : null;
		if ( $before && array_intersect_key( $before, $idea ) === $idea ) {
			return self::envelope( 200, $before, 'Idea found' );
		}
		$this->require_version( 'IdeaHeaders', $headers, $before, 'idea_changed' );
		if ( isset( $headers['if-none-match'] ) ) {
			$this->valid( 'IdeaHeaders', (object) array( 'if-none-match' => $headers['if-none-match'] ) );
			if ( $before ) {
				throw Refusal::of_rule( 412, 'if-none-match', 'idea_changed' );
			}
		}
		if ( $known && ! $before ) {
			throw Refusal::of_rule( 409, 'registry_id', 'other_registry' );
		}
		if ( null !== $idea['ends_at'] && $idea['ends_at'] !== ( $before['ends_at'] ?? null ) && ( $idea['ends_at'] <= self::time_after() || strtotime( $idea['ends_at'] ) > time() + Rules::SHARE_DAYS * 86400 + 3600 ) ) {
			throw Refusal::of_fields( new Problem( 'ends_at', new BrokenRule( 'within_days', Rules::SHARE_DAYS ) ) );
		}
		if ( null !== $idea['item_id'] && ( ( $before['item_id'] ?? null ) !== $idea['item_id'] || $idea['amount'] !== $before['amount'] ) ) {
			$this->require_price( $body->registry_id, $id, $idea, ( $before['item_id'] ?? null ) !== $idea['item_id'] || $idea['amount'] > $before['amount'] );
		}
		if ( ! $before && count( array_filter( $this->data['ideas'], static fn ( array $one ): bool => $one['registry_id'] === $body->registry_id ) ) >= Rules::MAX_IDEAS ) {
			throw Refusal::of_fields( new Problem( 'registry_id', new BrokenRule( 'ideas_full', Rules::MAX_IDEAS ) ) );
		}
		$now = self::time_after( $before['updated_at'] ?? '' );

		$this->data['ideas'][ $id ] = array(
			'id'          => $id,
			'registry_id' => $body->registry_id,
		) + $idea + array(
			'revealed_at' => null,
			'created_at'  => $before['created_at'] ?? $now,
			'updated_at'  => $now,
		);
		return self::envelope( $before ? 200 : 201, $this->data['ideas'][ $id ], $before ? 'Idea updated' : 'Idea created' );
	}

	/**
	 * Returns the ideas that promise a part of an item's price (rules: Shares of a wish).
	 *
	 * @param array<string, mixed> $item The stored item.
	 * @return array<string, array<string, mixed>>
	 */
	private function shares_of( array $item ): array {
		return array_filter( $this->data['ideas'], static fn ( array $one ): bool => $one['registry_id'] === $item['registry_id'] && $one['item_id'] === $item['id'] );
	}

	/**
	 * Requires that an idea has both an item and an amount, or neither. An idea with an item also needs a state.
	 *
	 * @param array<string, mixed> $idea Fields of the idea.
	 * @throws Refusal If a field is missing.
	 */
	private static function require_whole_share( array $idea ): void {
		foreach ( array( 'item_id' => 'amount', 'amount' => 'item_id' ) as $field => $other ) {
			if ( null !== $idea[ $field ] && null === $idea[ $other ] ) {
				throw Refusal::of_fields( new Problem( $field, new BrokenRule( 'dependentRequired', array( $other ) ) ) );
			}
		}
		if ( null !== $idea['item_id'] && null === $idea['state'] ) {
			throw Refusal::of_fields( new Problem( 'state', new BrokenRule( 'required' ) ) );
		}
		if ( null !== $idea['item_id'] && null === $idea['giver_user_id'] && null === $idea['ends_at'] ) {
			throw Refusal::of_fields( new Problem( 'ends_at', new BrokenRule( 'required' ) ) );
		}
	}

	/**
	 * Requires that all shares of an item together do not exceed its price, and that a share is not too small.
	 *
	 * @param array<string, mixed> $idea    Fields of the new share.
	 * @param bool                 $is_more Whether the share needs a larger part of the price than before.
	 * @throws Refusal If the share is too large or too small, or the item does not exist.
	 */
	private function require_price( int $registry_id, string $id, array $idea, bool $is_more ): void {
		$item = $this->data['items'][ $idea['item_id'] ] ?? null;
		if ( null === $item || ! $item['is_active'] || $item['registry_id'] !== $registry_id ) {
			if ( ! $is_more ) {
				return;
			}
			throw new Refusal( 404, 'Item not found' );
		}
		$others = array_filter( $this->shares_of( $item ), static fn ( array $one ): bool => $one['id'] !== $id );
		$is_one = 1 === $item['quantity_needed'] && 0 === $item['quantity_purchased'] + $item['quantity_secret'] && null !== $item['price'];
		$left   = $is_one ? $item['price'] - array_sum( array_column( $others, 'amount' ) ) : 0;
		if ( $is_more && ( $left <= 0.005 || $idea['amount'] > $left + 0.005 ) ) {
			// Rounds down to whole cents. Adds 1e-6, because a sum of floats can be slightly too small.
			$limit = max( 0, floor( 100 * $left + 1e-6 ) / 100 );
			throw Refusal::of_rule( 409, 'amount', 'not_enough_left', $limit );
		}
		$least = max( Rules::MIN_SHARE_AMOUNT, $item['price'] * Rules::MIN_SHARE_PERCENT / 100 );
		if ( $idea['amount'] < $least - 0.005 && abs( $idea['amount'] - $left ) > 0.005 ) {
			throw Refusal::of_fields( new Problem( 'amount', new BrokenRule( 'minimum', ceil( 100 * $least - 1e-6 ) / 100 ) ) );
		}
	}

	/** Deletes the shares whose time is over, unless all shares of the item together cover its price. */
	private function delete_ended_shares(): void {
		$now = self::time_after();
		foreach ( $this->data['ideas'] as $id => $idea ) {
			$item = null !== $idea['ends_at'] && $idea['ends_at'] <= $now ? $this->data['items'][ $idea['item_id'] ] : null;
			if ( null !== $item && ( null === $item['price'] || $item['price'] > 0.005 + array_sum( array_column( $this->shares_of( $item ), 'amount' ) ) ) ) {
				unset( $this->data['ideas'][ $id ] );
			}
		}
	}

	/**
	 * Answers `DELETE /ideas/{idea_id}`.
	 *
	 * @param array<string, string> $headers Headers of the request.
	 */
	private function delete_idea( string $id, array $headers, stdClass $query ): array {
		if ( ! isset( $query->registry_id ) ) {
			throw Refusal::of_fields( new Problem( 'registry_id', new BrokenRule( 'required' ) ) );
		}
		$idea = $this->data['ideas'][ $id ] ?? null;
		if ( null === $idea || $idea['registry_id'] !== $query->registry_id ) {
			throw new Refusal( 404, 'Idea not found' );
		}
		$this->require_version( 'IdeaHeaders', $headers, $idea, 'idea_changed' );
		unset( $this->data['ideas'][ $id ] );
		return array( 204, null );
	}

	/**
	 * Checks the version in the header If-Match, if the request has this header.
	 *
	 * @param string                    $schema  Schema of the headers.
	 * @param array<string, string>     $headers Headers of the request.
	 * @param array<string, mixed>|null $stored  The item or idea; null if it does not exist.
	 * @param string                    $rule    Rule of the error.
	 * @throws Refusal If the item or idea has another version or does not exist.
	 */
	private function require_version( string $schema, array $headers, ?array $stored, string $rule ): void {
		$tags = isset( $headers['if-match'] ) ? $this->valid( $schema, (object) array( 'if-match' => $headers['if-match'] ) )->{'if-match'} : null;
		preg_match_all( '/(?:W\/)?"[^"]*"/', (string) $tags, $versions );
		// A weak tag, which begins with W, never matches.
		if ( null !== $tags && ( null === $stored || ( '*' !== $tags && ! in_array( "\"{$stored['updated_at']}\"", $versions[0], true ) ) ) ) {
			throw Refusal::of_rule( 412, 'if-match', $rule );
		}
	}

	/**
	 * Changes the counter of an item. Secret purchases have a separate counter, which no answer contains.
	 *
	 * @param array<string, mixed> $purchase The stored purchase.
	 * @param int                  $more     Number to add; negative to subtract. A counter is never below zero.
	 */
	private function count( array $purchase, int $more ): void {
		$counter = self::is_hidden( $purchase ) ? 'quantity_secret' : 'quantity_purchased';
		$count   = &$this->data['items'][ $purchase['item_id'] ][ $counter ];
		$count   = max( 0, $count + $more );
	}

	/**
	 * Requires that enough pieces of an item can still be given.
	 *
	 * @param array<string, mixed> $item The stored item.
	 * @throws Refusal If the item has too few pieces.
	 */
	private function require_room( array $item, bool $is_owner, int $wanted ): void {
		$left = $this->left( $item, $is_owner );
		if ( $wanted > $left ) {
			throw Refusal::of_rule( 409, 'quantity', 'not_enough_left', $left );
		}
		$promised = array_sum( array_column( $this->shares_of( $item ), 'amount' ) );
		if ( ! $is_owner && $promised > 0 && 2 * $promised >= ( $item['price'] ?? 0 ) ) {
			throw Refusal::of_rule( 409, 'item_id', 'is_shared' );
		}
	}

	/** Returns a text, or null if it is blank. */
	private static function filled( ?string $text ): ?string {
		return '' === FieldRules::trim( $text ?? '' ) ? null : $text;
	}

	/** Returns an address in lower case. Leaves `İ` unchanged, like the service. */
	private static function lower( string $email ): string {
		return implode( 'İ', array_map( static fn ( string $part ): string => mb_strtolower( $part, 'UTF-8' ), explode( 'İ', $email ) ) );
	}

	/** Converts a date, or a time with its zone, to UTC. */
	private static function utc( string $field, string $text ): string {
		$is_time = 1 === preg_match( '/\A(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?\z/', $text, $parts ) && FieldRules::is_day( $parts[1] );
		try {
			$utc = $is_time ? ( new DateTimeImmutable( $text, new DateTimeZone( 'UTC' ) ) )->setTimezone( new DateTimeZone( 'UTC' ) )->format( 'Y-m-d\TH:i:s.v\Z' ) : '';
		} catch ( Throwable ) {
			$utc = '';
		}
		if ( ! FieldRules::is_day( substr( $utc, 0, 10 ) ) ) {
			throw Refusal::of_fields( new Problem( $field, new BrokenRule( 'format', 'date-or-time' ) ) );
		}
		return $utc;
	}

	/**
	 * Returns an answer with an envelope.
	 *
	 * @param array<string, mixed> $data The item or purchase.
	 * @return array{0: int, 1: array<string, mixed>}
	 */
	private static function envelope( int $status, array $data, string $message ): array {
		return array( $status, array( 'success' => true, 'data' => $data, 'message' => $message ) );
	}
}
