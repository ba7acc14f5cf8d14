<?php
/**
 * Notice that an update has switched features on.
 *
 * @var string $settings_url Address of the settings.
 * @var string $action       Name of the button that hides the notice, and action of its nonce.
 *
 * @version 99cd2bce
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="notice notice-info">
	<p><?php esc_html_e( 'Largesse was updated. These features now belong to each site: wishes from addresses, pictures, previews of links, export and import, hidden and received wishes, wishes on several lists, following, reminders, and “Good to know about me”.', 'largesse' ); ?></p>
	<form method="post">
		<?php wp_nonce_field( $action, "{$action}_nonce" ); ?>
		<p>
			<a class="button" href="<?php echo esc_url( $settings_url ); ?>"><?php esc_html_e( 'Settings', 'largesse' ); ?></a>
			<button class="button" name="<?php echo esc_attr( $action ); ?>" value="1"><?php esc_html_e( 'Hide this notice', 'largesse' ); ?></button>
		</p>
	</form>
</div>
