<?php
/**
 * Page that imports wishes from a file. A script fills the empty frame.
 *
 * @var string $back_url  Address of the previous page.
 * @var string $back_text Text of the link to it.
 *
 * @version e6b0ea3a
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__back">
	<a href="<?php echo esc_url( $back_url ); ?>"><?php echo esc_html( $back_text ); ?></a>
</p>
<?php largesse_print_template( 'owners/without-script', array( 'links' => array() ) ); ?>
<div class="largesse-mine__page" data-largesse-page="frame"><div class="largesse-mine__blank"></div></div>
