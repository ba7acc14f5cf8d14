<?php
/**
 * Paragraph above a section of the settings.
 *
 * @var string $text The text.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p><?php echo esc_html( $text ); ?></p>
