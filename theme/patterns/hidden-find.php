<?php
/**
 * Title: Find a registry
 * Slug: largesse/find
 * Inserter: no
 *
 * @package Largesse
 */

declare( strict_types=1 );

use function Largesse\Theme\json_text;

?>
<!-- wp:search {"label":<?php echo json_text( esc_html__( 'Find a registry', 'largesse-theme' ) ); // phpcs:ignore WordPress.Security.EscapeOutput ?>,"placeholder":<?php echo json_text( esc_html__( 'Anna, wedding', 'largesse-theme' ) ); // phpcs:ignore WordPress.Security.EscapeOutput ?>,"buttonText":<?php echo json_text( esc_html__( 'Find', 'largesse-theme' ) ); // phpcs:ignore WordPress.Security.EscapeOutput ?>,"query":{"post_type":"registry"}} /-->
