<?php
/**
 * Occasion of a registry in a list.
 *
 * @var string $class    Class of the paragraph.
 * @var string $occasion HTML of `registry/occasion`.
 *
 * @version 4ed7f67b
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="<?php echo esc_attr( $class ); ?>"><?php largesse_print_html( $occasion ); ?></p>
