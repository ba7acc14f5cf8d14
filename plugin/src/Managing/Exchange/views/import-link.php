<?php
/**
 * Link to the page that creates a registry from a file. The link is below the form for a new registry.
 *
 * @var string $url Address of the page.
 *
 * @version 0456b864
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__ways">
	<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
		href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Create one from a file', 'largesse' ); ?></a>
</p>
