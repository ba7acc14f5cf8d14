<?php
declare( strict_types=1 );

namespace Largesse\Helpers;

use Largesse\Html\Template;
use Largesse\Http\Request;
use Largesse\Invitations\MemberNames;
use Largesse\Registry\ListedPeople;
use Largesse\Registry\Proposals;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Store;
use WP_Post;

/**
 * Shows and edits co-owners and keepers on the admin screen of a registry, without scripts.
 */
final class RegistryHelpers {

	/** Name of the action. The nonce's action is this name, followed by the registry's id. */
	public const ACTION = 'largesse_helpers';

	/** Beginning of the name of the transient with the error message; the user's id follows. */
	public const REFUSED = 'largesse_helpers_refused_';

	/** Seconds for which the error message is stored. */
	private const REFUSED_S = 60;

	public function __construct( private readonly Store $store ) {}

	/** Prints the lists of co-owners and keepers, each with a form to add a person. */
	public static function show( WP_Post $registry ): void {
		$refused = (string) get_transient( self::REFUSED . get_current_user_id() );
		delete_transient( self::REFUSED . get_current_user_id() );
		$names = HelperNames::of( $registry );
		$lists = array();
		foreach ( self::headings() as $key => $heading ) {
			$lists[] = array(
				'key'     => $key,
				'heading' => $heading,
				'entries' => ListedPeople::entries_of( $registry, $key ),
				'asked'   => Proposals::entries_of( $registry, $key ),
				'names'   => $names,
				'add'     => self::hidden( $registry, $key, 'add' ),
				'remove'  => self::hidden( $registry, $key, 'remove' ),
			);
		}
		Template::print(
			'helpers/helper-lists',
			array(
				'refused' => $refused,
				'lists'   => $lists,
			)
		);
	}

	/** Processes a submitted form, and redirects back. */
	public function change(): void {
		$id       = absint( Request::field( 'registry' ) );
		$registry = Registries::with_id( (string) $id );
		check_admin_referer( self::ACTION . $id );
		$key = Request::field( 'list' );
		if ( ! $registry || ! current_user_can( 'edit_post', $id ) || ! isset( self::headings()[ $key ] ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to do that.', 'largesse' ), 403 );
		}
		$person = trim( Request::field( 'person' ) );
		$result = 'add' === Request::field( 'act' )
			? MemberNames::limit_error( $person ) ?? $this->store->people->add_helper( $registry, $key, $person )
			: $this->store->people->remove_person( $registry, $key, $person );
		if ( is_wp_error( $result ) ) {
			set_transient( self::REFUSED . get_current_user_id(), $result->get_error_message(), self::REFUSED_S );
		}
		// Users who have removed themselves may no longer see the screen.
		$screen = current_user_can( 'edit_post', $id ) ? (string) get_edit_post_link( $id, 'raw' ) . '#largesse-helpers' : admin_url();
		wp_safe_redirect( $screen, 303 );
		exit;
	}

	/**
	 * Returns the hidden fields of a form.
	 *
	 * @param string $key Meta key of the list.
	 * @param string $act `add` or `remove`.
	 * @return array<string, string> Values by name.
	 */
	private static function hidden( WP_Post $registry, string $key, string $act ): array {
		return array(
			'action'   => self::ACTION,
			'registry' => (string) $registry->ID,
			'list'     => $key,
			'act'      => $act,
			'_wpnonce' => wp_create_nonce( self::ACTION . $registry->ID ),
		);
	}

	/**
	 * Returns the names of the lists by meta key.
	 *
	 * @return array<string, string>
	 */
	private static function headings(): array {
		return array(
			RegistryMeta::OWNERS  => __( 'Co-owners', 'largesse' ),
			RegistryMeta::KEEPERS => __( 'Keepers', 'largesse' ),
		);
	}
}
