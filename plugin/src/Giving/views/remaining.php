<?php
/**
 * How many pieces of a wish are still wanted, in words and as a bar. The bar repeats the words.
 *
 * @var string   $text  The words.
 * @var int|null $found Percentage that guests give; null for a page that must not reveal it.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( null === $found ) : ?>
	<p class="largesse-wanted"><?php echo esc_html( $text ); ?></p>
<?php else : ?>
	<p class="largesse-wanted"><span class="largesse-wanted__bar" aria-hidden="true"><span style="width:<?php echo (int) $found; ?>%"></span></span> <span class="largesse-wanted__text"><?php echo esc_html( $text ); ?></span></p>
<?php endif; ?>
