<?php
/**
 * Message for browsers without JavaScript, on the page My registries.
 *
 * @var array<string, string> $links Links to pages that show the registry without scripts: texts by address. Empty
 *                                   if the current page works without scripts.
 *
 * @version 208880ac
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<noscript>
	<p class="largesse-mine__problem">
		<?php echo $links ? esc_html__( 'Without JavaScript, you can only read your registry. To change something, please turn on JavaScript in your browser.', 'largesse' ) : esc_html__( 'You can read everything here. To change something, please turn on JavaScript in your browser.', 'largesse' ); ?>
		<?php foreach ( $links as $url => $text ) : ?>
			<a href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $text ); ?></a>
		<?php endforeach; ?>
	</p>
</noscript>
