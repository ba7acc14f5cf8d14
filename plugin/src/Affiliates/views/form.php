<?php
/**
 * Form that changes or removes the affiliate links of items.
 *
 * @var string                     $url        Address of the list.
 * @var bool                       $is_removal Whether the form removes the links.
 * @var string                     $action     Name of the button, and action of the nonce.
 * @var string                     $label      Text of the button.
 * @var list<array<string, mixed>> $lines      Items: `id`, `name`, `about` (HTML of `screens/cell`), `address` (HTML), `fields` (name of its fields), `url`, `url_was`, `status`, `status_was`, `problem`.
 */

declare( strict_types=1 );

use Largesse\Affiliates\AffiliateStatus;
use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<style>
	/* On phones, each cell has its own line, as in WordPress's tables. */
	@media (max-width: 782px) {
		.largesse-affiliate-links thead { display: none }
		.largesse-affiliate-links td { display: block; overflow-wrap: anywhere }
		.largesse-affiliate-links td::before { content: attr(data-colname) }
	}
</style>
<form method="post" action="<?php echo esc_url( $url ); ?>">
	<?php wp_nonce_field( $action ); ?>
	<?php if ( $is_removal ) : ?>
		<p><?php esc_html_e( 'The affiliate links and statuses of these items will be removed. This cannot be undone.', 'largesse' ); ?></p>
		<ul class="ul-disc">
			<?php foreach ( $lines as $line ) : ?>
				<li>
					<input type="hidden" name="item[]" value="<?php echo esc_attr( (string) $line['id'] ); ?>" />
					<strong><bdi><?php Escape::echo_escaped( $line['name'] ); ?></bdi></strong>:
					<?php Template::print_html( $line['address'] ); ?>
				</li>
			<?php endforeach; ?>
		</ul>
	<?php else : ?>
		<table class="wp-list-table widefat striped largesse-affiliate-links">
			<thead>
				<tr>
					<th scope="col"><?php esc_html_e( 'Item', 'largesse' ); ?></th>
					<th scope="col"><?php esc_html_e( 'Affiliate link', 'largesse' ); ?></th>
					<th scope="col"><?php esc_html_e( 'Status', 'largesse' ); ?></th>
				</tr>
			</thead>
			<tbody>
				<?php foreach ( $lines as $line ) : ?>
					<tr>
						<td>
							<strong><bdi><?php Escape::echo_escaped( $line['name'] ); ?></bdi></strong>
							<?php foreach ( $line['about'] as $html ) : ?>
								<br /><?php Template::print_html( $html ); ?>
							<?php endforeach; ?>
						</td>
						<td data-colname="<?php esc_attr_e( 'Affiliate link', 'largesse' ); ?>">
							<?php /* translators: %s: name of an item. */ ?>
							<label class="screen-reader-text" for="largesse-url-<?php echo (int) $line['id']; ?>"><?php Escape::echo_escaped( sprintf( __( 'Affiliate link of %s', 'largesse' ), $line['name'] ) ); ?></label>
							<input type="text" inputmode="url" dir="ltr" class="large-text code" autocomplete="off" spellcheck="false"
								id="largesse-url-<?php echo (int) $line['id']; ?>"
								name="<?php echo esc_attr( "{$line['fields']}[url]" ); ?>"
								value="<?php Escape::echo_escaped( $line['url'] ); ?>"
								<?php if ( '' !== $line['problem'] ) : ?>
									aria-invalid="true" aria-describedby="largesse-problem-<?php echo (int) $line['id']; ?>"
								<?php endif; ?>
							/>
							<?php if ( '' !== $line['problem'] ) : ?>
								<div class="notice notice-error inline" id="largesse-problem-<?php echo (int) $line['id']; ?>"><p><?php echo esc_html( $line['problem'] ); ?></p></div>
							<?php endif; ?>
							<input type="hidden" name="<?php echo esc_attr( "{$line['fields']}[url_was]" ); ?>" value="<?php Escape::echo_escaped( $line['url_was'] ); ?>" />
							<input type="hidden" name="<?php echo esc_attr( "{$line['fields']}[status_was]" ); ?>" value="<?php echo esc_attr( $line['status_was'] ); ?>" />
						</td>
						<td data-colname="<?php esc_attr_e( 'Status', 'largesse' ); ?>">
							<?php /* translators: %s: name of an item. */ ?>
							<label class="screen-reader-text" for="largesse-status-<?php echo (int) $line['id']; ?>"><?php Escape::echo_escaped( sprintf( __( 'Status of %s', 'largesse' ), $line['name'] ) ); ?></label>
							<select id="largesse-status-<?php echo (int) $line['id']; ?>" name="<?php echo esc_attr( "{$line['fields']}[status]" ); ?>">
								<?php foreach ( AffiliateStatus::labels() as $key => $text ) : ?>
									<option value="<?php echo esc_attr( $key ); ?>"<?php selected( $key, $line['status'] ); ?>><?php echo esc_html( $text ); ?></option>
								<?php endforeach; ?>
							</select>
						</td>
					</tr>
				<?php endforeach; ?>
			</tbody>
		</table>
	<?php endif; ?>
	<p class="submit">
		<?php submit_button( $label, 'primary', $action, false ); ?>
		<a class="button" href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Cancel', 'largesse' ); ?></a>
	</p>
</form>
