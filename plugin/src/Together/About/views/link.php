<?php
/**
 * Link to the text about the member, on the page My registries.
 *
 * @var string $url  Address of the page.
 * @var string $hint What the text is for.
 *
 * @version 8ca222f3
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__list" aria-labelledby="largesse-about">
	<h2 id="largesse-about"><?php esc_html_e( 'Good to know about me', 'largesse' ); ?></h2>
	<p class="largesse-mine__hint"><?php echo esc_html( $hint ); ?></p>
	<p class="largesse-mine__buttons">
		<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
			href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Edit this text', 'largesse' ); ?></a>
	</p>
</section>
