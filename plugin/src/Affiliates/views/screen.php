<?php
/**
 * Screen in wp-admin with the affiliate links of all items.
 *
 * @var list<array<string, mixed>> $notices Data of `affiliates/notice`.
 * @var AffiliateTable|null        $table   The table; null if the service does not answer.
 * @var string                     $lines   Id of the form with the links, and action of its nonce.
 * @var string                     $search  Search text; may be empty.
 * @var string                     $url     Address of the list.
 * @var array<string, string>      $hidden  Parameters that stay the same in a search.
 */

declare( strict_types=1 );

use Largesse\Affiliates\AffiliateTable;
use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<style>
	.column-affiliate { inline-size: 30% }
	.column-id { inline-size: 5em }
	.column-status select { max-inline-size: 100% }
	/* On phones, WordPress hides all columns except the first until the row is opened. */
	@media (max-width: 782px) {
		.wp-list-table td:is(.column-primary, .column-affiliate, .column-status):not(.hidden) { display: block !important }
		.wp-list-table td:is(.column-affiliate, .column-status) { padding: 3px 8px 3px 35% !important }
	}
</style>
<div class="wrap">
	<h1 class="wp-heading-inline"><?php esc_html_e( 'Affiliate links', 'largesse' ); ?></h1>
	<?php if ( '' !== $search ) : ?>
		<?php /* translators: %s: what was searched for. */ ?>
		<span class="subtitle"><?php Escape::echo_escaped( sprintf( __( 'Search results for: %s', 'largesse' ), $search ) ); ?></span>
	<?php endif; ?>
	<hr class="wp-header-end" />
	<?php
	foreach ( $notices as $notice ) {
		Template::print( 'affiliates/notice', $notice + array( 'title' => '', 'hint' => '', 'url' => '' ) );
	}
	?>
	<?php if ( $table ) : ?>
		<?php $table->views(); ?>
		<form method="get" action="<?php echo esc_url( admin_url( 'edit.php' ) ); ?>">
			<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
			<p class="search-box">
				<label class="screen-reader-text" for="largesse-search"><?php esc_html_e( 'Search items', 'largesse' ); ?></label>
				<input type="search" id="largesse-search" name="s" value="<?php Escape::echo_escaped( $search ); ?>" />
				<?php submit_button( __( 'Search items', 'largesse' ), '', '', false ); ?>
			</p>
		</form>
		<form method="post" action="<?php echo esc_url( $url ); ?>" id="<?php echo esc_attr( $lines ); ?>"><?php wp_nonce_field( $lines ); ?></form>
		<form method="get" action="<?php echo esc_url( admin_url( 'edit.php' ) ); ?>">
			<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden + array( 's' => $search ) ) ); ?>
			<?php $table->display(); ?>
		</form>
	<?php endif; ?>
</div>
