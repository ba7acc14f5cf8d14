<?php
/**
 * Earlier gifts of a member to the owner of a list, above the form for a gift.
 *
 * @var list<string> $gifts Plain texts.
 *
 * @version 9fcb3636
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-give__before">
	<p><?php esc_html_e( 'You gave before:', 'largesse' ); ?></p>
	<ul>
		<?php foreach ( $gifts as $gift ) : ?>
			<li dir="auto"><?php echo largesse_html( $gift ); ?></li>
		<?php endforeach; ?>
	</ul>
</div>
