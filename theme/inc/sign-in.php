<?php
/** The link with which visitors sign in and out, in the words of all other pages. @package Largesse */

declare( strict_types=1 );

namespace Largesse\Theme;

add_filter( 'render_block_core/loginout', __NAMESPACE__ . '\\word_sign_in' );

/** Replaces the text of WordPress's block: pages say "Sign in", not "Log in". */
function word_sign_in( string $html ): string {
	$text = is_user_logged_in() ? __( 'Sign out', 'largesse-theme' ) : __( 'Sign in', 'largesse-theme' );
	return (string) preg_replace( '~(<a\b[^>]*>)[^<]*(</a>)~', '${1}' . esc_html( $text ) . '${2}', $html );
}
