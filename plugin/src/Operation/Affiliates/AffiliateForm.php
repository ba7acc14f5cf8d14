<?php
declare( strict_types=1 );

namespace Largesse\Operation\Affiliates;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Registry\Store;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;

/**
 * Form of the screen with all affiliate links (AffiliateScreen). The subject is the lines of the table.
 *
 * @extends Form<list<array<string, mixed>>>
 */
final class AffiliateForm extends Form {

	/** Name of the lines, and action of the nonce. */
	public const FIELD = 'largesse_links';

	public function __construct( private readonly Store $store ) {}

	/** @return list<array<string, mixed>> */
	protected function subject( Submission $sent ): array {
		return self::parse( $sent );
	}

	protected function proof( mixed $lines, string $button ): Proof {
		return Proof::nonce( self::FIELD );
	}

	/**
	 * Parses the form. It contains each item as the table has shown it. So only changed fields are saved, and never
	 * overwrite later changes by someone else. Links are not sanitized, because sanitizing would destroy encoded
	 * characters.
	 *
	 * @return list<array<string, mixed>> Items with their `typed` link and status.
	 */
	public static function parse( Submission $sent ): array {
		$lines = array();
		foreach ( (array) $sent->raw( self::FIELD ) as $line ) {
			list( 'item' => $item, 'url' => $url, 'status' => $status ) = (
				is_array( $line ) ? array_filter( $line, 'is_string' ) : array()
			) + array_fill_keys( array( 'item', 'url', 'status' ), '' );

			$item = json_decode( $item, true );
			if ( isset( $item['id'], $item['registry_id'], $item['name'], AffiliateScreen::statuses()[ $status ] ) ) {
				$text    = FieldRules::trim( $url );
				$typed   = array(
					'affiliate_url'    => '' === $text ? null : $text,
					'affiliate_status' => Rules::UNSET_STATUS === $status ? null : $status,
				);
				$lines[] = $item + compact( 'typed' );
			}
		}
		return $lines;
	}

	/**
	 * Saves the changed lines, one after the other, only with the API's item routes: for a registry route, the API would
	 * send a request to this site while this site waits for the API. If the service stops answering, skips the remaining
	 * lines, because each further call would wait until its timeout.
	 *
	 * @param list<array<string, mixed>> $lines
	 */
	protected function press( mixed $lines, string $button, Submission $sent ): NextPage|UnsavedLines {
		$saved     = 0;
		$failed    = array();
		$is_silent = false;
		foreach ( $lines as $line ) {
			$fields = array_diff_assoc( $line['typed'], $line );
			if ( ! $fields ) {
				continue;
			}
			$url     = $fields['affiliate_url'] ?? '';
			$problem = match ( true ) {
				$is_silent => __( 'Skipped, because the registry service did not answer.', 'largesse' ),
				// The API accepts any text for a link, but only a complete address is useful.
				'' !== $url && ! preg_match( Rules::HTTP_ADDRESS, $url ) => __( 'The affiliate link must be a complete address that begins with http:// or https://.', 'largesse' ),
				default => null,
			};
			if ( null === $problem ) {
				$answer    = $this->store->items->update( (int) $line['registry_id'], (int) $line['id'], $fields );
				$is_silent = is_wp_error( $answer ) && 0 === ApiError::status( $answer );
				$problem   = is_wp_error( $answer )
					? $answer->get_error_message()
					: ( null === $answer ? __( 'This item is no longer there.', 'largesse' ) : null );
			}
			if ( null === $problem ) {
				++$saved;
			} else {
				$failed[] = compact( 'problem' ) + $line;
			}
		}
		if ( ! $failed ) {
			return new NextPage( AffiliateScreen::url( array( 'updated' => (string) $saved ) ) );
		}
		/* translators: %s: a number of items. */
		$text = sprintf( _n( '%s item was not changed.', '%s items were not changed.', count( $failed ), 'largesse' ), Number::text( count( $failed ) ) );
		return new UnsavedLines( ( $saved > 0 ? AffiliateScreen::changed( $saved ) . ' ' : '' ) . $text, $failed );
	}
}
