<?php
/**
 * Names and occasion of a registry that search has found, in themes without the block for them.
 *
 * @var string $occasion HTML of `registry/occasion`.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-occasion"><?php Template::print_html( $occasion ); ?></p>
