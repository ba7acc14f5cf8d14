<?php
/**
 * Wrapper of a block.
 *
 * @var string $wrapper Attributes of the wrapper, as WordPress makes them for blocks.
 * @var string $content HTML inside the wrapper.
 *
 * @version f3db15d6
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div <?php largesse_print_html( $wrapper ); ?>><?php largesse_print_html( $content ); ?></div>
