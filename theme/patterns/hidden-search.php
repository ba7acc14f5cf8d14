<?php
/**
 * Title: Search results
 * Slug: largesse/search
 * Inserter: no
 *
 * @package Largesse
 */

declare( strict_types=1 );

?>
<!-- wp:query-title {"type":"search","align":"wide"} /-->

<!-- wp:group {"align":"wide","layout":{"type":"constrained","contentSize":"40rem","justifyContent":"left"}} -->
<div class="wp-block-group alignwide"><!-- wp:pattern {"slug":"largesse/find"} /--></div>
<!-- /wp:group -->

<!-- wp:query {"query":{"perPage":12,"pages":0,"offset":0,"postType":"post","order":"desc","orderBy":"date","author":"","search":"","exclude":[],"sticky":"","inherit":true},"align":"wide"} -->
<div class="wp-block-query alignwide"><!-- wp:post-template {"style":{"spacing":{"blockGap":"var:preset|spacing|40"}},"layout":{"type":"grid","minimumColumnWidth":"18rem"}} -->
<!-- wp:group {"className":"largesse-card","style":{"border":{"radius":"var(--wp--custom--radius--card)","width":"1px"},"spacing":{"padding":{"top":"var:preset|spacing|40","right":"var:preset|spacing|40","bottom":"var:preset|spacing|40","left":"var:preset|spacing|40"},"blockGap":"0.5rem"}},"backgroundColor":"surface","borderColor":"line","layout":{"type":"default"}} -->
<div class="wp-block-group largesse-card has-border-color has-line-border-color has-surface-background-color has-background" style="border-width:1px;border-radius:var(--wp--custom--radius--card);padding-top:var(--wp--preset--spacing--40);padding-right:var(--wp--preset--spacing--40);padding-bottom:var(--wp--preset--spacing--40);padding-left:var(--wp--preset--spacing--40)"><!-- wp:largesse/registry-occasion {"textColor":"accent","fontSize":"small"} /-->

<!-- wp:post-title {"level":2,"isLink":true,"fontSize":"x-large"} /-->

<!-- wp:post-excerpt {"excerptLength":22,"textColor":"muted"} /--></div>
<!-- /wp:group -->
<!-- /wp:post-template -->

<!-- wp:query-pagination {"align":"wide","layout":{"type":"flex","justifyContent":"space-between"}} -->
<!-- wp:query-pagination-previous /-->

<!-- wp:query-pagination-next /-->
<!-- /wp:query-pagination -->

<!-- wp:query-no-results -->
<!-- wp:paragraph {"textColor":"muted","fontSize":"large"} -->
<p class="has-muted-color has-text-color has-large-font-size"><?php esc_html_e( 'Nothing was found. Try only a first name, or the occasion and the month.', 'largesse-theme' ); ?></p>
<!-- /wp:paragraph -->

<!-- /wp:query-no-results --></div>
<!-- /wp:query -->
