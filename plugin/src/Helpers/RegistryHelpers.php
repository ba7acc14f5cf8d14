<?php
declare( strict_types=1 );

namespace Largesse\Helpers;

use Largesse\Invitations\MemberNames;
use Largesse\Registry\Invitees;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Store;
use Largesse\Screens\Cell;
use WP_Post;

/**
 * Shows and edits co-owners and keepers on the admin screen of a registry, without scripts.
 */
final class RegistryHelpers {

	/** Name of the action, and prefix of its nonce before the registry's id. */
	public const ACTION = 'largesse_helpers';

	/** Prefix of the transient with the error message, before the user's id. */
	private const REFUSED = 'largesse_helpers_refused_';

	/** Lifetime of the transient in seconds. */
	private const REFUSED_S = 60;

	public function __construct( private readonly Store $store ) {}

	/** Prints both lists with a form to add a person. */
	public static function show( WP_Post $registry ): void {
		$refused = (string) get_transient( self::REFUSED . get_current_user_id() );
		delete_transient( self::REFUSED . get_current_user_id() );
		echo '<h2 id="largesse-helpers">' . esc_html__( 'Who helps', 'largesse' ) . '</h2>';
		if ( '' !== $refused ) {
			printf( '<div class="notice notice-error inline"><p>%s</p></div>', esc_html( $refused ) );
		}
		foreach ( self::headings() as $key => $heading ) {
			printf( '<h3>%s</h3>', esc_html( $heading ) );
			$entries = Invitees::entries_of( $registry, $key );
			if ( ! $entries ) {
				echo '<p>' . Cell::none() . '</p>'; // phpcs:ignore WordPress.Security.EscapeOutput -- HTML.
			}
			foreach ( $entries as $entry ) {
				self::form( $registry, $key, 'remove', static fn () => self::entry( $entry ) );
			}
			self::form( $registry, $key, 'add', static fn () => self::field( $key, $heading ) );
		}
	}

	/** Processes a submitted form, and redirects back. */
	public function change(): void {
		$id       = isset( $_POST['registry'] ) && is_string( $_POST['registry'] ) ? absint( $_POST['registry'] ) : 0;
		$registry = Registries::with_id( (string) $id );
		check_admin_referer( self::ACTION . $id );
		$sent = static fn ( string $field ): string => is_string( $_POST[ $field ] ?? null ) ? wp_unslash( $_POST[ $field ] ) : ''; // phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- Checked above; the Store checks what it is.
		$key  = $sent( 'list' );
		if ( ! $registry || ! current_user_can( 'edit_post', $id ) || ! isset( self::headings()[ $key ] ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to do that.', 'largesse' ), 403 );
		}
		$person = trim( $sent( 'person' ) );
		$result = 'add' === $sent( 'act' )
			? MemberNames::refusal( $person ) ?? $this->store->people->add_helper( $registry, $key, $person )
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
	 * Prints a form.
	 *
	 * @param string          $key    Meta key of the list.
	 * @param string          $act    `add` or `remove`.
	 * @param callable(): void $fields Prints the content of the form.
	 */
	private static function form( WP_Post $registry, string $key, string $act, callable $fields ): void {
		printf( '<form method="post" action="%s" style="margin-block: 0.5em;">', esc_url( admin_url( 'admin-post.php' ) ) );
		$hidden = array(
			'action'   => self::ACTION,
			'registry' => (string) $registry->ID,
			'list'     => $key,
			'act'      => $act,
			'_wpnonce' => wp_create_nonce( self::ACTION . $registry->ID ),
		);
		foreach ( $hidden as $name => $value ) {
			printf( '<input type="hidden" name="%s" value="%s">', esc_attr( $name ), esc_attr( $value ) );
		}
		$fields();
		echo '</form>';
	}

	/**
	 * Prints a person on a list with a button to remove them.
	 *
	 * @param string $entry User name or e-mail address.
	 */
	private static function entry( string $entry ): void {
		printf(
			'<input type="hidden" name="person" value="%s">%s <button type="submit" class="button button-small">%s<span class="screen-reader-text"> %s</span></button>',
			esc_attr( $entry ),
			Cell::text( $entry ), // phpcs:ignore WordPress.Security.EscapeOutput -- HTML.
			esc_html__( 'Remove', 'largesse' ),
			esc_html( $entry )
		);
	}

	/**
	 * Prints the field for a new person.
	 *
	 * @param string $key     Meta key of the list.
	 * @param string $heading Name of the list.
	 */
	private static function field( string $key, string $heading ): void {
		printf(
			'<label class="screen-reader-text" for="%1$s">%2$s: %3$s</label><input type="text" id="%1$s" name="person" required maxlength="100" placeholder="%3$s" autocomplete="off" autocapitalize="none" spellcheck="false"> <button type="submit" class="button" aria-label="%4$s: %2$s">%4$s</button>',
			esc_attr( "largesse-add-{$key}" ),
			esc_html( $heading ),
			esc_html__( 'User name or e-mail address', 'largesse' ),
			esc_html__( 'Add', 'largesse' )
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
