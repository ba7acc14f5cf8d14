<?php
declare( strict_types=1 );

namespace Largesse\Managing\Wishes;

use Largesse\People\Accounts\Registration;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Pages\Owners\ScriptState;
use Largesse\Registries\Registry\Memberships;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Post;

/** Leads wishes from shops to My registries, or to the only registry that can get the wish. Stores nothing. */
final class IncomingWishes {

	/** Prevents a search for a post with the name. */
	public static function ignore_name_parameter( array $query ): array {
		return IncomingWish::is_in_request() ? array_diff_key( $query, array( IncomingWish::NAME => true ) ) : $query;
	}

	/** Redirects a request with a wish, unless the requested page already handles the wish. */
	public static function redirect(): void {
		$wish = IncomingWish::from_request();
		if ( null === $wish || ! OwnerPage::exists() ) {
			return;
		}
		NoCacheHeaders::send_headers();
		$registries = is_user_logged_in() ? self::open_registries() : array();
		$only       = 1 === count( $registries ) ? $registries[0]->ID : null;
		if ( ! OwnerPage::is_shown() || ( null !== $only && null === Registries::from_request() ) ) {
			wp_safe_redirect( self::url( $wish, $only ), 303 );
			exit;
		}
	}

	/**
	 * Prints a script that reads the fragment if the parameter is empty. Redirects keep it, but browsers never send it.
	 */
	public static function read_fragment(): void {
		$wish = OwnerPage::is_shown() ? IncomingWish::from_request() : null;
		if ( null !== $wish && '' === $wish->url ) {
			$name = (string) wp_json_encode( IncomingWish::URL );
			wp_print_inline_script_tag( "if(/^#https?:/i.test(location.hash)){const to=new URL(location.href);to.searchParams.set({$name},to.hash.slice(1));to.hash='';location.replace(to)}" );
		}
	}

	/** Returns the address of My registries with a wish, for one registry, or null to choose there. */
	public static function url( IncomingWish $wish, ?int $registry_id = null ): string {
		return add_query_arg( $wish->parameters(), OwnerPage::url( $registry_id ) );
	}

	/** Makes the links to log in lead back to the wish. */
	public static function carry_through_login( array $notice ): array {
		$wish = IncomingWish::from_request();
		if ( null === $wish ) {
			return $notice;
		}
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		$named = absint( $_GET[ RegistryPostType::NAME ] ?? 0 );
		$id    = $named > 0 ? $named : null;
		return array(
			'text'     => __( 'Then the form of your wish opens here, already filled in.', 'largesse' ),
			'login'    => wp_login_url( self::url( $wish, $id ) ),
			// New users confirm their account with a link in a mail. To keep this link short, it contains only the
			// shop's address, and no other fields of the wish.
			'register' => Registration::url(
				add_query_arg( IncomingWish::URL, rawurlencode( $wish->url ), OwnerPage::url( $id ) )
			),
		);
	}

	/** Adds the wish to a page of My registries. */
	public static function add_to_state( array $state, string $page, ?WP_Post $registry ): array {
		$wish = in_array( $page, array( ScriptState::OVERVIEW, ScriptState::REGISTRY ), true )
			? IncomingWish::from_request()
			: null;
		if ( null !== $wish ) {
			$state['pages']['login'] = wp_login_url( self::url( $wish, $registry?->ID ) );
		}
		return $state + array(
			'wish'      => null === $wish ? null : get_object_vars( $wish ),
			'wishQuery' => null === $wish ? '' : build_query( $wish->parameters() ),
		);
	}

	/** Prints a choice of registries if this request contains a wish. */
	public static function show_choice(): void {
		$wish = IncomingWish::from_request();
		if ( null === $wish ) {
			return;
		}
		$lists = array();
		foreach ( self::open_registries() as $registry ) {
			$lists[ self::url( $wish, $registry->ID ) ] = Registries::title_or_untitled( $registry );
		}
		Template::print(
			'wishes/registry-choice',
			array(
				'wish'  => '' === $wish->name ? $wish->url : $wish->name,
				'lists' => $lists,
			)
		);
	}

	/** Prints instructions for adding wishes: by bookmark, share sheet, or a shortcut on iPhone and iPad. */
	public static function show_help(): void {
		Template::print(
			'wishes/bookmarklet-help',
			array(
				'address'  => OwnerPage::url(),
				'bookmark' => self::bookmark(),
				// The beginning of the form's address. The shop's follows unencoded, as the fragment (`read_fragment()`).
				'stem'     => add_query_arg( IncomingWish::URL, '', OwnerPage::url() ) . '=#',
			)
		);
	}

	/** Returns the bookmark as an address. Its script has placeholders for the address of the form and for a hint. */
	private static function bookmark(): string {
		$texts = array(
			'"%ADDRESS%"' => (string) wp_json_encode( OwnerPage::url() ),
			'"%HINT%"'    => (string) wp_json_encode( __( 'Drag this button to the bookmarks bar, and press it on a shop’s page.', 'largesse' ) ),
		);
		// phpcs:ignore WordPress.WP.AlternativeFunctions -- A file of the plugin.
		$script = (string) file_get_contents( dirname( __DIR__, 3 ) . '/build/bookmarklet.js' );
		return 'javascript:' . rawurlencode( trim( strtr( $script, $texts ) ) );
	}

	/** @return list<WP_Post> Registries that the visitor may add to, newest first, without past events. */
	private static function open_registries(): array {
		$user = wp_get_current_user();
		$own  = array( ...Memberships::of_author( $user->ID ), ...Memberships::co_owned( $user ) );
		return array_values(
			array_filter(
				$own,
				static fn ( WP_Post $registry ) => ! RegistryMeta::is_past( $registry )
					&& current_user_can( 'edit_post', $registry->ID )
			)
		);
	}
}
