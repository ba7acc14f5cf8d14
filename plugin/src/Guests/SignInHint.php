<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Accounts\Registration;
use Largesse\Blocks\Blocks;
use Largesse\Html\Template;
use Largesse\Http\Request;
use Largesse\Registry\RegistryPostType;

/**
 * Leads invited people to the login and back. It goes by the address alone: what is said of a private registry is
 * said of one that is not there, too.
 */
final class SignInHint {

	/**
	 * Class of the group in which a theme wants the hint. Else it stands where the main part of the page begins; of a
	 * theme without blocks nobody knows where that is, and it stands at the top of the page.
	 */
	private const PLACE = 'largesse-sign-in-place';

	/** True if the hint stands on the page already. */
	private bool $is_shown = false;

	/** Makes the hint appear on this page, where it is due. */
	public function prepare(): void {
		if ( ! is_404() || ! self::may_be_of_registry() ) {
			return;
		}
		add_action( 'wp_enqueue_scripts', static fn () => wp_enqueue_style( Blocks::BASE_STYLE ) );
		add_filter( 'render_block_core/group', array( $this, 'put_in_place' ), 10, 2 );
		add_action( 'wp_body_open', array( $this, 'show' ) );
	}

	/**
	 * Puts the hint where the theme wants it, or at the beginning of the main part. Groups inside others come first.
	 *
	 * @param mixed $html  HTML of a group.
	 * @param mixed $block The group.
	 */
	public function put_in_place( mixed $html, mixed $block ): mixed {
		$set      = is_array( $block ) ? (array) ( $block['attrs'] ?? array() ) : array();
		$is_main  = 'main' === ( $set['tagName'] ?? '' );
		$is_place = in_array( self::PLACE, explode( ' ', (string) ( $set['className'] ?? '' ) ), true );
		if ( $this->is_shown || ! is_string( $html ) || ! ( $is_place || $is_main ) ) {
			return $html;
		}
		$this->is_shown = true;
		$position       = $is_place ? strrpos( $html, '</' ) : strpos( $html, '>' ) + 1;
		return substr_replace( $html, self::html(), (int) $position, 0 );
	}

	/** Prints the hint at the top of the page, where the theme has no better place for it. */
	public function show(): void {
		if ( ! $this->is_shown ) {
			$this->is_shown = true;
			echo self::html(); // phpcs:ignore WordPress.Security.EscapeOutput -- It is HTML.
		}
	}

	/** Checks whether the address of this request is one that a registry could have. */
	public static function may_be_of_registry(): bool {
		global $wp;
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Reading a page needs no nonce.
		$is_named = isset( $_GET[ RegistryPostType::NAME ] );
		$vars     = $wp->query_vars;
		return $is_named || isset( $vars[ RegistryPostType::NAME ] ) || isset( $vars['p'] ) || RegistryPostType::NAME === ( $vars['post_type'] ?? '' );
	}

	/** Renders the hint. */
	private static function html(): string {
		$here = Request::address();
		return Template::render(
			'guests/sign-in-hint',
			array(
				'is_signed_in' => is_user_logged_in(),
				'sign_in_url'  => is_user_logged_in() ? wp_login_url( $here, true ) : Registration::sign_in_url( $here ),
				'register_url' => Registration::is_open() ? Registration::url( $here ) : '',
				'closed_note'  => Registration::closed_note(),
			)
		);
	}
}
