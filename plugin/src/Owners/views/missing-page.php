<?php
/**
 * Notice in wp-admin if the page My registries is missing.
 *
 * @var string $action   Action of the form, and of its nonce.
 * @var bool   $may_mend Whether the user may restore the page.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="notice notice-warning">
	<p><?php esc_html_e( 'Members create and edit registries on the page “My registries”, which is currently missing.', 'largesse' ); ?></p>
	<?php if ( $may_mend ) : ?>
		<form method="post" action="<?php echo esc_url( admin_url( 'admin-post.php' ) ); ?>">
			<input type="hidden" name="action" value="<?php echo esc_attr( $action ); ?>">
			<?php wp_nonce_field( $action ); ?>
			<p><button type="submit" class="button button-primary"><?php esc_html_e( 'Restore the page', 'largesse' ); ?></button></p>
		</form>
	<?php else : ?>
		<p><?php esc_html_e( 'Please ask an administrator of the site to restore it.', 'largesse' ); ?></p>
	<?php endif; ?>
</div>
