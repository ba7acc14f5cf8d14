<?php
declare( strict_types=1 );

namespace Largesse\Affiliates;

use Largesse\Registry\Store;
use Largesse\Service\FieldRules;
use Largesse\Service\Rules;

/**
 * Saves the lines of the table of affiliate links. A line is an item with the keys `typed` (link and status from the
 * form) and `problem` (why they were not saved; null if they were). Uses only the API's item routes. For a registry
 * route, the API would send a request to this site while this site waits for the API.
 */
final class AffiliateChanges {

	public function __construct( private readonly Store $store ) {}

	/**
	 * Parses a form. It contains each item as the table has shown it. So only changed fields are saved, and never
	 * overwrite later changes by someone else. Links are not sanitized, because sanitizing would destroy encoded
	 * characters.
	 *
	 * @param mixed $form Submitted data, without slashes.
	 * @return list<array<string, mixed>> The valid lines.
	 */
	public static function parse( mixed $form ): array {
		$lines = array();
		foreach ( is_array( $form ) ? $form : array() as $line ) {
			list( 'item' => $item, 'url' => $url, 'status' => $status ) = ( is_array( $line ) ? $line : array() ) + array_fill_keys( array( 'item', 'url', 'status' ), '' );

			$item = is_string( $item ) ? json_decode( $item, true ) : null;
			if ( isset( $item['id'], $item['registry_id'], $item['name'] ) && is_string( $url ) && AffiliateStatus::is( $status ) ) {
				$text    = FieldRules::trim( $url );
				$lines[] = $item + array(
					'typed'   => array(
						'affiliate_url'    => '' === $text ? null : $text,
						'affiliate_status' => AffiliateStatus::value( $status ),
					),
					'problem' => '',
				);
			}
		}
		return $lines;
	}

	/**
	 * Saves the changed lines, one after the other. If the service stops answering, skips the remaining lines.
	 * Otherwise, each further call would wait until its timeout.
	 *
	 * @param list<array<string, mixed>> $lines Lines from `parse`.
	 * @return list<array<string, mixed>> The changed lines, with the problems of the ones that were not saved.
	 */
	public function save( array $lines ): array {
		$changed   = array();
		$is_silent = false;
		foreach ( $lines as $line ) {
			$fields = array_diff_assoc( $line['typed'], $line );
			$url    = $fields['affiliate_url'] ?? '';
			if ( ! $fields ) {
				continue;
			}
			// The API accepts any text for a link, but only a complete address is useful.
			$line['problem'] = match ( true ) {
				$is_silent => __( 'Skipped, because the registry service did not answer.', 'largesse' ),
				'' !== $url && ! preg_match( Rules::HTTP_ADDRESS, $url ) => __( 'The affiliate link must be a complete address that begins with http:// or https://.', 'largesse' ),
				default => null,
			};
			if ( null === $line['problem'] ) {
				$answer          = $this->store->items->update( (int) $line['registry_id'], (int) $line['id'], $fields );
				$is_silent       = is_wp_error( $answer ) && 0 === ( $answer->get_error_data()['status'] ?? null );
				$line['problem'] = is_wp_error( $answer ) ? $answer->get_error_message() : ( null === $answer ? __( 'This item is no longer there.', 'largesse' ) : null );
			}
			$changed[] = $line;
		}
		return $changed;
	}
}
