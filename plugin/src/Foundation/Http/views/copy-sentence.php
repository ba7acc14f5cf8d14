<?php
/**
 * Sentence on the pages of a copy of a site.
 *
 * @var string $text The sentence.
 *
 * @version 371bbb0f
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-copy" role="note"><strong><?php echo esc_html( $text ); ?></strong></p>
