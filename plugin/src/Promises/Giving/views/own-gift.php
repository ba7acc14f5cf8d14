<?php
/**
 * Note on the card of a wish for the visitor who gives it.
 *
 * @var string       $name Name of the wish.
 * @var list<string> $urls Addresses of the giver's pages, one for each gift.
 * @var array<string, string> $parts Texts about the visitor's parts of the wish, by address of their page.
 *
 * @version a345249b
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-item__note">
	<?php if ( $urls ) : ?><strong><?php esc_html_e( 'You are giving this.', 'largesse' ); ?></strong><?php endif; ?><?php
	foreach ( $urls as $url ) :
		?> <a class="largesse-item__mine" href="<?php echo esc_url( $url ); ?>" rel="nofollow"><?php
			esc_html_e( 'See or change', 'largesse' );
		?><span class="largesse-unseen"> – <bdi><?php echo largesse_text( $name ); ?></bdi></span></a><?php
	endforeach;
	?>
	<?php foreach ( $parts as $url => $text ) : ?>
		<strong><?php echo esc_html( $text ); ?></strong> <a class="largesse-item__mine" href="<?php echo esc_url( $url ); ?>"
			rel="nofollow"><?php esc_html_e( 'See or change', 'largesse' ); ?><span class="largesse-unseen"> – <bdi><?php
			echo largesse_text( $name );
		?></bdi></span></a>
	<?php endforeach; ?>
</p>
