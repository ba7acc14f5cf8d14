<?php
/**
 * Suggested text about gift registries for the site's privacy policy. Hints for the site's operator precede it.
 *
 * @var list<string> $on_shops  Paragraphs about pictures and shops.
 * @var string       $retention How long the site stores data of givers.
 *
 * @version ad724bf7
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="privacy-policy-tutorial"><?php esc_html_e( 'This site stores registries and their invitees. The registry service, whose address is in the settings, stores items. If somebody else runs that service for you, add who does so, and where.', 'largesse' ); ?></p>
<p class="privacy-policy-tutorial"><?php esc_html_e( 'The settings of Largesse determine how long data about givers is stored; the text below contains the current values. An export of personal data contains gifts that are still a surprise. If you own a registry yourself, send the link to the export without opening it.', 'largesse' ); ?></p>
<p><strong class="privacy-policy-tutorial"><?php esc_html_e( 'Suggested text:', 'largesse' ); ?></strong></p>
<h3><?php esc_html_e( 'Gift registries', 'largesse' ); ?></h3>
<p><?php esc_html_e( 'If you create a gift registry, we store its title, story, occasion and date, its items, and the user names and e-mail addresses of the people you invite. Everybody can read a public registry, but not its list of invitees. You, the people who own or manage it with you, our administrators, the people you invite, the circles with which you share it, and anyone with a link that you created can read a private registry.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'If you want others to find your public registry by names, we store the names that you enter for this purpose. Everybody who searches this site for these names, for the occasion or for its month sees them. When you make the registry private, nobody can find it.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'A service that works with this site stores the items. It knows which registry an item belongs to, but not who owns the registry or who is invited. If you use the service directly, it checks your login with this site, and keeps your identity in its memory for some minutes.', 'largesse' ); ?></p>
<?php foreach ( $on_shops as $text ) : ?>
	<p><?php echo esc_html( $text ); ?></p>
<?php endforeach; ?>
<p><?php esc_html_e( 'If somebody invited you, your user name or e-mail address is stored with their registry until they remove it, or until we remove it on your request.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'A person who invited you can ask us to send you a mail with a link that opens their registry; replies go to them. While you are invited, we store when we sent the mail, whether that worked, and when you first opened the registry. The person who invited you can see this. If you do not want such mails, we store a code that does not reveal your address, so that we do not write to you again.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'If you give something, we store the gift, its quantity and the time. If you enter them, we also store your name, your e-mail address and a message. We need this so that nobody buys the same thing twice, and so that the owner of the registry can thank you. The owner sees your name and your message at the time that the registry’s settings determine, often only after the event. Only you and our administrators can see your e-mail address. We only use it to write to you about your gift.', 'largesse' ); ?></p>
<p><?php echo esc_html( $retention ); ?></p>
<p><?php esc_html_e( 'A cookie in your browser remembers your gifts and the gift forms that you open. It lets the page of the registry show your gifts, and prevents gifts from being made twice. If you open a registry with a link that you received, another cookie remembers for 90 days that you can open it. To prevent automated gifts, we count the gifts from your network address for some minutes. We only store the address in a form that does not reveal it.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'If you ask us to erase your data, we delete your registries with their items, and remove you from lists of invitees. Items that you removed yourself stay in the service, marked as removed.', 'largesse' ); ?></p>
<p><?php esc_html_e( 'If you ask us to erase your data, or if your account is deleted, we remove your name, your address and your message from all your gifts. The gifts themselves stay on their lists, so that nobody buys the same thing again.', 'largesse' ); ?></p>
