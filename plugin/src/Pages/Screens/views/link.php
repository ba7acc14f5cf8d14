<?php
/**
 * Link in wp-admin.
 *
 * @var string $url   Address of the link.
 * @var string $label Label for screen readers, which also names the target of the link; empty for none.
 * @var string $text  Text of the link.
 *
 * @version 30224854
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<a href="<?php echo esc_url( $url ); ?>"<?php
	if ( '' !== $label ) :
		?> aria-label="<?php echo largesse_html( $label ); ?>"<?php
	endif;
?>><?php echo esc_html( $text ); ?></a>
