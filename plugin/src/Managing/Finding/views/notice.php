<?php
/**
 * Message of a search that finds no registry.
 *
 * @var string $sign_in_url Address of the login; empty if the visitor is signed in.
 *
 * @version 25690e5f
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<aside class="largesse-hint" aria-label="<?php esc_attr_e( 'What you can do', 'largesse' ); ?>">
	<p><?php esc_html_e( 'The search looks at the titles and names of public registries. Owners decide whether their registry can be found. Many share it only by link, so please ask them for it.', 'largesse' ); ?><?php if ( '' !== $sign_in_url ) : ?> <?php esc_html_e( 'Were you invited to a registry?', 'largesse' ); ?> <a class="largesse-hint__link"
		href="<?php echo esc_url( $sign_in_url ); ?>"><?php esc_html_e( 'Sign in to see it', 'largesse' ); ?></a><?php endif; ?></p>
</aside>
