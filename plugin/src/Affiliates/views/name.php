<?php
/**
 * Name of an item, as a link to the form that edits the item.
 *
 * @var string $url      Address of the form.
 * @var string $name     The name.
 * @var string $retailer Name of the shop; may be empty.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<strong><a class="row-title" href="<?php echo esc_url( $url ); ?>"><bdi><?php Escape::echo_escaped( $name ); ?></bdi></a></strong><?php if ( '' !== $retailer ) : ?><br /><bdi><?php Escape::echo_escaped( $retailer ); ?></bdi><?php endif; ?>
