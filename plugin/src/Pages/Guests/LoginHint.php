<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\People\Accounts\Registration;
use Largesse\Foundation\Blocks\Blocks;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Registry\Registries;

/**
 * Adds a login link, which leads back, to "not found" pages, because an invited person may not be logged in. It appears
 * for any address that may belong to a registry. So it does not reveal whether a private registry exists.
 */
final class LoginHint {

	/** Class of a theme's group for the hint; otherwise, it is first in the main part, or on top in classic themes. */
	private const PLACE = 'largesse-sign-in-place';

	private bool $is_shown = false;

	/** Adds the hint to this page if it is needed. */
	public function prepare(): void {
		if ( ! is_404() || ! Registries::may_be_requested() ) {
			return;
		}
		add_action( 'wp_enqueue_scripts', static fn () => wp_enqueue_style( Blocks::BASE_STYLE ) );
		add_filter( 'render_block_core/group', array( $this, 'insert' ), 10, 2 );
		add_action( 'wp_body_open', array( $this, 'show' ) );
	}

	/** Inserts the hint in the theme's group, or first in the main part. WordPress renders inner groups first. */
	public function insert( mixed $html, mixed $block ): mixed {
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

	/** Prints the hint at the top of the page, unless `insert()` has already placed the hint. */
	public function show(): void {
		if ( ! $this->is_shown ) {
			$this->is_shown = true;
			echo self::html(); // phpcs:ignore WordPress.Security.EscapeOutput -- It is HTML.
		}
	}

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
