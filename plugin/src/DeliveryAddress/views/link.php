<?php
/**
 * Link to the page with the delivery address, among the settings of a registry.
 *
 * @var string $url  Address of the page.
 * @var string $text State of the address.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<details class="largesse-mine__card largesse-mine__fold">
	<summary><h3><?php esc_html_e( 'Delivery address', 'largesse' ); ?></h3></summary>
	<div class="largesse-mine__folded">
		<p class="largesse-mine__hint"><?php echo esc_html( $text ); ?></p>
		<p class="largesse-mine__buttons"><a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Edit the address', 'largesse' ); ?></a></p>
	</div>
</details>
