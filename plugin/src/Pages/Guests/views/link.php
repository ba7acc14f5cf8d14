<?php
/**
 * Link to the page of a feature, below the wishes of a registry.
 *
 * @var string $url  Address of the page.
 * @var string $text Text of the link.
 *
 * @version b95eb279
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-registry__below">
	<a class="wp-element-button largesse-registry__action" href="<?php echo esc_url( $url ); ?>"
		rel="nofollow"><?php echo esc_html( $text ); ?></a>
</p>
