<?php
declare( strict_types=1 );

namespace Largesse\Finding;

use Largesse\Http\FieldError;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Roles;
use Largesse\Service\BrokenRule;
use WP_Post;
use WP_User;

/**
 * Fields for the names by which everyone can find a registry (rules: Finding).
 */
final class NameFields {

	/**
	 * Adds the fields to the data of a registry. The names are empty if the user may not edit the registry.
	 *
	 * @param array<string, mixed> $fields Fields of the registry, as the pages get them.
	 * @return array<string, mixed>
	 */
	public static function add_to_details( array $fields, WP_Post $registry ): array {
		$may_edit = current_user_can( 'edit_post', $registry->ID );
		$names    = $may_edit ? (string) get_post_meta( $registry->ID, RegistryMeta::NAMES, true ) : '';
		return $fields + array(
			'is_findable'     => '' !== $names,
			'names'           => $names,
			'suggested_names' => $may_edit ? self::names_of_owners( $registry ) : '',
		);
	}

	/**
	 * Adds an error if the names contain no searchable word, or if the owner has too many searchable registries.
	 *
	 * @param array<string, BrokenRule|FieldError> $problems Problems by field.
	 * @param array<string, mixed>                 $sent     Fields by name.
	 * @param int                                  $owner    Id of the owner; 0 if nothing will be stored.
	 * @param int                                  $id       Id of the registry; 0 for a new one.
	 * @return array<string, BrokenRule|FieldError>
	 */
	public static function check( array $problems, array $sent, int $owner, int $id ): array {
		$names  = $sent['names'] ?? '';
		$is_due = true === ( $sent['is_findable'] ?? null ) || ( '' !== $names && array_key_exists( 'names', $sent ) );
		$rule   = $problems['names'] ?? null;
		$is_bad = null !== $rule && ! ( $rule instanceof BrokenRule && 'not_blank' === $rule->name );
		if ( ! $is_due || $is_bad ) {
			return $problems;
		}
		if ( array() === WordSplitter::split( (string) $names ) ) {
			return array( 'names' => new FieldError( 'no_names', __( 'Enter the names by which guests find you.', 'largesse' ) ) ) + $problems;
		}
		return array() === $problems && $owner > 0 ? SearchText::limit_problem( $owner, $id ) : $problems;
	}

	/** Returns the display names of the owners. */
	private static function names_of_owners( WP_Post $registry ): string {
		return implode( ' & ', array_map( static fn ( WP_User $owner ) => $owner->display_name, Roles::of( $registry )->owners() ) );
	}
}
