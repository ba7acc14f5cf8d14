<?php
/**
 * Folded links of a feature among the settings of a registry.
 *
 * @var string                $heading Name of the feature.
 * @var list<string>          $texts   Paragraphs; the first one is the explanation.
 * @var array<string, string> $links   Texts by address.
 *
 * @version b6d8aae9
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<details class="largesse-mine__card largesse-mine__fold">
	<summary><h3><?php echo esc_html( $heading ); ?></h3></summary>
	<div class="largesse-mine__folded">
		<?php foreach ( $texts as $place => $text ) : ?>
			<p<?php echo 0 === $place ? ' class="largesse-mine__hint"' : ''; ?>><?php echo esc_html( $text ); ?></p>
		<?php endforeach; ?>
		<div class="largesse-mine__buttons">
			<?php foreach ( $links as $url => $text ) : ?>
				<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
					href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $text ); ?></a>
			<?php endforeach; ?>
		</div>
	</div>
</details>
