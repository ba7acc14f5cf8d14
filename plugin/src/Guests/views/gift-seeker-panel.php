<?php
/**
 * Panel that explains what the page shows, above the wishes. Its link shows or hides which wishes are open. In the
 * preview for editors, the link leads back to editing.
 *
 * @var string $id   Id of the panel; empty in the preview for editors.
 * @var string $text Explanation of what the page shows.
 * @var string $url  Address that the link opens.
 * @var string $link Text of the link.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-looking"<?php if ( '' !== $id ) : ?> id="<?php echo esc_attr( $id ); ?>"<?php endif; ?>>
	<p><?php echo esc_html( $text ); ?></p>
	<a class="wp-element-button largesse-looking__go" href="<?php echo esc_url( $url ); ?>"<?php echo '' === $id ? '' : ' rel="nofollow"'; ?>><?php echo esc_html( $link ); ?></a>
</div>
