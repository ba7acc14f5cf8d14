<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Giving\GivingSettings;

/**
 * Suggests a text about gift registries for the site's privacy policy (Settings > Privacy > Policy Guide).
 */
final class PolicyText {

	/** Adds the text to WordPress's policy guide. */
	public function suggest(): void {
		wp_add_privacy_policy_content( 'Largesse', wp_kses_post( $this->text() ) );
	}

	/** Returns the text for the policy guide: hints for the operator, and the text to copy. */
	private function text(): string {
		$hint = static fn ( string $text ): string => '<p class="privacy-policy-tutorial">' . esc_html( $text ) . '</p>';
		$text = static fn ( string $text ): string => '<p>' . esc_html( $text ) . '</p>';
		return $hint( __( 'Registries and their invitees are stored on this site, items by the registry service whose address is in the settings. If somebody else runs that service for you, say who, and where.', 'largesse' ) )
			. $hint( __( 'How long data of givers is kept is a setting of Largesse; the text names what is set now. An export of personal data holds gifts that are still a surprise: if you own a registry yourself, send the link to the export, and do not open it.', 'largesse' ) )
			. '<p><strong class="privacy-policy-tutorial">' . esc_html__( 'Suggested text:', 'largesse' ) . '</strong></p>'
			. '<h3>' . esc_html__( 'Gift registries', 'largesse' ) . '</h3>'
			. $text( __( 'If you keep a gift registry, we store its title, story, occasion and date, its items, and the user names and e-mail addresses of the people whom you invite. Everybody can read a public registry, except the list of invitees. Only you, our administrators, the people whom you invite and whoever has a link that you made for it can read a private one.', 'largesse' ) )
			. $text( __( 'If you want others to find your public registry by names, we store the names that you write for that, and show them to everybody who looks for them, for the occasion or for its month on this site. When you make the registry private, nobody finds it any more.', 'largesse' ) )
			. $text( __( 'The items are stored by a service that works with this site. It learns which registry an item belongs to, but not who owns the registry or who is invited, unless you use it yourself: then it checks your login with this site and keeps who you are in its memory for some minutes.', 'largesse' ) )
			. implode( '', array_map( $text, self::shops() ) )
			. $text( __( 'If somebody invited you, your user name or e-mail address stays with their registry until they, or we on your request, remove it.', 'largesse' ) )
			. $text( __( 'Whoever invited you can have us send you one mail at a time with a link that opens their registry; replies go to them. We keep when we sent it, whether it could be sent, and when you first opened the registry, as long as you are invited; your host sees that. If you want no such mails, we keep a code made from your address, from which nobody can read it, so that we do not write to you again.', 'largesse' ) )
			. $text( __( 'If you give something, we store what it is, how many, and when, and, where you tell us, your name, your e-mail address and a message. We need this so that nobody buys the same thing twice, and so that the owner of the registry can thank you. The owner sees your name and your message when their registry says so, often only after the day. Nobody but you and our administrators sees your e-mail address, which we use only to write to you about your gift.', 'largesse' ) )
			. $text( self::kept() )
			. $text( __( 'A cookie in your browser remembers what you give and which forms of gifts you open, so that the page of the registry can tell you what you give, and so that nothing is given twice. If you open a registry by a link that was sent to you, another one remembers for 90 days that you may. So that nobody fills a registry by machine, we count for some minutes how many gifts come from your network address, which we keep only in a form from which it cannot be read.', 'largesse' ) )
			. $text( __( 'If you ask us to erase your data, we delete your registries with their items, and take you off the lists of invitees. An item that you removed yourself is only marked as removed by the service.', 'largesse' ) )
			. $text( __( 'If you ask us to erase your data, or your account is deleted, your name, your address and your message go from everything that you give. The gifts themselves stay on their lists, so that nobody buys them a second time.', 'largesse' ) );
	}

	/**
	 * Returns what shops learn.
	 *
	 * @return list<string> Paragraphs.
	 */
	private static function shops(): array {
		$paragraphs = array(
			'pictures' => __( 'Pictures load from the shops where the owner found them. A shop sees your network address then, but not which page you look at.', 'largesse' ),
		);
		/**
		 * Filters the paragraphs of the suggested privacy policy about pictures and shops.
		 *
		 * @param array<string, string> $paragraphs Plain texts; `pictures` is about the pictures of wishes.
		 */
		return array_values( apply_filters( 'largesse_policy_on_shops', $paragraphs ) );
	}

	/** Describes how long givers' data is stored. */
	private static function kept(): string {
		$days   = GivingSettings::number( GivingSettings::ADDRESSES_KEPT );
		$months = GivingSettings::number( GivingSettings::NAMES_KEPT );
		return sprintf(
			/* translators: %s: a number of days. */
			_n( 'We erase your e-mail address %s day after the event.', 'We erase your e-mail address %s days after the event.', $days, 'largesse' ),
			number_format_i18n( $days )
		) . ' ' . sprintf(
			/* translators: %s: a number of months. */
			_n( 'We erase your name and your message %s month after it.', 'We erase your name and your message %s months after it.', $months, 'largesse' ),
			number_format_i18n( $months )
		) . ' ' . __( 'If the registry has no date, or you give later, the time begins with your gift.', 'largesse' );
	}
}
