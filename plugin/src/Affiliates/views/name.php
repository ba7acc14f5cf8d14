<?php
/**
 * Name of an item, and of its shop.
 *
 * @var string $name     The name.
 * @var string $retailer Name of the shop; may be empty.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<strong class="row-title"><bdi><?php Escape::echo_escaped( $name ); ?></bdi></strong><?php if ( '' !== $retailer ) : ?><br /><bdi><?php Escape::echo_escaped( $retailer ); ?></bdi><?php endif; ?>
