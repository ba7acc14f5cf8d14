<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Records\Records;
use Largesse\Promises\Giving\Purchases;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Registry\Memberships;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/**
 * REST routes in the namespace `largesse/v1`, with which the pages of the site read and change registries. WishRoutes,
 * HeadingRoutes and CopyRoutes have those for parts of a registry. WordPress's own routes cannot replace them: they
 * support neither items nor versions.
 *
 * A change returns only the changed fields, and a conflict returns the whole registry. No response contains affiliate
 * links.
 */
final class RegistryRoutes {

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store,
		private readonly Purchases $purchases
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
		$stored  = ( new RegistryFields( $body->all() ) )->checked( true, get_current_user_id() );
		$keepers = true === $body->raw( RegistryFields::FOR_CHILD ) ? array( wp_get_current_user()->user_login ) : array();
		$draft   = true === $body->raw( RegistryFields::DRAFT ) ? array( 'post_status' => 'draft' ) : array();
		$id      = $this->store->details->create( $draft + $stored, array( RegistryMeta::KEEPERS => $keepers ) );
		return is_wp_error( $id ) ? Errors::not_stored() : $this->responses->registry( $id, status: 201 );
	}

	/** Changes the submitted fields of a registry. If one field is invalid, changes nothing. */
	public function update( Body $body, int $id ): WP_REST_Response|WP_Error {
		$stored  = ( new RegistryFields( $body->all() ) )->checked( false, (int) get_post_field( 'post_author', $id ), $id );
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

	/** Deletes a registry. At the end of the request, the plugin also retires the registry's items. */
	public function delete( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->store->details->delete( $id )
			? new WP_REST_Response( array( 'deleted' => true ) )
			: Errors::not_stored();
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

	/** @return array{id: int, title: string} Id and title of a registry, as lists of registries contain them. */
	public static function named( WP_Post $registry ): array {
		return array(
			'id'    => $registry->ID,
			'title' => Registries::title( $registry ),
		);
	}
}
