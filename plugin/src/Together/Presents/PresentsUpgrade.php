<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Features;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Foundation\Service\Client;
use Largesse\Services;

/**
 * Converts data of earlier versions, in which ideas and suggestions were two features, and the site stored the promises
 * of suggestions.
 */
final class PresentsUpgrade {

	/** Timeout of a call in seconds, because a request of an administrator waits for it. */
	private const TIMEOUT_S = 3;

	/** Returns false if the service did not answer, so that a later request must try again. */
	public static function run(): bool {
		$switches = get_option( Features::OPTION );
		if ( is_array( $switches ) ) {
			// Stores only the switches of features that exist.
			Features::store(
				! empty( $switches['ideas'] ) || ! empty( $switches['suggestions'] ) ? array( Module::FEATURE => true ) : array()
			);
		}
		$promises = ( new SuggestedPromises( Services::get( Client::class ) ) )->with_timeout( self::TIMEOUT_S );
		foreach ( Records::all( StoredSuggestions::KIND ) as $record ) {
			if ( ! self::move( $record, $promises ) ) {
				return false;
			}
		}
		return true;
	}

	/** Moves the promises of a registry to the service. */
	private static function move( Record $record, SuggestedPromises $promises ): bool {
		foreach ( $record->data['all'] ?? array() as $entry ) {
			$is_open = ! empty( $entry['gives'] ) && '' === ( $entry['gift'] ?? '' );
			if (
				$is_open
				&& null !== $promises->put(
					$record->registry,
					Suggestion::from_array( $entry ),
					(string) ( $entry['email'] ?? '' )
				)
			) {
				return false;
			}
		}
		// Writing the entries removes the fields that they no longer have.
		StoredSuggestions::change(
			$record->registry,
			static fn ( StoredSuggestions $now ): StoredSuggestions => array_reduce(
				$now->all,
				static fn ( StoredSuggestions $all, Suggestion $one ): StoredSuggestions => $all->with( $one ),
				$now
			)
		);
		return true;
	}
}
