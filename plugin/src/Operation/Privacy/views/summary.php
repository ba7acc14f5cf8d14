<?php
/**
 * Section about privacy on the settings page. The user can unfold the details.
 *
 * @version 9fcbf2a6
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<h2><?php esc_html_e( 'Privacy of registries', 'largesse' ); ?></h2>
<p><?php esc_html_e( 'To protect invitations, members can change their e-mail address only on the page of their account, not over the REST API. Members who only publish registries do not appear in public lists of users and in sitemaps.', 'largesse' ); ?></p>
<details>
	<summary><?php esc_html_e( 'Why this is so', 'largesse' ); ?></summary>
	<p><strong><?php esc_html_e( 'E-mail addresses cannot be changed over the REST API.', 'largesse' ); ?></strong> <?php esc_html_e( 'Everyone whose e-mail address is invited can see a private registry. Over the REST API, WordPress would let every member change to any unused address without confirming it, and so read invitations that were sent there. Largesse therefore refuses such changes, except by people who can edit users. On the page of their account, members can still change their address: the site sends a mail to confirm it.', 'largesse' ); ?></p>
	<p><strong><?php esc_html_e( 'Owners of registries are not in public lists.', 'largesse' ); ?></strong> <?php esc_html_e( 'WordPress publishes the login names of everyone who has published something: in the user list of the REST API, in an author archive and in the sitemap. In the list and in the sitemap, Largesse hides members who have only published registries. The setting “Author pages” also closes their archives. Authors of posts or pages appear as usual, and administrators see all users.', 'largesse' ); ?></p>
</details>
