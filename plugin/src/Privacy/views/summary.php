<?php
/**
 * Section of the settings about privacy, with details to unfold.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<h2><?php esc_html_e( 'Privacy of registries', 'largesse' ); ?></h2>
<p><?php esc_html_e( 'To protect invitations, members cannot change their e-mail address over the REST API, only on their profile page. Members who publish nothing but registries do not appear in public lists of users, author archives and sitemaps.', 'largesse' ); ?></p>
<details><summary><?php esc_html_e( 'Why this is so', 'largesse' ); ?></summary><?php Template::print( 'privacy/explanation' ); ?></details>
