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

<?php
Largesse\Theme\card_list(
	'"perPage":12,"postType":"post","inherit":true',
	__( 'Nothing was found. Try only a first name, or the occasion and the month.', 'largesse-theme' )
);
