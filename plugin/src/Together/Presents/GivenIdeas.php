<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use WP_Error;
use WP_Post;

/** Ideas and suggested wishes that a giver has promised, on all lists (rules: My gifts). */
final class GivenIdeas {

	public function __construct(
		private readonly Client $client,
		private readonly Ideas $ideas,
		private readonly SuggestedPromises $suggested
	) {}

	/** @return list<array<string, mixed>>|WP_Error With a giver's ideas and suggestions (GiverPromises). */
	public function add_of_giver( array|WP_Error $promises, array $giver, int $timeout ): array|WP_Error {
		$ideas = is_wp_error( $promises ) ? $promises : $this->of_giver( $giver, $timeout );
		if ( is_wp_error( $ideas ) ) {
			return $ideas;
		}
		// A promised suggestion becomes a gift with the same id.
		$known = array_column( $promises, 'id' );
		foreach ( $ideas as $idea ) {
			$registry = in_array( $idea['id'], $known, true ) ? null : Registries::with_id( $idea['registry_id'] );
			if ( null !== $registry ) {
				$promises[] = $this->promise( $idea, $registry );
			}
		}
		return $promises;
	}

	/** @return list<array<string, mixed>>|WP_Error */
	private function of_giver( array $giver, int $timeout ): array|WP_Error {
		$client = $this->client->with_timeout( $timeout );
		$person = isset( $giver['giver_user_id'] )
			? array( 'person_user_id' => $giver['giver_user_id'] )
			: array( 'person_email' => $giver['giver_email'] );
		$all    = Client::all_pages( $client->list_ideas( ... ), $person, Rules::MAX_IDEAS );
		// The service also returns ideas that the person has added, and somebody else gives.
		return is_wp_error( $all ) ? $all : array_values(
			array_filter(
				$all,
				static fn ( array $idea ): bool => null !== $idea['state']
					&& array() === array_diff_assoc( $giver, array_intersect_key( $idea, $giver ) )
			)
		);
	}

	/** Takes a suggestion back, and its promise. The owner may just have accepted it. */
	private function take_back( array $idea ): Refusal|WP_Error|null {
		$failed = Answers::end( $idea['registry_id'], static fn ( Suggestion $one ): bool => $idea['id'] === $one->id );
		return match ( true ) {
			null === $failed                            => $this->suggested->delete( $idea ),
			Answers::GONE === $failed->get_error_code() => OwnSuggestions::accepted(),
			default                                     => $failed,
		};
	}

	/** Returns an idea as an entry of `largesse_giver_promises`. */
	private function promise( array $idea, WP_Post $registry ): array {
		$is_suggested = SuggestedPromises::is_suggested( $idea );
		return array(
			'kind'        => $is_suggested ? 'suggestion' : 'idea',
			'id'          => $idea['id'],
			'registry_id' => $registry->ID,
			// An idea has no wish on a list.
			'item_id'     => 0,
			'item'        => null,
			'name'        => $idea['name'],
			'facts'       => array_values(
				array_filter(
					array( (string) wp_parse_url( (string) $idea['url'], PHP_URL_HOST ), Price::of( $idea ) ),
					'strlen'
				)
			),
			'is_bought'   => null,
			'badge'       => $is_suggested
				? __( 'The owner has not answered yet. You will give it.', 'largesse' )
				: __( 'You are giving this.', 'largesse' ),
			'url'         => null === OpenedList::of_visitor( $registry ) ? '' : PresentPage::url( $registry ),
			'take_back'   => array(
				'label' => $is_suggested ? __( 'Take back', 'largesse' ) : '',
				'press' => fn (): Refusal|WP_Error|null => $is_suggested
					? $this->take_back( $idea )
					: $this->ideas->give_back( $idea ),
			),
			'given'       => (string) $idea['created_at'],
		);
	}
}
