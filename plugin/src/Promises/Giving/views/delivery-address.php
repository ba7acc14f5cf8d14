<?php
/**
 * Delivery address for a guest whose gift counts. Each line has its own direction of writing.
 *
 * @var list<string> $lines Lines of the address; empty for none.
 *
 * @version 6e288df1
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<?php if ( $lines ) : ?>
	<p><span class="largesse-giver__label"><?php esc_html_e( 'Delivery address', 'largesse' ); ?></span><?php foreach ( $lines as $line ) : ?><br><bdi><?php
		Escape::echo_escaped( $line );
	?></bdi><?php endforeach; ?></p>
<?php endif; ?>
