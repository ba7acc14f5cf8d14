<?php
/**
 * Screen in wp-admin with the affiliate links of all items.
 *
 * @var list<array<string, mixed>>      $notices  Kind, text, listed lines of the form, and address of the settings.
 * @var list<array<string, mixed>>|null $rows     Rows of the table; null if the service does not answer.
 * @var string                          $lines    Name of the form's lines, and action of its nonce.
 * @var string                          $search   Search text; may be empty.
 * @var string                          $status   Status that the items have; empty for any.
 * @var string                          $url      Address of the list.
 * @var array<string, string>           $hidden   Parameters that stay the same in a search.
 * @var string                          $previous Address of the previous page; empty for none.
 * @var string                          $next     Address of the next page; empty for none.
 */

declare( strict_types=1 );

use Largesse\Affiliates\AffiliateStatus;
use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<style>
	.largesse-links { overflow-wrap: anywhere }
	.largesse-links th:nth-child(4) { inline-size: 30% }
	.largesse-links select { max-inline-size: 100% }
	/* On phones, each cell has its own line. The names of the fields replace the headings. */
	@media (max-width: 782px) {
		.largesse-links thead { position: absolute; clip-path: inset(50%) }
		.largesse-links :is(tr, td) { display: block }
	}
</style>
<div class="wrap">
	<h1><?php esc_html_e( 'Affiliate links', 'largesse' ); ?></h1>
	<?php foreach ( $notices as $notice ) : ?>
		<div class="notice notice-<?php echo esc_attr( $notice['kind'] ); ?>" role="<?php echo 'error' === $notice['kind'] ? 'alert' : 'status'; ?>">
			<p><?php echo esc_html( $notice['text'] ); ?><?php if ( '' !== $notice['url'] ) : ?> <a href="<?php echo esc_url( $notice['url'] ); ?>"><?php esc_html_e( 'Check the settings of Largesse', 'largesse' ); ?></a><?php endif; ?></p>
			<?php if ( $notice['lines'] ) : ?>
				<ul class="ul-disc">
					<?php foreach ( $notice['lines'] as $line ) : ?>
						<li><bdi><?php Escape::echo_escaped( $line['name'] ); ?></bdi><?php echo esc_html( '' === (string) $line['problem'] ? '' : ": {$line['problem']}" ); ?></li>
					<?php endforeach; ?>
				</ul>
			<?php endif; ?>
		</div>
	<?php endforeach; ?>
	<?php if ( null !== $rows ) : ?>
		<form method="get" action="<?php echo esc_url( admin_url( 'edit.php' ) ); ?>">
			<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
			<p>
				<label class="screen-reader-text" for="largesse-search"><?php esc_html_e( 'Search items', 'largesse' ); ?></label>
				<input type="search" id="largesse-search" name="s" value="<?php Escape::echo_escaped( $search ); ?>" />
				<select name="affiliate_status" aria-label="<?php esc_attr_e( 'Status', 'largesse' ); ?>">
					<?php foreach ( array( '' => __( 'All', 'largesse' ) ) + AffiliateStatus::labels() as $key => $text ) : ?>
						<option value="<?php echo esc_attr( $key ); ?>"<?php selected( $key, $status ); ?>><?php echo esc_html( $text ); ?></option>
					<?php endforeach; ?>
				</select>
				<button class="button"><?php esc_html_e( 'Search items', 'largesse' ); ?></button>
			</p>
		</form>
		<form method="post" action="<?php echo esc_url( $url ); ?>" id="<?php echo esc_attr( $lines ); ?>">
			<?php wp_nonce_field( $lines ); ?>
			<table class="widefat striped largesse-links">
				<thead>
					<tr>
						<th scope="col"><?php esc_html_e( 'Item', 'largesse' ); ?></th>
						<th scope="col"><?php esc_html_e( 'Registry', 'largesse' ); ?></th>
						<th scope="col"><?php esc_html_e( 'Shop link', 'largesse' ); ?></th>
						<th scope="col"><?php esc_html_e( 'Affiliate link', 'largesse' ); ?></th>
						<th scope="col"><?php esc_html_e( 'Status', 'largesse' ); ?></th>
					</tr>
				</thead>
				<tbody>
					<?php
					foreach ( $rows as $row ) {
						Template::print( 'affiliates/row', $row );
					}
					?>
					<?php if ( ! $rows ) : ?>
						<tr><td colspan="5"><?php esc_html_e( 'No items found.', 'largesse' ); ?></td></tr>
					<?php endif; ?>
				</tbody>
			</table>
			<p>
				<button class="button button-primary"><?php esc_html_e( 'Save', 'largesse' ); ?></button>
				<?php if ( '' !== $previous ) : ?>
					<a class="button" href="<?php echo esc_url( $previous ); ?>"><?php esc_html_e( 'Previous page', 'largesse' ); ?></a>
				<?php endif; ?>
				<?php if ( '' !== $next ) : ?>
					<a class="button" href="<?php echo esc_url( $next ); ?>"><?php esc_html_e( 'Next page', 'largesse' ); ?></a>
				<?php endif; ?>
			</p>
		</form>
	<?php endif; ?>
</div>
