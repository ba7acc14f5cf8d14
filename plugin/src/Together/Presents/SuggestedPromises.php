<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use Largesse\Promises\Giving\GiverPromises;
use WP_Error;
use WP_Post;

/**
 * Promises to give suggested wishes. The service stores them as ideas with the audience `owners`. The id of a promise
 * is that of its suggestion (architecture: Who sees what). The site stores only the suggestion, which is the same with
 * and without a promise.
 */
final class SuggestedPromises {

	public function __construct( private readonly Client $client ) {}

	public function with_timeout( int $seconds ): self {
		return new self( $this->client->with_timeout( $seconds ) );
	}

	/** @return array<string, array<string, mixed>>|WP_Error Promises to a registry by the id of the suggestion, as ideas. */
	public function of( WP_Post $registry ): array|WP_Error {
		$query    = array(
			'registry_id' => $registry->ID,
			'audience'    => PresentForm::OWNERS,
			'limit'       => Rules::MAX_IDEAS,
		);
		$promises = $this->client->list_ideas( $query );
		return is_array( $promises )
			? array_column( $promises, null, 'id' )
			: ( is_wp_error( $promises ) ? $promises : ApiError::not_the_service() );
	}

	/** @return list<string>|WP_Error Ids of the suggestions that somebody has promised with an e-mail address. */
	public function of_address( string $email ): array|WP_Error {
		$query = array(
			'person_email' => $email,
			'limit'        => Rules::MAX_IDEAS,
		);
		$found = $this->client->list_ideas( $query );
		return is_array( $found )
			? array_column( array_filter( $found, self::is_suggested( ... ) ), 'id' )
			: ( is_wp_error( $found ) ? $found : ApiError::not_the_service() );
	}

	/**
	 * Checks whether an idea is the promise of a suggested wish.
	 *
	 * @param array<string, mixed> $idea As the service returns it.
	 */
	public static function is_suggested( array $idea ): bool {
		return PresentForm::OWNERS === $idea['audience'];
	}

	/**
	 * Stores the promise of a suggestion; a repeated request changes nothing. Never changes an idea for guests.
	 *
	 * @param string                    $email  May be empty.
	 * @param array<string, mixed>|null $before The promise, as it was read; null if there is none.
	 */
	public function put( int $registry_id, Suggestion $suggestion, string $email, ?array $before = null ): ?WP_Error {
		$url    = WebAddress::of_shop( (string) ( $suggestion->fields['url'] ?? '' ) );
		$giver  = array(
			'user_id' => $suggestion->user > 0 ? $suggestion->user : null,
			'name'    => '' === $suggestion->person ? null : $suggestion->person,
			'email'   => '' === $email ? null : $email,
		);
		$answer = $this->client->put_idea(
			$suggestion->id,
			array(
				'registry_id'    => $registry_id,
				'audience'       => PresentForm::OWNERS,
				'name'           => $suggestion->name(),
				'url'            => '' === $url ? null : $url,
				'note'           => $suggestion->fields['description'] ?? null,
				'price'          => $suggestion->fields['price'] ?? null,
				'currency'       => $suggestion->fields['currency'] ?? null,
				'author_user_id' => $giver['user_id'],
				'author_name'    => $giver['name'],
				'author_email'   => $giver['email'],
				'state'          => 'reserved',
				'giver_user_id'  => $giver['user_id'],
				'giver_name'     => $giver['name'],
				'giver_email'    => $giver['email'],
			),
			null === $before ? array( 'is_new' => true ) : array( 'updated_at' => $before['updated_at'] )
		);
		return is_array( $answer ) ? null : ( is_wp_error( $answer ) ? $answer : ApiError::not_the_service() );
	}

	/**
	 * Deletes an unchanged promise. Returns why it may still exist.
	 *
	 * @param array<string, mixed> $promise As it was read.
	 */
	public function delete( array $promise ): ?WP_Error {
		$answer = $this->client->delete_idea(
			$promise['id'],
			$promise['registry_id'],
			array( 'updated_at' => $promise['updated_at'] )
		);
		if ( is_wp_error( $answer ) ) {
			return $answer;
		}
		GiverPromises::tell_end( $promise );
		return null;
	}
}
