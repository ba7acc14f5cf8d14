<?php
/**
 * Delivery address for a guest whose gift counts. Each line has its own direction of writing.
 *
 * @var list<string> $lines Lines of the address; empty for none.
 *
 * @version bd6378cc
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( $lines ) : ?>
	<p><span class="largesse-giver__label"><?php esc_html_e( 'Delivery address', 'largesse' ); ?></span><?php foreach ( $lines as $line ) : ?><br><bdi><?php
		echo largesse_html( $line );
	?></bdi><?php endforeach; ?></p>
<?php endif; ?>
