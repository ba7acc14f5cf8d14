<?php
/**
 * Link from My registries to the member's reminders.
 *
 * @var string $url Address of the page.
 *
 * @version 7f515194
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__list" aria-labelledby="largesse-reminders">
	<h2 id="largesse-reminders"><?php esc_html_e( 'Reminders', 'largesse' ); ?></h2>
	<p class="largesse-mine__hint"><?php esc_html_e( 'At most one mail a week reminds you of what you choose. Nothing is chosen before.', 'largesse' ); ?></p>
	<p class="largesse-mine__buttons">
		<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
			href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Choose reminders', 'largesse' ); ?></a>
	</p>
</section>
