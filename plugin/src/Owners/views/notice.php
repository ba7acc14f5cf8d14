<?php
/**
 * Notice that the page My registries shows in place of a registry.
 *
 * @var string                $heading Heading.
 * @var string                $text    What happened, or what to do.
 * @var array<string, string> $links   Texts of links by address; the first one is the main button.
 * @var string                $quotes  Text that contains a registry's title, and therefore gets `dir="auto"`: `text`,
 *                                      `link` (all links except the first), or '' for none.
 * @var string                $hint    Small print; may be empty.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-mine__card largesse-mine__panel">
	<h2><?php echo esc_html( $heading ); ?></h2>
	<p<?php echo 'text' === $quotes ? ' dir="auto"' : ''; ?>><?php Escape::echo_escaped( $text ); ?></p>
	<p class="largesse-mine__buttons">
		<?php foreach ( $links as $url => $link ) : ?>
			<?php if ( array_key_first( $links ) === $url ) : ?>
				<a class="wp-element-button largesse-mine__button" href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $link ); ?></a>
			<?php else : ?>
				<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"<?php echo 'link' === $quotes ? ' dir="auto"' : ''; ?> href="<?php echo esc_url( $url ); ?>"><?php Escape::echo_escaped( $link ); ?></a>
			<?php endif; ?>
		<?php endforeach; ?>
	</p>
	<?php if ( '' !== $hint ) : ?>
		<p class="largesse-mine__hint"><?php echo esc_html( $hint ); ?></p>
	<?php endif; ?>
</div>
