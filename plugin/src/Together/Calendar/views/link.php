<?php
/**
 * Link from My registries to the member's calendar.
 *
 * @var string $url Address of the page.
 *
 * @version 464fcb51
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__list" aria-labelledby="largesse-calendar">
	<h2 id="largesse-calendar"><?php esc_html_e( 'Birthdays and days in your calendar', 'largesse' ); ?></h2>
	<p class="largesse-mine__hint"><?php esc_html_e( 'Your phone shows the birthdays of your circles, and the days of the lists that you may open.', 'largesse' ); ?></p>
	<p class="largesse-mine__buttons">
		<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
			href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Add to my calendar', 'largesse' ); ?></a>
	</p>
</section>
