<?php
/**
 * Earlier gifts of a member to the owner of a list, above the form for a gift.
 *
 * @var list<string> $gifts Plain texts.
 *
 * @version c396eca1
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-give__before">
	<p><?php esc_html_e( 'You gave before:', 'largesse' ); ?></p>
	<ul>
		<?php foreach ( $gifts as $gift ) : ?>
			<li dir="auto"><?php Escape::echo_escaped( $gift ); ?></li>
		<?php endforeach; ?>
	</ul>
</div>
