<?php
/**
 * Section about privacy on the settings page. The user can unfold the details.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<h2><?php esc_html_e( 'Privacy of registries', 'largesse' ); ?></h2>
<p><?php esc_html_e( 'To protect invitations, members can change their e-mail address only on their profile page, not over the REST API. Members who only publish registries do not appear in public lists of users and in sitemaps.', 'largesse' ); ?></p>
<details><summary><?php esc_html_e( 'Why this is so', 'largesse' ); ?></summary><?php Template::print( 'privacy/explanation' ); ?></details>
