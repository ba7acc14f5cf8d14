<?php
/**
 * Message on the page of a registry without wishes.
 *
 * @var string $manage_url Address at which the visitor can add wishes; empty for guests.
 *
 * @version 3721556f
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-notice is-drawn"><?php esc_html_e( 'There are no wishes here yet. Come back soon!', 'largesse' ); ?><?php
	if ( '' !== $manage_url ) :
		?> <a href="<?php echo esc_url( $manage_url ); ?>"><?php esc_html_e( 'Add the first one', 'largesse' ); ?></a><?php
	endif;
?></p>
