<?php
/**
 * Link below the header of a registry.
 *
 * @var string $url         Address.
 * @var string $text        Text of the link.
 * @var bool   $is_download Whether the address is a file.
 *
 * @version c555f088
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<a class="wp-element-button largesse-registry__action" href="<?php echo esc_url( $url ); ?>"
	rel="nofollow"<?php echo $is_download ? ' download' : ''; ?>><?php echo esc_html( $text ); ?></a>
