<?php
/**
 * Paragraph on the settings page and in Site Health.
 *
 * @var string $text The text.
 * @var string $url  Address of a link with this text; empty for no link.
 *
 * @version 5d9a9fe3
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p><?php if ( '' !== $url ) : ?><a href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $text ); ?></a><?php
	else :
?><?php echo esc_html( $text ); ?><?php endif; ?></p>
