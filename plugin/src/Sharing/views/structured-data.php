<?php
/**
 * Description of a page for search engines, in the vocabulary of schema.org.
 *
 * @var string $json JSON without `<` and `&`.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<script type="application/ld+json"><?php Template::print_html( $json ); ?></script>
