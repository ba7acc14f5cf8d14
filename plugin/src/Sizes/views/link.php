<?php
/**
 * Link to the page with sizes and notes.
 *
 * @var string $url       Address of the page.
 * @var string $text      Explanation.
 * @var bool   $is_folded Whether to show the link in a collapsed section, as in a registry's settings.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( $is_folded ) : ?>
	<details class="largesse-mine__card largesse-mine__fold">
		<summary><h3><?php esc_html_e( 'Sizes and notes', 'largesse' ); ?></h3></summary>
		<div class="largesse-mine__folded">
			<p class="largesse-mine__hint"><?php echo esc_html( $text ); ?></p>
			<p class="largesse-mine__buttons"><a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Edit sizes and notes', 'largesse' ); ?></a></p>
		</div>
	</details>
<?php else : ?>
	<section class="largesse-mine__list" aria-labelledby="largesse-sizes">
		<h2 id="largesse-sizes"><?php esc_html_e( 'Sizes and notes', 'largesse' ); ?></h2>
		<p class="largesse-mine__hint"><?php echo esc_html( $text ); ?></p>
		<p class="largesse-mine__buttons"><a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Edit sizes and notes', 'largesse' ); ?></a></p>
	</section>
<?php endif; ?>
