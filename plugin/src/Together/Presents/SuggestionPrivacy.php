<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\People\Mail\RecipientMailboxes;
use Largesse\PersonalData;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;

/**
 * Suggestions that a person has made, by account. The promises of suggestions are ideas of the service, which
 * IdeaPrivacy exports. An e-mail address leads to a suggestion only through its promise.
 */
final class SuggestionPrivacy extends PersonalData {

	public const GROUP = 'largesse-suggested';

	public function label(): string {
		return __( 'Suggested wishes', 'largesse' );
	}

	public function __construct( private readonly SuggestedPromises $promises ) {}

	public function export( string $email, int $page = 1 ): array {
		$user = get_user_by( 'email', $email );
		$data = array();
		foreach ( $user ? Records::containing( StoredSuggestions::KIND, 'user', $user->ID ) : array() as $record ) {
			foreach ( array_filter( StoredSuggestions::from( $record )->all, self::is_of( $user->ID ) ) as $one ) {
				$data[] = $this->entry(
					'suggestion-' . StoredSuggestions::handle( $one ),
					array(
						__( 'Wish', 'largesse' )    => esc_html( $one->name() ),
						__( 'Link', 'largesse' )    => esc_html( (string) ( $one->fields['url'] ?? '' ) ),
						__( 'Details', 'largesse' ) => nl2br( esc_html( (string) ( $one->fields['description'] ?? '' ) ) ),
						__( 'Name', 'largesse' )    => esc_html( $one->person ),
					)
				);
			}
		}
		return self::page( $data );
	}

	/** The service still knows the address, because the erasers of features run before the eraser of gifts. */
	public function erase( string $email, int $page = 1 ): array {
		$user     = get_user_by( 'email', $email );
		$promised = $this->promises->of_address( $email );
		$promised = is_array( $promised ) ? $promised : array();
		// A guest may have typed the address of a recipient, who must not learn of the promise.
		$is_of    = static fn ( Record $record ): callable => static fn ( Suggestion $one ): bool => (
			$user && $one->user === $user->ID
		)
			|| ( in_array( $one->id, $promised, true ) && ! self::is_of_recipient( $record->registry, $email ) );
		$records  = $user || $promised ? Records::all( StoredSuggestions::KIND ) : array();
		$removed  = array_filter( $records, static fn ( Record $record ): bool => self::end( $record, $is_of( $record ) ) );
		return self::erasure( array() !== $removed );
	}

	public function forget_user( int $user_id ): void {
		foreach ( Records::containing( StoredSuggestions::KIND, 'user', $user_id ) as $record ) {
			self::end( $record, self::is_of( $user_id ) );
		}
	}

	/** Checks whether somebody with an e-mail address receives the gifts of a registry, also after its deletion. */
	public static function is_of_recipient( int $registry_id, string $email ): bool {
		return RecipientMailboxes::of_promise( compact( 'registry_id' ) )->contain( $email );
	}

	/**
	 * Removes what a person has suggested. Returns whether there was something.
	 *
	 * @param callable(Suggestion): bool $is_meant
	 */
	private static function end( Record $record, callable $is_meant ): bool {
		$mine = static fn ( StoredSuggestions $now ): array => array_values(
			array_filter( $now->all, static fn ( Suggestion $one ): bool => ! $one->has_ended && $is_meant( $one ) )
		);
		if ( array() === $mine( StoredSuggestions::from( $record ) ) ) {
			return false;
		}
		StoredSuggestions::change(
			$record->registry,
			static fn ( StoredSuggestions $now ): StoredSuggestions => $now->with_ended( $mine( $now ) )
		);
		return true;
	}

	/** @return callable(Suggestion): bool A function that checks whether a suggestion is of an account. */
	private static function is_of( int $user_id ): callable {
		return static fn ( Suggestion $one ): bool => $one->user === $user_id;
	}
}
