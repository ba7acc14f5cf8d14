<?php
/**
 * Number of pieces of a wish that are still wanted, in words and as a bar. The bar repeats the words, so screen readers
 * skip it.
 *
 * @var string   $text  The words.
 * @var int|null $found Percentage of the pieces that guests give. Null if only one piece is wanted, if no piece is
 *                      left, or if the page must not reveal the percentage.
 *
 * @version c8206ffd
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-wanted"><?php echo esc_html( $text ); ?><?php
	if ( null !== $found ) :
		?> <span class="largesse-wanted__bar"
			aria-hidden="true"><span style="width:<?php echo (int) $found; ?>%"></span></span><?php
	endif;
?></p>
