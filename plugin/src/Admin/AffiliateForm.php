<?php
/**
 * The forms of affiliate links.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

/**
 * Asks for the affiliate links of one item or many, or whether they shall be removed.
 */
final class AffiliateForm {

	/** What the nonces of the forms are for; also the names of their buttons. */
	public const SAVE   = 'largesse-save-affiliate-links';
	public const REMOVE = 'largesse-remove-affiliate-links';

	/** Name of the fields with links and statuses. */
	public const FIELDS = 'largesse_links';

	/**
	 * Keeps what the forms show.
	 *
	 * @param array<int, array<string, mixed>> $items      The items, by id.
	 * @param AffiliateQuery                   $query      The list to go back to.
	 * @param AffiliateRegistries              $registries Knows their registries.
	 */
	public function __construct(
		private readonly array $items,
		private readonly AffiliateQuery $query,
		private readonly AffiliateRegistries $registries
	) {
		$registries->prime( array_values( $items ) );
	}

	/**
	 * What a sent form holds by the id of the item: the fields as they were typed, and as they were before. The
	 * caller has checked the nonce.
	 *
	 * @return array<int, array{typed: array<string, string|null>, was: array<string, string|null>}>
	 */
	public static function sent(): array {
		// phpcs:ignore WordPress.Security -- See above. Links are free text, in which sanitising would destroy what is encoded.
		$sent  = wp_unslash( $_POST[ self::FIELDS ] ?? array() );
		$lines = array();
		foreach ( is_array( $sent ) ? $sent : array() as $id => $line ) {
			$typed = self::fields( $line, 'url', 'status' );
			$was   = self::fields( $line, 'url_was', 'status_was' );
			if ( is_int( $id ) && $id > 0 && $typed && $was ) {
				$lines[ $id ] = array(
					'typed' => $typed,
					'was'   => $was,
				);
			}
		}
		return $lines;
	}

	/**
	 * The two fields of a line, or null where they are not what the form sends.
	 *
	 * @param mixed  $line   The line.
	 * @param string $url    Key of the link.
	 * @param string $status Key of the status.
	 * @return array<string, string|null>|null
	 */
	private static function fields( mixed $line, string $url, string $status ): ?array {
		if ( ! is_array( $line ) || ! is_string( $line[ $url ] ?? null ) || ! AffiliateStatus::is( $line[ $status ] ?? null ) ) {
			return null;
		}
		$text = trim( $line[ $url ] );
		return array(
			'affiliate_url'    => '' === $text ? null : $text,
			'affiliate_status' => AffiliateStatus::value( $line[ $status ] ),
		);
	}

	/**
	 * Shows a line for each item with fields for its link and status.
	 *
	 * @param array<int, array<string, string|null>> $typed      What was typed, by id, instead of what the items have.
	 * @param array<int, string>                     $complaints What was wrong with it, by id.
	 */
	public function edit( array $typed, array $complaints ): void {
		?>
		<form method="post" action="<?php echo esc_url( $this->query->url() ); ?>">
			<?php wp_nonce_field( self::SAVE ); ?>
			<table class="wp-list-table widefat striped">
				<thead>
					<tr>
						<th scope="col"><?php esc_html_e( 'Item', 'largesse' ); ?></th>
						<th scope="col"><?php esc_html_e( 'Affiliate link', 'largesse' ); ?></th>
						<th scope="col"><?php esc_html_e( 'Status', 'largesse' ); ?></th>
					</tr>
				</thead>
				<tbody>
					<?php
					foreach ( $this->items as $id => $item ) {
						$this->line( $item, $typed[ $id ] ?? array(), $complaints[ $id ] ?? '' );
					}
					?>
				</tbody>
			</table>
			<p class="submit">
				<?php submit_button( __( 'Save', 'largesse' ), 'primary', self::SAVE, false ); ?>
				<?php $this->way_back(); ?>
			</p>
		</form>
		<?php
	}

	/**
	 * Asks whether the links of the items shall be removed.
	 */
	public function removal(): void {
		?>
		<form method="post" action="<?php echo esc_url( $this->query->url() ); ?>">
			<?php wp_nonce_field( self::REMOVE ); ?>
			<p><?php esc_html_e( 'Affiliate link and status of these items will be removed. This cannot be undone.', 'largesse' ); ?></p>
			<ul class="ul-disc">
				<?php foreach ( $this->items as $id => $item ) : ?>
					<li>
						<input type="hidden" name="item[]" value="<?php echo esc_attr( (string) $id ); ?>" />
						<strong><bdi><?php PlainText::show( $item['name'] ); ?></bdi></strong>:
						<?php AffiliateLink::show( $item['affiliate_url'] ); ?>
					</li>
				<?php endforeach; ?>
			</ul>
			<p class="submit">
				<?php submit_button( _n( 'Remove link', 'Remove links', count( $this->items ), 'largesse' ), 'primary', self::REMOVE, false ); ?>
				<?php $this->way_back(); ?>
			</p>
		</form>
		<?php
	}

	/**
	 * The line of one item. What it shows is sent along: of a line that nobody touched, nothing is saved, whatever
	 * somebody else may have changed meanwhile.
	 *
	 * @param array<string, mixed>       $item      The item.
	 * @param array<string, string|null> $typed     What was typed instead of what it has.
	 * @param string                     $complaint What was wrong, or an empty string.
	 */
	private function line( array $item, array $typed, string $complaint ): void {
		$id     = $item['id'];
		$shown  = $typed + $item;
		$status = AffiliateStatus::of( $shown );
		?>
		<tr>
			<td>
				<strong><bdi><?php PlainText::show( $item['name'] ); ?></bdi></strong>
				<?php if ( isset( $item['registry_id'] ) ) : ?>
					<br /><?php $this->registries->show( $item['registry_id'] ); ?>
					<br /><?php AffiliateLink::show( $item['url'] ); ?>
				<?php endif; ?>
			</td>
			<td>
				<?php /* translators: %s: name of an item. */ ?>
				<label class="screen-reader-text" for="largesse-url-<?php echo esc_attr( $id ); ?>"><?php PlainText::show( sprintf( __( 'Affiliate link of %s', 'largesse' ), $item['name'] ) ); ?></label>
				<input type="text" inputmode="url" dir="ltr" class="large-text code" autocomplete="off" spellcheck="false"
					id="largesse-url-<?php echo esc_attr( $id ); ?>"
					name="<?php echo esc_attr( self::FIELDS . "[{$id}][url]" ); ?>"
					value="<?php PlainText::show( (string) $shown['affiliate_url'] ); ?>"
					<?php if ( '' !== $complaint ) : ?>
						aria-invalid="true" aria-describedby="largesse-complaint-<?php echo esc_attr( $id ); ?>"
					<?php endif; ?>
				/>
				<?php if ( '' !== $complaint ) : ?>
					<div class="notice notice-error inline" id="largesse-complaint-<?php echo esc_attr( $id ); ?>"><p><?php echo esc_html( $complaint ); ?></p></div>
				<?php endif; ?>
				<input type="hidden" name="<?php echo esc_attr( self::FIELDS . "[{$id}][url_was]" ); ?>" value="<?php PlainText::show( (string) $item['affiliate_url'] ); ?>" />
				<input type="hidden" name="<?php echo esc_attr( self::FIELDS . "[{$id}][status_was]" ); ?>" value="<?php echo esc_attr( AffiliateStatus::of( $item ) ); ?>" />
			</td>
			<td>
				<?php /* translators: %s: name of an item. */ ?>
				<label class="screen-reader-text" for="largesse-status-<?php echo esc_attr( $id ); ?>"><?php PlainText::show( sprintf( __( 'Status of %s', 'largesse' ), $item['name'] ) ); ?></label>
				<select id="largesse-status-<?php echo esc_attr( $id ); ?>" name="<?php echo esc_attr( self::FIELDS . "[{$id}][status]" ); ?>">
					<?php foreach ( AffiliateStatus::labels() as $key => $label ) : ?>
						<option value="<?php echo esc_attr( $key ); ?>"<?php selected( $key, $status ); ?>><?php echo esc_html( $label ); ?></option>
					<?php endforeach; ?>
				</select>
			</td>
		</tr>
		<?php
	}

	/**
	 * The link back to the list.
	 */
	private function way_back(): void {
		printf( '<a class="button" href="%s">%s</a>', esc_url( $this->query->url() ), esc_html__( 'Cancel', 'largesse' ) );
	}
}
