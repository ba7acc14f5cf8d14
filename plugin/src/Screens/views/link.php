<?php
/**
 * Link in wp-admin whose label names its object.
 *
 * @var string $url   Address of the link.
 * @var string $label Label for screen readers.
 * @var string $text  Text of the link.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<a href="<?php echo esc_url( $url ); ?>" aria-label="<?php Escape::echo_escaped( $label ); ?>"><?php echo esc_html( $text ); ?></a>
