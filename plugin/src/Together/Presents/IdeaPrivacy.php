<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\ServicePrivacy;
use Largesse\Foundation\Service\Rules;
use WP_Error;

/**
 * Exports the ideas that a person added or gives, and their promises of suggested wishes. Promises with an address of a
 * recipient are omitted, because they would spoil the surprise. The eraser of gifts removes people from ideas (rules:
 * Ideas of guests).
 */
final class IdeaPrivacy extends ServicePrivacy {

	public const GROUP     = 'largesse-ideas';
	protected const PERSON = 'person';
	protected const MOST   = Rules::MAX_IDEAS;

	public function label(): string {
		return __( 'Ideas for gift registries', 'largesse' );
	}

	protected function unread(): string {
		return __( 'The ideas could not be read.', 'largesse' );
	}

	protected function read( array $query ): array|WP_Error|null {
		return $this->client->list_ideas( $query );
	}

	protected function entries( array $found, string $email ): array {
		$user  = get_user_by( 'email', $email );
		$entry = fn ( array $idea ): array => $this->exported( $idea, $user ? $user->ID : 0, strtolower( $email ) );
		$shown = static fn ( array $idea ): bool => ! SuggestedPromises::is_suggested( $idea )
			|| ( $user && $idea['giver_user_id'] === $user->ID )
			|| ! SuggestionPrivacy::is_of_recipient( $idea['registry_id'], $email );
		return array_map( $entry, array_values( array_filter( $found, $shown ) ) );
	}

	public function policy(): string {
		return __( 'If you share an idea for a registry, we store it with your name, or with the name that you enter, and with the name of the person who gives it. All other guests of the registry see it; its owners see it after the gifts were revealed. If you suggest a wish to the owner, only the owner sees it, with your name; if you promise to give it, we also store this promise, with your e-mail address if you enter it. A cookie remembers in your browser what you have added or give, if you have no account.', 'largesse' );
	}

	private function exported( array $idea, int $user_id, string $email ): array {
		$is_author = $idea['author_user_id'] === $user_id || $idea['author_email'] === $email;
		$is_giver  = $idea['giver_user_id'] === $user_id || $idea['giver_email'] === $email;
		return $this->entry(
			"idea-{$idea['registry_id']}-{$idea['id']}",
			array(
				__( 'Idea or gift', 'largesse' ) => esc_html( $idea['name'] ),
				__( 'Link', 'largesse' )         => $is_author ? esc_html( (string) $idea['url'] ) : '',
				__( 'Note for the other guests', 'largesse' ) => $is_author ? nl2br( esc_html( (string) $idea['note'] ) ) : '',
				__( 'Name', 'largesse' )         => esc_html(
					(string) ( $is_author ? $idea['author_name'] : $idea['giver_name'] )
				),
				__( 'Status', 'largesse' )       => $is_giver ? __( 'You give this', 'largesse' ) : '',
				__( 'Created', 'largesse' )      => $is_author ? esc_html( (string) $idea['created_at'] ) : '',
			)
		);
	}
}
