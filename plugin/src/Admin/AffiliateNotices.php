<?php
/**
 * What the screen of affiliate links says.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use WP_Error;

/**
 * Says above the list what became of changes, and why there is nothing to see.
 */
final class AffiliateNotices {

	/**
	 * What the address says that was changed, after everything went well.
	 */
	public static function updated(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only says how many.
		$number = isset( $_GET['updated'] ) && is_string( $_GET['updated'] ) ? absint( $_GET['updated'] ) : null;
		if ( null !== $number ) {
			/* translators: %s: a number of items. */
			$text = 0 === $number ? __( 'Nothing had to be changed.', 'largesse' ) : sprintf( _n( '%s item changed.', '%s items changed.', $number, 'largesse' ), number_format_i18n( $number ) );
			self::show( 'success', '<p>' . esc_html( $text ) . '</p>' );
		}
	}

	/**
	 * What became of each item where something went wrong.
	 *
	 * @param AffiliateResult $result What became of them.
	 */
	public static function result( AffiliateResult $result ): void {
		$number = count( $result->changed );
		if ( $number > 0 ) {
			/* translators: %s: a number of items. */
			$text = sprintf( _n( '%s item changed:', '%s items changed:', $number, 'largesse' ), number_format_i18n( $number ) );
			self::show( 'success', '<p>' . esc_html( $text ) . '</p>' . self::items( array_map( fn ( int $id ) => array( $result->name( $id ), '' ), $result->changed ) ) );
		}
		$number = count( $result->complaints );
		if ( $number > 0 ) {
			/* translators: %s: a number of items. */
			$text  = sprintf( _n( '%s item was not changed:', '%s items were not changed:', $number, 'largesse' ), number_format_i18n( $number ) );
			$lines = array_map( fn ( int $id ) => array( $result->name( $id ), $result->complaints[ $id ] ), array_keys( $result->complaints ) );
			self::show( 'error', '<p>' . esc_html( $text ) . '</p>' . self::items( $lines ) );
		}
	}

	/**
	 * Why the service gave nothing, and where that can be mended.
	 *
	 * @param WP_Error $error What went wrong.
	 */
	public static function error( WP_Error $error ): void {
		$status = $error->get_error_data()['status'] ?? null;
		$hint   = match ( true ) {
			null === $status => '',
			in_array( $status, array( 401, 403 ), true ) => __( 'The account of this site has to be an administrator’s, and the gateway key the right one.', 'largesse' ),
			in_array( $status, array( 404, 422 ), true ) => __( 'Either the address is wrong, or the service is older than this plugin.', 'largesse' ),
			default => __( 'Trying again later may help.', 'largesse' ),
		};
		self::show(
			'error',
			sprintf(
				'<p><strong>%s</strong> %s</p><p>%s</p><p><a href="%s">%s</a></p>',
				esc_html__( 'Affiliate links cannot be shown or changed now.', 'largesse' ),
				esc_html( $error->get_error_message() ),
				esc_html( $hint ),
				esc_url( admin_url( 'options-general.php?page=largesse' ) ),
				esc_html__( 'Check the settings of Largesse', 'largesse' )
			)
		);
	}

	/**
	 * Something to know about a list.
	 *
	 * @param string $type "warning", "error", "success" or "info".
	 * @param string $text The text, not escaped.
	 */
	public static function say( string $type, string $text ): void {
		self::show( $type, '<p>' . esc_html( $text ) . '</p>' );
	}

	/**
	 * Items in a notice.
	 *
	 * @param list<array{string, string}> $lines Name and what is said of it, not escaped.
	 */
	private static function items( array $lines ): string {
		$html = '';
		foreach ( $lines as list( $name, $text ) ) {
			$html .= '<li><bdi>' . PlainText::html( $name ) . '</bdi>' . ( '' === $text ? '' : ': ' . esc_html( $text ) ) . '</li>';
		}
		return '<ul class="ul-disc">' . $html . '</ul>';
	}

	/**
	 * Shows a notice; one that reports a fault is read out at once.
	 *
	 * @param string $type Kind of notice.
	 * @param string $html Its text as HTML, escaped.
	 */
	private static function show( string $type, string $html ): void {
		printf(
			'<div class="notice notice-%s" role="%s">%s</div>',
			esc_attr( $type ),
			'error' === $type ? 'alert' : 'status',
			$html // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Escaped by the callers.
		);
	}
}
