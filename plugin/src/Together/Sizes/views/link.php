<?php
/**
 * Link to the member's own sizes and notes, on the page My registries.
 *
 * @var string $url Address of the page.
 *
 * @version a13f46db
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__list" aria-labelledby="largesse-sizes">
	<h2 id="largesse-sizes"><?php esc_html_e( 'Sizes and notes', 'largesse' ); ?></h2>
	<p class="largesse-mine__hint"><?php esc_html_e( 'Shoe size, favourite colour, allergies: people who may see one of your registries see them there.', 'largesse' ); ?></p>
	<p class="largesse-mine__buttons">
		<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
			href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Edit sizes and notes', 'largesse' ); ?></a>
	</p>
</section>
