<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Feature;

/**
 * Suggests to the site's operator what the privacy policy should say about gift registries (Settings > Privacy >
 * Policy Guide).
 */
final class PolicyText implements Feature {

	/** Adds the hooks of this feature. */
	public function register(): void {
		add_action( 'admin_init', array( $this, 'suggest' ) );
	}

	/** Hands the text to WordPress. */
	public function suggest(): void {
		wp_add_privacy_policy_content( 'Largesse', wp_kses_post( $this->text() ) );
	}

	/** Returns what the policy guide shows: hints for the operator, and the text to copy. */
	private function text(): string {
		$hint = static fn ( string $text ): string => '<p class="privacy-policy-tutorial">' . esc_html( $text ) . '</p>';
		$text = static fn ( string $text ): string => '<p>' . esc_html( $text ) . '</p>';
		return $hint( __( 'Registries and their invitees are stored on this site, items by the registry service whose address is in the settings. If somebody else runs that service for you, say who, and where.', 'largesse' ) )
			. '<p><strong class="privacy-policy-tutorial">' . esc_html__( 'Suggested text:', 'largesse' ) . '</strong></p>'
			. '<h3>' . esc_html__( 'Gift registries', 'largesse' ) . '</h3>'
			. $text( __( 'If you keep a gift registry, we store its title, story, occasion and date, its items, and the user names and e-mail addresses of the people whom you invite. Everybody can read a public registry, except the list of invitees. Only you, our administrators and the people whom you invite can read a private one.', 'largesse' ) )
			. $text( __( 'The items are stored by a service that works with this site. It learns which registry an item belongs to, but not who owns the registry or who is invited, unless you use it yourself: then it checks your login with this site and keeps who you are in its memory for some minutes.', 'largesse' ) )
			. $text( __( 'If somebody invited you, your user name or e-mail address stays with their registry until they, or we on your request, remove it.', 'largesse' ) )
			. $text( __( 'If you ask us to erase your data, we delete your registries with their items, and take you off the lists of invitees. An item that you removed yourself is only marked as removed by the service.', 'largesse' ) );
	}
}
