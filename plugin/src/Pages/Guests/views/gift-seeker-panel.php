<?php
/**
 * Panel that explains what the page shows, above the wishes. Its link shows or hides which wishes are open. In the
 * preview for editors, the link leads back to editing.
 *
 * @var string $id   Id of the panel; empty in the preview for editors.
 * @var string $text Explanation of what the page shows.
 * @var string $url  Address that the link opens; empty for no link.
 * @var string $link Text of the link.
 * @var bool   $is_main Whether the link is the main action of the page.
 *
 * @version 5e42bf07
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-looking"<?php if ( '' !== $id ) : ?> id="<?php echo esc_attr( $id ); ?>"<?php endif; ?>>
	<p><?php echo esc_html( $text ); ?></p>
	<?php if ( '' !== $url ) : ?>
		<a class="wp-element-button<?php echo $is_main ? '' : ' largesse-looking__go'; ?>"
			href="<?php echo esc_url( $url ); ?>"<?php echo '' === $id ? '' : ' rel="nofollow"'; ?>><?php
			echo esc_html( $link );
		?></a>
	<?php endif; ?>
</div>
