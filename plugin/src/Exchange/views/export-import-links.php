<?php
/**
 * Links to export a registry and to import wishes, below the registry's settings. The links work without scripts.
 *
 * @var array<string, string> $links Texts by address.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<details class="largesse-mine__card largesse-mine__fold">
	<summary><h3><?php esc_html_e( 'Export and import', 'largesse' ); ?></h3></summary>
	<div class="largesse-mine__folded">
		<p class="largesse-mine__hint"><?php esc_html_e( 'A copy to keep, to print, or to take to another site. It contains only the gifts that you can see.', 'largesse' ); ?></p>
		<div class="largesse-mine__buttons">
			<?php foreach ( $links as $url => $text ) : ?>
				<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $text ); ?></a>
			<?php endforeach; ?>
		</div>
	</div>
</details>
