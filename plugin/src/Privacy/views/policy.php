<?php
/**
 * Suggested text about gift registries for the privacy policy of the site, after hints for its operator.
 *
 * @var list<string> $on_shops  Paragraphs about pictures and shops.
 * @var string       $retention How long the site stores data of givers.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="privacy-policy-tutorial"><?php esc_html_e( 'Registries and their invitees are stored on this site, items by the registry service whose address is in the settings. If somebody else runs that service for you, say who, and where.', 'largesse' ); ?></p>
<p class="privacy-policy-tutorial"><?php esc_html_e( 'How long data of givers is kept is a setting of Largesse; the text names what is set now. An export of personal data holds gifts that are still a surprise: if you own a registry yourself, send the link to the export, and do not open it.', 'largesse' ); ?></p>
<p><strong class="privacy-policy-tutorial"><?php esc_html_e( 'Suggested text:', 'largesse' ); ?></strong></p>
<h3><?php esc_html_e( 'Gift registries', 'largesse' ); ?></h3>
<p><?php esc_html_e( 'If you keep a gift registry, we store its title, story, occasion and date, its items, and the user names and e-mail addresses of the people whom you invite. Everybody can read a public registry, except the list of invitees. Only you, our administrators, the people whom you invite and whoever has a link that you made for it can read a private one.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'If you want others to find your public registry by names, we store the names that you write for that, and show them to everybody who looks for them, for the occasion or for its month on this site. When you make the registry private, nobody finds it any more.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'The items are stored by a service that works with this site. It learns which registry an item belongs to, but not who owns the registry or who is invited, unless you use it yourself: then it checks your login with this site and keeps who you are in its memory for some minutes.', 'largesse' ); ?></p>
<?php foreach ( $on_shops as $text ) : ?>
	<p><?php echo esc_html( $text ); ?></p>
<?php endforeach; ?>
<p><?php esc_html_e( 'If somebody invited you, your user name or e-mail address stays with their registry until they, or we on your request, remove it.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'Whoever invited you can have us send you one mail at a time with a link that opens their registry; replies go to them. We keep when we sent it, whether it could be sent, and when you first opened the registry, as long as you are invited; your host sees that. If you want no such mails, we keep a code made from your address, from which nobody can read it, so that we do not write to you again.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'If you give something, we store what it is, how many, and when, and, where you tell us, your name, your e-mail address and a message. We need this so that nobody buys the same thing twice, and so that the owner of the registry can thank you. The owner sees your name and your message when their registry says so, often only after the day. Nobody but you and our administrators sees your e-mail address, which we use only to write to you about your gift.', 'largesse' ); ?></p>
<p><?php echo esc_html( $retention ); ?></p>
<p><?php esc_html_e( 'A cookie in your browser remembers what you give and which forms of gifts you open, so that the page of the registry can tell you what you give, and so that nothing is given twice. If you open a registry by a link that was sent to you, another one remembers for 90 days that you may. So that nobody fills a registry by machine, we count for some minutes how many gifts come from your network address, which we keep only in a form from which it cannot be read.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'If you ask us to erase your data, we delete your registries with their items, and take you off the lists of invitees. An item that you removed yourself is only marked as removed by the service.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'If you ask us to erase your data, or your account is deleted, your name, your address and your message go from everything that you give. The gifts themselves stay on their lists, so that nobody buys them a second time.', 'largesse' ); ?></p>
