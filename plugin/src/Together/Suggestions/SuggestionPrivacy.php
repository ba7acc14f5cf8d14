<?php
declare( strict_types=1 );

namespace Largesse\Together\Suggestions;

use Largesse\Promises\Giving\GiftMailSender;
use Largesse\PersonalData;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\Roles;
use WP_Post;

/**
 * Exports and erases the suggestions that a person has made, by account and by the address for a promised gift. Exports no
 * promises to a registry whose gifts the person receives, because they would spoil the surprise.
 */
final class SuggestionPrivacy extends PersonalData {

	public const GROUP = 'largesse-suggested';

	public function label(): string {
		return __( 'Suggested wishes', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$data = array();
		foreach ( self::records( $email ) as $record ) {
			foreach ( array_filter( StoredSuggestions::from( $record )->all, self::is_of( $record->registry, $email ) ) as $one ) {
				$data[] = $this->entry(
					'suggestion-' . StoredSuggestions::handle( $one ),
					array(
						__( 'Wish', 'largesse' )           => esc_html( $one->name() ),
						__( 'Link', 'largesse' )           => esc_html( (string) ( $one->fields['url'] ?? '' ) ),
						__( 'Details', 'largesse' )        => nl2br( esc_html( (string) ( $one->fields['description'] ?? '' ) ) ),
						__( 'Name', 'largesse' )           => esc_html( $one->person ),
						__( 'E-mail address', 'largesse' ) => esc_html( $one->email ),
						__( 'Status', 'largesse' )         => $one->gives ? esc_html__( 'You give this', 'largesse' ) : '',
					)
				);
			}
		}
		return self::page( $data );
	}

	public function erase( string $email, int $page = 1 ): array {
		$is_removed = false;
		foreach ( self::records( $email ) as $record ) {
			$is_of      = self::is_of( $record->registry, $email );
			$is_removed = array() !== array_filter( StoredSuggestions::from( $record )->all, $is_of ) || $is_removed;
			StoredSuggestions::change( $record->registry, static fn ( StoredSuggestions $now ): StoredSuggestions => $now->without( $is_of ) );
		}
		return self::erasure( $is_removed );
	}

	public function forget_user( int $user_id ): void {
		foreach ( Records::containing( StoredSuggestions::KIND, 'user', $user_id ) as $record ) {
			StoredSuggestions::change( $record->registry, static fn ( StoredSuggestions $now ): StoredSuggestions => $now->without( static fn ( Suggestion $one ): bool => $one->user === $user_id ) );
		}
	}

	private static function records( string $email ): array {
		$user  = get_user_by( 'email', $email );
		$found = array( ...Records::containing( StoredSuggestions::KIND, 'email', strtolower( $email ) ), ...( $user ? Records::containing( StoredSuggestions::KIND, 'user', $user->ID ) : array() ) );
		return array_values( array_column( $found, null, 'key' ) );
	}

	/** @return callable(Suggestion): bool A function that checks whether a suggestion is of a person. */
	private static function is_of( int $registry_id, string $email ): callable {
		$user         = get_user_by( 'email', $email );
		$registry     = get_post( $registry_id );
		$is_recipient = $registry instanceof WP_Post && GiftMailSender::is_of_recipient( $email, Roles::of( $registry )->addresses_of_recipients() );
		return static fn ( Suggestion $one ): bool => ( $user && $one->user === $user->ID ) || ( ! $is_recipient && '' !== $one->email && strtolower( $email ) === $one->email );
	}
}
