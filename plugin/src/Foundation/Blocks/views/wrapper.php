<?php
/**
 * Wrapper of a block.
 *
 * @var string $wrapper Attributes of the wrapper, as WordPress makes them for blocks.
 * @var string $content HTML inside the wrapper.
 *
 * @version 70bfbe82
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div <?php Template::print_html( $wrapper ); ?>><?php Template::print_html( $content ); ?></div>
