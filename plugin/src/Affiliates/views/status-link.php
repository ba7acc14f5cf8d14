<?php
/**
 * Link that filters the table by status.
 *
 * @var string $url        Address of the link.
 * @var bool   $is_current Whether the table has this filter.
 * @var string $label      Name of the status.
 * @var string $number     Number of items.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<a href="<?php echo esc_url( $url ); ?>"<?php echo $is_current ? ' class="current" aria-current="page"' : ''; ?>><?php echo esc_html( $label ); ?> <span class="count">(<?php echo esc_html( $number ); ?>)</span></a>
