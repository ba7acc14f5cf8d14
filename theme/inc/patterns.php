<?php
/** Translations, category and functions of the patterns. @package Largesse */

declare( strict_types=1 );

namespace Largesse\Theme;

add_action( 'after_setup_theme', __NAMESPACE__ . '\\load_translations' );
add_action( 'init', __NAMESPACE__ . '\\add_pattern_category' );

/** Loads the theme's translations. */
function load_translations(): void {
	load_theme_textdomain( 'largesse-theme', get_template_directory() . '/languages' );
}

/** Registers a category for the theme's patterns in the inserter. */
function add_pattern_category(): void {
	register_block_pattern_category( 'largesse', array( 'label' => __( 'Largesse', 'largesse-theme' ) ) );
}

/** Returns the address of a drawing (file name without extension), escaped for block attributes and HTML. */
function drawing( string $name ): string {
	return esc_url( get_theme_file_uri( "assets/drawings/{$name}.svg" ) );
}

/** Encodes a text as JSON for the comment of a block. */
function json_text( string $text ): string {
	return substr( serialize_block_attributes( array( $text ) ), 1, -1 );
}

/**
 * Prints the blocks of a hero section: a text with a link to My registries, beside a drawing.
 *
 * @param string $occasion File name of the drawing, without extension.
 * @param string $eyebrow  A few words above the title.
 */
function occasion_hero( string $occasion, string $eyebrow, string $title, string $text ): void {
	?>
<!-- wp:group {"align":"full","style":{"spacing":{"padding":{"top":"var:preset|spacing|60","bottom":"var:preset|spacing|60"},"margin":{"top":"0","bottom":"0"}}},"backgroundColor":"tint","layout":{"type":"constrained"}} -->
<div class="wp-block-group alignfull has-tint-background-color has-background" style="margin-top:0;margin-bottom:0;padding-top:var(--wp--preset--spacing--60);padding-bottom:var(--wp--preset--spacing--60)"><!-- wp:columns {"verticalAlignment":"center","align":"wide","style":{"spacing":{"blockGap":{"top":"var:preset|spacing|50","left":"var:preset|spacing|60"}}}} -->
<div class="wp-block-columns alignwide are-vertically-aligned-center"><!-- wp:column {"verticalAlignment":"center","width":"58%"} -->
<div class="wp-block-column is-vertically-aligned-center" style="flex-basis:58%"><!-- wp:paragraph {"className":"largesse-eyebrow"} -->
<p class="largesse-eyebrow"><?php echo esc_html( $eyebrow ); ?></p>
<!-- /wp:paragraph -->

<!-- wp:heading {"level":1,"fontSize":"huge"} -->
<h1 class="wp-block-heading has-huge-font-size"><?php echo esc_html( $title ); ?></h1>
<!-- /wp:heading -->

<!-- wp:paragraph {"textColor":"muted","fontSize":"large"} -->
<p class="has-muted-color has-text-color has-large-font-size"><?php echo esc_html( $text ); ?></p>
<!-- /wp:paragraph -->

<!-- wp:buttons -->
<div class="wp-block-buttons"><!-- wp:button -->
<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="<?php echo esc_url( start_registry_url( $occasion ) ); ?>"><?php esc_html_e( 'Start your own', 'largesse-theme' ); ?></a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons -->
</div>
<!-- /wp:column -->

<!-- wp:column {"verticalAlignment":"center","width":"42%"} -->
<div class="wp-block-column is-vertically-aligned-center" style="flex-basis:42%"><!-- wp:image {"sizeSlug":"full","linkDestination":"none","className":"largesse-drawing"} -->
<figure class="wp-block-image size-full largesse-drawing"><img src="<?php echo esc_url( drawing( $occasion ) ); ?>" alt=""/></figure>
<!-- /wp:image -->

</div>
<!-- /wp:column --></div>
<!-- /wp:columns -->
</div>
<!-- /wp:group -->
	<?php
}

/**
 * Prints the blocks of a list of cards.
 *
 * @param string $query     Attributes of the query as JSON, without attributes that all lists share.
 * @param string $empty     Sentence about an empty list.
 * @param int    $level     Level of the headings of the cards.
 * @param bool   $has_pages Whether links lead to further pages of the list.
 * @param bool   $has_dates Whether the cards show the date of their post.
 */
function card_list(
	string $query,
	string $empty,
	int $level = 2,
	bool $has_pages = true,
	bool $has_dates = false
): void {
	?>
<!-- wp:query {"query":{<?php echo $query; // phpcs:ignore WordPress.Security.EscapeOutput ?>,"pages":0,"offset":0,"order":"desc","orderBy":"date","author":"","search":"","exclude":[],"sticky":""},"align":"wide"} -->
<div class="wp-block-query alignwide"><!-- wp:post-template {"style":{"spacing":{"blockGap":"var:preset|spacing|40"}},"layout":{"type":"grid","minimumColumnWidth":"18rem"}} -->
<!-- wp:group {"className":"largesse-card","style":{"border":{"radius":"var(--wp--custom--radius--card)","width":"1px"},"spacing":{"padding":{"top":"var:preset|spacing|40","right":"var:preset|spacing|40","bottom":"var:preset|spacing|40","left":"var:preset|spacing|40"},"blockGap":"0.5rem"}},"backgroundColor":"surface","borderColor":"line","layout":{"type":"default"}} -->
<div class="wp-block-group largesse-card has-border-color has-line-border-color has-surface-background-color has-background" style="border-width:1px;border-radius:var(--wp--custom--radius--card);padding-top:var(--wp--preset--spacing--40);padding-right:var(--wp--preset--spacing--40);padding-bottom:var(--wp--preset--spacing--40);padding-left:var(--wp--preset--spacing--40)">
	<?php
	if ( $has_dates ) :
		?>
	<!-- wp:post-date /-->

	<?php endif; ?><!-- wp:post-title {"level":<?php echo (int) $level; ?>,"isLink":true,"fontSize":"x-large"} /-->

<!-- wp:post-excerpt {"excerptLength":22,"textColor":"muted"} /--></div>
<!-- /wp:group -->
<!-- /wp:post-template -->
	<?php if ( $has_pages ) : ?>

<!-- wp:query-pagination {"align":"wide","layout":{"type":"flex","justifyContent":"space-between"}} -->
<!-- wp:query-pagination-previous /-->

<!-- wp:query-pagination-next /-->
<!-- /wp:query-pagination -->
	<?php endif; ?>

<!-- wp:query-no-results -->
<!-- wp:paragraph {"textColor":"muted"} -->
<p class="has-muted-color has-text-color"><?php echo esc_html( $empty ); ?></p>
<!-- /wp:paragraph -->

<!-- /wp:query-no-results --></div>
<!-- /wp:query -->
	<?php
}
