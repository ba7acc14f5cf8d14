<?php
/**
 * Why the plugin changes how WordPress treats accounts.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p><strong><?php esc_html_e( 'E-mail addresses cannot be changed over the REST API.', 'largesse' ); ?></strong> <?php esc_html_e( 'A private registry can be seen by everyone whose e-mail address its owner invited. WordPress would let every member take any unused address over the REST API without confirming it, and with it the invitations that were sent there. Largesse therefore refuses such changes, except to those who may edit users. On the profile page they work as ever: WordPress sends a mail to the new address, which must be confirmed.', 'largesse' ); ?></p>
<p><strong><?php esc_html_e( 'Owners of registries are not in public lists.', 'largesse' ); ?></strong> <?php esc_html_e( 'WordPress shows the whole world who has published something, with their login name: in the list of users of the REST API, in an author archive and in the sitemap. Largesse leaves out members who have published nothing but registries; their archive answers "not found". Whoever publishes a post or a page appears as usual, and administrators see all users.', 'largesse' ); ?></p>
