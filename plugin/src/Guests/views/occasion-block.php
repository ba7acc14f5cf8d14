<?php
/**
 * Block with the occasion of a registry, in lists and search results.
 *
 * @var string $wrapper  Attributes of the paragraph as HTML.
 * @var string $occasion HTML of `registry/occasion`.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<p <?php Template::print_html( $wrapper ); ?>><?php Template::print_html( $occasion ); ?></p>
