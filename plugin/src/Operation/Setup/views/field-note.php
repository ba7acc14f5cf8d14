<?php
/**
 * Explanation below a field of the settings.
 *
 * @var string $name Name of the field.
 * @var string $text The explanation.
 *
 * @version 98a1ac2d
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="description" id="<?php echo esc_attr( "{$name}_about" ); ?>"><?php echo esc_html( $text ); ?></p>
