<?php
/**
 * Notice that the page My registries shows in place of a registry.
 *
 * @var string                $heading Heading.
 * @var string                $text    What happened, or what to do.
 * @var array<string, string> $links   Texts of links by address; the first one is the main button.
 * @var string                $hint    Small print; may be empty.
 *
 * @version c6e542e8
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-mine__card largesse-mine__panel">
	<h2><?php echo esc_html( $heading ); ?></h2>
	<p dir="auto"><?php echo largesse_html( $text ); ?></p>
	<p class="largesse-mine__buttons">
		<?php foreach ( $links as $url => $link ) : ?>
			<a class="wp-element-button largesse-mine__button<?php
				echo array_key_first( $links ) === $url ? '' : ' largesse-mine__button--quiet';
			?>"
				dir="auto" href="<?php echo esc_url( $url ); ?>"><?php echo largesse_html( $link ); ?></a>
		<?php endforeach; ?>
	</p>
	<?php if ( '' !== $hint ) : ?>
		<p class="largesse-mine__hint"><?php echo esc_html( $hint ); ?></p>
	<?php endif; ?>
</div>
