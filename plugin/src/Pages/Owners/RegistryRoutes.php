<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Http\InvalidBody;
use Largesse\Foundation\Http\Routes;
use Largesse\Foundation\Records\Records;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Rules;
use Largesse\Promises\Giving\OwnedPieces;
use Largesse\Promises\Giving\Purchases;
use Largesse\Promises\Giving\ShownNumbers;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Access;
use Largesse\Registries\Registry\Memberships;
use Largesse\Registries\Registry\NextYear;
use Largesse\Registries\Registry\Order;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;
use Largesse\Registries\Registry\WishOrder;
use WP_Error;
use WP_Post;
use WP_REST_Request;
use WP_REST_Response;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- WordPress encodes these messages as JSON.

/**
 * REST routes in the namespace `largesse/v1`, which the pages of the site use to read and change registries and items.
 * WordPress's own routes cannot replace them: they support neither items nor versions.
 *
 * A change returns only the changed fields, and a conflict returns the whole registry. No response contains affiliate
 * links. Headings have no ids: requests name a heading by its title (rules: Headings).
 */
final class RegistryRoutes {

	/** Maximum duration of a copy in seconds. Browsers wait a little longer (REQUEST_TIMEOUT_MS). */
	private const COPY_S = 20;

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store,
		private readonly Purchases $purchases,
		private readonly OwnedPieces $owned
	) {}

	/** Returns the registries that the caller may change: own before co-owned registries, each newest first. */
	public static function list(): WP_REST_Response {
		$user = wp_get_current_user();
		$all  = array_filter(
			array( ...Memberships::of_author( $user->ID ), ...Memberships::co_owned( $user ) ),
			static fn ( WP_Post $registry ) => current_user_can( 'edit_post', $registry->ID )
		);
		return new WP_REST_Response( array( 'registries' => array_map( self::named( ... ), array_values( $all ) ) ) );
	}

	/** Returns the registries that the caller may open without a link. */
	public static function lists(): WP_REST_Response {
		$user = wp_get_current_user();
		/**
		 * Filters the registries of other people that a member may open, in addition to those that name the member.
		 *
		 * @param list<WP_Post> $registries The registries.
		 * @param WP_User       $user       The member, who is signed in.
		 */
		$others = apply_filters( 'largesse_lists_to_open', array(), $user );
		$roles  = array(
			'owner'  => array( ...Memberships::of_author( $user->ID ), ...Memberships::co_owned( $user ) ),
			'keeper' => Memberships::kept( $user ),
			'guest'  => array( ...Memberships::inviting( $user ), ...array_filter( $others, Registries::may_read( ... ) ) ),
		);
		$lists  = array();
		foreach ( $roles as $role => $registries ) {
			foreach ( $registries as $registry ) {
				$lists[ $registry->ID ] ??= self::named( $registry ) + array(
					'role'       => $role,
					'permalink'  => (string) get_permalink( $registry ),
					'event_date' => Registries::is_open( $registry )
						? (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true )
						: '',
				);
			}
		}
		return new WP_REST_Response( array( 'lists' => array_values( $lists ) ) );
	}

	public function read( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->responses->registry( $id );
	}

	public function create( Body $body ): WP_REST_Response|WP_Error {
		$stored  = self::stored( new RegistryFields( $body->all() ), true, get_current_user_id() );
		$keepers = true === $body->raw( RegistryFields::FOR_CHILD ) ? array( wp_get_current_user()->user_login ) : array();
		$draft   = true === $body->raw( RegistryFields::DRAFT ) ? array( 'post_status' => 'draft' ) : array();
		$id      = $this->store->details->create( $draft + $stored, array( RegistryMeta::KEEPERS => $keepers ) );
		return is_wp_error( $id ) ? Errors::not_stored() : $this->responses->registry( $id, status: 201 );
	}

	/** Changes the submitted fields of a registry. If one field is invalid, changes nothing. */
	public function update( Body $body, int $id ): WP_REST_Response|WP_Error {
		$stored  = self::stored( new RegistryFields( $body->all() ), false, (int) get_post_field( 'post_author', $id ), $id );
		$version = $body->value( 'version' );
		$status  = get_post_status( $id );
		if ( ( $stored['post_status'] ?? $status ) !== $status && ! current_user_can( 'publish_registries' ) ) {
			return Errors::forbidden( __( 'Sorry, you are not allowed to do that.', 'largesse' ) );
		}
		// The displayed quantities of all wishes depend on the surprise.
		$changed = $this->responses->before(
			$id,
			new ChangedParts(
				array(
					ChangedParts::DETAILS,
					...( Surprise::is_changed_by( $stored, $id ) ? array( ChangedParts::WISHES ) : array() ),
				)
			)
		);
		$result  = $this->store->details->update( $id, $stored, $version );
		if ( true === $result ) {
			return $this->responses->registry( $id, $changed );
		}
		if ( null === $result ) {
			return Errors::no_registry();
		}
		return match ( $result->get_error_code() ) {
			Store::OUTDATED => $this->responses->outdated( $id ),
			Records::BUSY   => $result,
			default         => Errors::not_stored(),
		};
	}

	/**
	 * Returns the fields in their stored form. The parameters are those of RegistryFields::problems().
	 *
	 * @return array<string, string>
	 * @throws InvalidBody If a field is invalid.
	 */
	private static function stored( RegistryFields $fields, bool $is_new, int $owner = 0, int $id = 0 ): array {
		$problems = $fields->problems( $is_new, $owner, $id );
		return $problems ? throw new InvalidBody( Errors::fields( $problems ) ) : $fields->stored();
	}

	/** Deletes a registry. At the end of the request, the plugin also retires the registry's items. */
	public function delete( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->store->details->delete( $id )
			? new WP_REST_Response( array( 'deleted' => true ) )
			: Errors::not_stored();
	}

	/** Adds an item. An item without an address is a wish without a shop. */
	public function add_item( Body $body, int $id ): WP_REST_Response|WP_Error {
		$heading = self::heading_in( $body, $id );
		$item    = $this->store->items->add( $id, Wish::with_address( $body->all( Rules::WISH_FIELDS ) ), $heading ?? '' );
		if ( is_wp_error( $item ) ) {
			return Errors::after_change( $item );
		}
		return $this->responses->registry(
			$id,
			new ChangedParts( array( ChangedParts::ORDER ), items: array( $item['id'] ) ),
			array( 'item' => $item['id'] ),
			201
		);
	}

	/** Changes the sent fields of an item, unless it has changed since the caller read it. */
	public function update_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$version = $body->value( 'version' );
		$heading = self::heading_in( $body, $id );
		$fields  = $body->all( Rules::WISH_FIELDS );
		$fields  = array_key_exists( 'url', $fields ) ? Wish::with_address( $fields ) : $fields;
		$changed = $this->store->items->update( $id, $item_id, $fields, $version );
		if ( null !== $heading && is_array( $changed ) ) {
			$changed = $this->store->order->move( $id, $item_id, null, $heading );
		}
		return $this->responses->after(
			$id,
			$changed,
			new ChangedParts( null === $heading ? array() : array( ChangedParts::ORDER ), items: array( $item_id ) )
		);
	}

	/** Removes an item, and returns the fields that restore it. */
	public function remove_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$undo = $this->store->items->remove( $id, $item_id );
		return $this->responses->after(
			$id,
			$undo,
			new ChangedParts( array( ChangedParts::ORDER ) ),
			array( 'undo' => $undo )
		);
	}

	public function restore_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$heading = $body->raw( 'heading' );
		$item    = $this->store->items->restore(
			$id,
			$item_id,
			$body->value( 'before' ),
			is_string( $heading ) ? $heading : '',
			true === $body->raw( 'is_most_wanted' )
		);
		return $this->responses->after(
			$id,
			$item,
			new ChangedParts( array( ChangedParts::ORDER ), items: array( $item_id ) )
		);
	}

	/** Moves an item, and returns the item's old place. */
	public function move_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$undo = $this->store->order->move(
			$id,
			$item_id,
			$body->value( 'before' ),
			$body->has( 'heading' ) ? $body->value( 'heading' ) : null
		);
		return $this->responses->after(
			$id,
			$undo,
			new ChangedParts( array( ChangedParts::ORDER ) ),
			array( 'undo' => $undo )
		);
	}

	public function record_owned( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$purchase = $body->value( 'purchase' );
		$fields   = array(
			'item_id'  => $item_id,
			'quantity' => $body->value( 'quantity' ),
		);
		$had      = $this->owned->record( get_post( $id ), $purchase, $fields );
		// Not enough pieces remain, because someone has given pieces in the meantime.
		return is_wp_error( $had ) && Purchases::NOT_ENOUGH === ApiError::status( $had )
			? $this->responses->outdated( $id )
			: $this->responses->after( $id, $had, new ChangedParts( items: array( $item_id ) ) );
	}

	public function reduce_owned( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		return $this->responses->after(
			$id,
			$this->owned->reduce( get_post( $id ), $item_id, $body->value( 'left' ) ),
			new ChangedParts( items: array( $item_id ) )
		);
	}

	public function reveal( Body $body, int $id ): WP_REST_Response|WP_Error {
		$changed  = $this->responses->before( $id, new ChangedParts( array( ChangedParts::WISHES ) ) );
		$revealed = $this->purchases->reveal( $id );
		return is_wp_error( $revealed )
			? Errors::after_change( $revealed )
			: $this->responses->registry( $id, $changed, array( 'revealed' => $revealed ) );
	}

	public function mark_as_past( Body $body, int $id ): WP_REST_Response|WP_Error {
		$changed = $this->responses->before(
			$id,
			new ChangedParts( array( ChangedParts::DETAILS ), set: array( 'is_past' ) )
		);
		$this->store->details->set_past( $id, false !== $body->raw( 'is_past' ) );
		return $this->responses->registry( $id, $changed );
	}

	/** Copies the open wishes, the occasion and the level of surprise of a registry to a new private registry. */
	public function copy( Body $body, int $id ): WP_REST_Response|WP_Error {
		$stored   = self::stored( new RegistryFields( $body->all( array( 'title' ) ) ), true );
		$registry = get_post( $id );
		$kept     = array(
			RegistryMeta::EVENT_TYPE => (string) get_post_meta( $id, RegistryMeta::EVENT_TYPE, true ),
			RegistryMeta::SURPRISE   => Surprise::of( $registry )->level,
		);
		$is_next  = true === $body->raw( 'for_next_year' );
		$next     = ! $is_next ? array() : array(
			'post_status'            => 'draft',
			RegistryMeta::EVENT_DATE => NextYear::day(
				(string) get_post_meta( $id, RegistryMeta::EVENT_DATE, true ),
				(string) wp_date( 'Y-m-d' )
			),
		);
		$items    = ShownNumbers::of( $registry, $this->store->items->all( $id ) );
		$made     = $this->store->copies->copy_registry( $registry, $items, $next + $stored + $kept, self::COPY_S, $is_next );
		if ( is_wp_error( $made ) ) {
			return is_array( $made->get_error_data() ) || ApiError::NOT_CONFIGURED === $made->get_error_code()
				? Errors::after_change( $made )
				: Errors::not_stored();
		}
		$copy = array(
			'title'      => $body->raw( 'title' ),
			'manage_url' => OwnerPage::url( $made['id'] ),
		);
		return $this->responses->registry( $id, new ChangedParts(), array( 'copy' => $copy + $made ), 201 );
	}

	/**
	 * Returns the heading that a request's body sets for an item: '' for no heading, null if the field is missing.
	 *
	 * @throws InvalidBody If the registry has no such heading.
	 */
	private static function heading_in( Body $body, int $id ): ?string {
		$heading = $body->has( 'heading' ) ? $body->value( 'heading' ) : null;
		if ( ! is_string( $heading ) || '' === $heading || WishOrder::of( $id )->has( $heading ) ) {
			return $heading;
		}
		throw InvalidBody::of(
			'heading',
			new FieldError( 'no_heading', __( 'This heading no longer exists.', 'largesse' ) )
		);
	}

	public function add_heading( Body $body, int $id ): WP_REST_Response|WP_Error {
		$title  = self::heading_title( $body );
		$before = $body->value( 'before' );
		$items  = $body->raw( 'items' );
		$items  = is_array( $items ) ? array_values( array_filter( $items, 'is_int' ) ) : array();
		return $this->responses->after(
			$id,
			$this->store->order->add_heading( $id, $title, $items, $before ),
			new ChangedParts(
				array(
					ChangedParts::HEADINGS,
					...( array() !== $items ? array( ChangedParts::ORDER ) : array() ),
				)
			),
			status: 201
		);
	}

	/** Renames or moves a heading. */
	public function change_heading( Body $body, int $id ): WP_REST_Response|WP_Error {
		$heading = $body->value( 'heading' );
		if ( $body->has( 'before' ) ) {
			$undo = $this->store->order->move_heading( $id, $heading, $body->value( 'before' ) );
			return $this->responses->after(
				$id,
				$undo,
				new ChangedParts( array( ChangedParts::HEADINGS, ChangedParts::ORDER ) ),
				array( 'undo' => $undo )
			);
		}
		return $this->responses->after(
			$id,
			$this->store->order->rename_heading( $id, $heading, self::heading_title( $body ) ),
			new ChangedParts( array( ChangedParts::HEADINGS ) )
		);
	}

	/** Removes a heading, and returns the fields that restore it. */
	public function remove_heading( Body $body, int $id ): WP_REST_Response|WP_Error {
		$undo = $this->store->order->remove_heading( $id, $body->value( 'heading' ) );
		return $this->responses->after(
			$id,
			$undo,
			new ChangedParts(
				array(
					ChangedParts::HEADINGS,
					...( is_array( $undo ) && array() !== $undo['items'] ? array( ChangedParts::ORDER ) : array() ),
				)
			),
			array( 'undo' => $undo )
		);
	}

	public function mark( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		return $this->responses->after(
			$id,
			$this->store->items->mark_most_wanted( $id, $item_id, false !== $body->raw( 'is_most_wanted' ) ),
			new ChangedParts( items: array( $item_id ) )
		);
	}

	/**
	 * Returns the title of a heading in its stored form.
	 *
	 * @throws InvalidBody If the title is invalid.
	 */
	private static function heading_title( Body $body ): string {
		$title = $body->value( 'title' );
		$rule  = Order::problem( $title );
		return null === $rule ? Order::clean( $title ) : throw InvalidBody::of( 'title', FieldError::of( 'title', $rule ) );
	}

	/** Copies a wish to one of the caller's registries. Nobody is informed about the copy (rules: Headings). */
	public function copy_item( Body $body, int $id, int $item_id ): WP_REST_Response|WP_Error {
		$is_new = null === $body->raw( 'to' );
		$to     = $is_new ? $this->create_target( $body ) : self::target( $body->raw( 'to' ) );
		if ( is_wp_error( $to ) ) {
			return $to;
		}
		$copy = $this->store->copies->copy_item( $id, $item_id, $to, current_user_can( 'edit_post', $id ) );
		if ( is_wp_error( $copy ) || null === $copy ) {
			if ( $is_new ) {
				$this->store->details->delete( $to );
			}
			return null === $copy ? Errors::no_item() : Errors::after_change( $copy );
		}
		return new WP_REST_Response(
			array( 'copy' => self::named( get_post( $to ) ) + array( 'manage_url' => OwnerPage::url( $to ) ) ),
			201
		);
	}

	private static function named( WP_Post $registry ): array {
		return array(
			'id'    => $registry->ID,
			'title' => Registries::title( $registry ),
		);
	}

	private function create_target( Body $body ): int|WP_Error {
		$allowed = Access::create();
		if ( is_wp_error( $allowed ) ) {
			return $allowed;
		}
		$made = $this->store->details->create( self::stored( new RegistryFields( $body->all( array( 'title' ) ) ), true ) );
		return is_wp_error( $made ) ? Errors::not_stored() : $made;
	}

	private static function target( mixed $named ): int|WP_Error {
		$registry = is_int( $named ) ? Registries::readable( $named ) : null;
		if ( $registry && current_user_can( 'edit_post', $registry->ID ) ) {
			return $registry->ID;
		}
		return Errors::fields(
			array(
				'to' => new FieldError( 'no_registry', __( 'Choose one of your registries.', 'largesse' ) ),
			)
		);
	}

	/** Checks whether the caller may see the wishes of the registry, and whether the path can name an item. */
	public static function may_copy_item( WP_REST_Request $request ): bool|WP_Error {
		$registry = Access::registry( $request );
		if ( is_wp_error( $registry ) ) {
			return $registry;
		}
		return 0 !== Routes::item_id( $request ) && Registries::is_open( $registry ) ? true : Errors::no_item();
	}

	/** Checks whether the caller may change the registry in the path, and create another one. */
	public static function may_copy( WP_REST_Request $request ): bool|WP_Error {
		$allowed = Access::edit( $request );
		return true === $allowed ? Access::create() : $allowed;
	}
}
