<?php
/**
 * Texts about the owners, or about a child, above the wishes of a registry.
 *
 * @var list<array{person: string|null, text: string}> $texts Texts; `person` is the name of an owner, or null.
 *
 * @version 36261d81
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<aside class="largesse-registry__about" aria-label="<?php esc_attr_e( 'Good to know', 'largesse' ); ?>">
	<?php foreach ( $texts as $text ) : ?>
		<p class="largesse-registry__about-of" dir="auto"><?php
		if ( count( $texts ) > 1 ) :
			echo largesse_text( $text['person'] );
		else :
			esc_html_e( 'Good to know', 'largesse' );
		endif;
		?></p>
		<p dir="auto"><?php echo nl2br( largesse_text( $text['text'] ) ); ?></p>
	<?php endforeach; ?>
</aside>
