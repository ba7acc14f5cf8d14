<?php
declare( strict_types=1 );

namespace Largesse\Together\Helpers;

use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Http\InvalidBody;
use Largesse\Together\Invitations\MemberNames;
use Largesse\Pages\Owners\ChangedParts;
use Largesse\Pages\Owners\RegistryResponses;
use Largesse\Registries\Registry\PeopleEntries;
use Largesse\Registries\Registry\Proposals;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Foundation\Service\FieldRules;
use WP_Error;
use WP_REST_Response;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- WordPress encodes these messages as JSON.

/** Routes that add and remove co-owners and keepers of a registry (rules: Co-owners and keepers). */
final class HelperRoutes {

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store
	) {}

	public function add_owner( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->change( $body, $id, RegistryMeta::OWNERS, true );
	}

	public function remove_owner( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->change( $body, $id, RegistryMeta::OWNERS, false );
	}

	public function add_keeper( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->change( $body, $id, RegistryMeta::KEEPERS, true );
	}

	public function remove_keeper( Body $body, int $id ): WP_REST_Response|WP_Error {
		return $this->change( $body, $id, RegistryMeta::KEEPERS, false );
	}

	/** @param string $key Meta key of the list. */
	private function change( Body $body, int $id, string $key, bool $is_adding ): WP_REST_Response|WP_Error {
		$person   = self::person( $body );
		$registry = get_post( $id );
		// Callers who add or remove themselves change their role, which determines the numbers and hints that they see.
		$is_caller = Roles::is_user( $person, wp_get_current_user() );
		$list      = RegistryMeta::KEEPERS === $key ? 'keepers' : 'owners';
		// The person in the request gets or has a proposal instead of the role.
		$is_proposal = $is_adding
			? ! Proposals::is_unneeded( $registry, $key, $person )
			: ! PeopleEntries::without( array( $person ), Proposals::entries_of( $registry, $key ) );
		// The details contain the names of the owners.
		$parts   = new ChangedParts(
			array( ChangedParts::DETAILS, ChangedParts::PEOPLE, ...( $is_caller ? array( ChangedParts::WISHES ) : array() ) ),
			set: array( $is_proposal ? "proposed_{$list}" : $list )
		);
		$changed = $this->responses->before( $id, $parts );
		$result  = $is_adding
			? MemberNames::limit_error( $person ) ?? $this->store->people->add_helper( $registry, $key, $person )
			: $this->store->people->remove_person( $registry, $key, $person );
		return match ( true ) {
			is_wp_error( $result )                 => Errors::fields(
				array( 'person' => FieldError::of_error( $result ) ),
				code: $result->get_error_code()
			),
			// The caller may have left the registry.
			! current_user_can( 'edit_post', $id ) => new WP_REST_Response( array( 'left' => true ) ),
			default                                => $this->responses->registry( $id, $changed ),
		};
	}

	/** @throws InvalidBody If the text is invalid. */
	private static function person( Body $body ): string {
		$person = FieldRules::trim( FieldRules::without_marks( $body->value( 'person' ) ) );
		$rule   = FieldRules::problem( 'invitee', $person );
		return null === $rule ? $person : throw InvalidBody::of( 'person', FieldError::of( 'invitee', $rule ) );
	}
}
