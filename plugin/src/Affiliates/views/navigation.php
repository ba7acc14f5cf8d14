<?php
/**
 * Line above or below the table of affiliate links.
 *
 * @var string          $which Position: `top` or `bottom`.
 * @var string          $form  Id of the form with the links.
 * @var Closure(): void $pages Prints the links to pages.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="tablenav <?php echo esc_attr( $which ); ?>">
	<button class="button button-primary" form="<?php echo esc_attr( $form ); ?>"><?php esc_html_e( 'Save', 'largesse' ); ?></button>
	<?php $pages(); ?>
	<br class="clear">
</div>
