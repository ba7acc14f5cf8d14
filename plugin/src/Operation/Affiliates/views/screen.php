<?php
/**
 * Screen in wp-admin with the affiliate links of all items.
 *
 * @var array<string, string>           $notices      Texts above the table, by kind: `error`, `info` or `success`.
 * @var string                          $settings_url Address of the settings, if the service does not answer; otherwise
 *      empty.
 * @var list<array<string, mixed>>|null $rows         Rows of the table; null if the service does not answer. Keys:
 *      `line` (beginning of the names of the fields), `json` (the item as the form shows it), `name`, `facts` (shop and
 *      price, as far as known), `registry` and `shop` (HTML), `url` and `status` of the link, and `problem` (why they
 *      were not saved; may be empty).
 * @var string                          $search       Search text; may be empty.
 * @var string                          $status       Status that the items have; empty for any.
 * @var array<string, string>           $statuses     Names of the statuses by value.
 * @var string                          $url          Address of the list.
 * @var string                          $form_id      Id of the form that saves the table, and action of its nonce.
 * @var array<string, string>           $hidden       Parameters that stay the same in a search.
 * @var array<string, string>           $pages        Addresses of the neighbouring pages by text.
 *
 * @version 3ba00a6d
 */

declare( strict_types=1 );

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
	<?php foreach ( $notices as $kind => $text ) : ?>
		<div class="notice notice-<?php echo esc_attr( $kind ); ?>"
			role="<?php echo 'error' === $kind ? 'alert' : 'status'; ?>">
			<p><?php echo esc_html( $text ); ?><?php
				if ( 'error' === $kind && '' !== $settings_url ) :
					?> <a href="<?php echo esc_url( $settings_url ); ?>"><?php esc_html_e( 'Check the settings of Largesse', 'largesse' ); ?></a><?php
				endif;
			?></p>
		</div>
	<?php endforeach; ?>
	<?php if ( null !== $rows ) : ?>
		<form method="get" action="<?php echo esc_url( admin_url( 'edit.php' ) ); ?>">
			<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
			<p>
				<label class="screen-reader-text" for="largesse-search"><?php esc_html_e( 'Search items', 'largesse' ); ?></label>
				<input type="search" id="largesse-search" name="s" value="<?php echo largesse_html( $search ); ?>" />
				<select name="affiliate_status" aria-label="<?php esc_attr_e( 'Status', 'largesse' ); ?>">
					<?php foreach ( array( '' => __( 'All', 'largesse' ) ) + $statuses as $key => $text ) : ?>
						<option value="<?php echo esc_attr( $key ); ?>"<?php selected( $key, $status ); ?>><?php
							echo esc_html( $text );
						?></option>
					<?php endforeach; ?>
				</select>
				<button class="button"><?php esc_html_e( 'Search items', 'largesse' ); ?></button>
			</p>
		</form>
		<form method="post" action="<?php echo esc_url( $url ); ?>" id="<?php echo esc_attr( $form_id ); ?>">
			<?php wp_nonce_field( $form_id ); ?>
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
					<?php foreach ( $rows as $row ) : ?>
						<tr>
							<td>
								<strong class="row-title"><bdi><?php echo largesse_html( $row['name'] ); ?></bdi></strong>
								<?php foreach ( $row['facts'] as $fact ) : ?>
									<br /><bdi><?php echo largesse_html( $fact ); ?></bdi>
								<?php endforeach; ?>
							</td>
							<td><?php largesse_print_html( $row['registry'] ); ?></td>
							<td><?php largesse_print_html( $row['shop'] ); ?></td>
							<td>
								<input type="hidden" name="<?php echo esc_attr( "{$row['line']}[item]" ); ?>"
									value="<?php echo largesse_html( $row['json'] ); ?>" />
								<input type="text" inputmode="url" dir="ltr" class="large-text code" autocomplete="off" spellcheck="false"
									aria-label="<?php
										/* translators: %s: name of an item. */
										echo largesse_html( sprintf( __( 'Affiliate link of %s', 'largesse' ), $row['name'] ) );
									?>"
									name="<?php echo esc_attr( "{$row['line']}[url]" ); ?>" value="<?php echo largesse_html( $row['url'] ); ?>"
									<?php if ( '' !== $row['problem'] ) : ?>
										aria-invalid="true" aria-describedby="<?php echo esc_attr( "{$row['line']}[problem]" ); ?>"
									<?php endif; ?>
								/>
								<?php if ( '' !== $row['problem'] ) : ?>
									<div class="notice notice-error inline" id="<?php echo esc_attr( "{$row['line']}[problem]" ); ?>">
										<p><?php echo esc_html( $row['problem'] ); ?></p>
									</div>
								<?php endif; ?>
							</td>
							<td>
								<?php /* translators: %s: name of an item. */ ?>
								<select aria-label="<?php echo largesse_html( sprintf( __( 'Status of %s', 'largesse' ), $row['name'] ) ); ?>"
									name="<?php echo esc_attr( "{$row['line']}[status]" ); ?>">
									<?php foreach ( $statuses as $key => $text ) : ?>
										<option value="<?php echo esc_attr( $key ); ?>"<?php selected( $key, $row['status'] ); ?>><?php
											echo esc_html( $text );
										?></option>
									<?php endforeach; ?>
								</select>
							</td>
						</tr>
					<?php endforeach; ?>
					<?php if ( ! $rows ) : ?>
						<tr><td colspan="5"><?php esc_html_e( 'No items found.', 'largesse' ); ?></td></tr>
					<?php endif; ?>
				</tbody>
			</table>
			<p>
				<button class="button button-primary"><?php esc_html_e( 'Save', 'largesse' ); ?></button>
				<?php foreach ( $pages as $text => $address ) : ?>
					<a class="button" href="<?php echo esc_url( $address ); ?>"><?php echo esc_html( $text ); ?></a>
				<?php endforeach; ?>
			</p>
		</form>
	<?php endif; ?>
</div>
