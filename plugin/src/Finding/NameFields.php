<?php
declare( strict_types=1 );

namespace Largesse\Finding;

use Largesse\FeatureFields;
use Largesse\Format\StoryText;
use Largesse\Http\FieldError;
use Largesse\Http\Schema;
use Largesse\Registry\Roles;
use Largesse\Service\BrokenRule;
use Largesse\Service\FieldRules;
use WP_Post;
use WP_User;

/** Fields for the names by which everyone can find a registry (rules: Finding). */
final class NameFields extends FeatureFields {

	/** Meta key of the names by which everyone can find a public registry; empty if the owner does not want that. */
	public const META = '_largesse_names';

	public static function schema(): array {
		return array(
			'is_findable'     => Schema::boolean( 'True if everyone can find the registry by its names.' ),
			'names'           => Schema::text( 'Names by which everyone can find the registry.' ),
			'suggested_names' => Schema::text( 'Display names of the owners; empty unless the caller may change the registry.' ),
		);
	}

	public static function input(): array {
		return array(
			'is_findable?' => Schema::boolean( 'True: the request must contain names. False: the site deletes the names.' ),
			'names?'       => array( 'type' => array( 'string', 'null' ) ) + array_diff_key( Schema::field( 'title', 'Names by which everyone can find the registry; empty for none.' ), array( 'minLength' => 0 ) ),
		);
	}

	public static function meta_keys(): array {
		return array( self::META );
	}

	/** Returns the fields. The names are empty if the user may not edit the registry. */
	public static function details( WP_Post $registry ): array {
		$may_edit = current_user_can( 'edit_post', $registry->ID );
		$names    = $may_edit ? self::names_of( $registry ) : '';
		return array(
			'is_findable'     => '' !== $names,
			'names'           => $names,
			'suggested_names' => $may_edit ? self::names_of_owners( $registry ) : '',
		);
	}

	/**
	 * Adds an error if a field is invalid, if the names contain no searchable word, or if the owner has too many
	 * searchable registries.
	 */
	public static function add_problems( array $problems, array $sent, int $owner, int $id ): array {
		$sent      = self::with_cleared_names( $sent );
		$names     = $sent['names'] ?? '';
		$rule      = '' === $names ? null : FieldRules::problem( 'title', $names );
		$is_valid  = ! array_key_exists( 'is_findable', $sent ) || is_bool( $sent['is_findable'] );
		$problems += array_filter(
			array(
				'is_findable' => $is_valid ? null : new BrokenRule( 'type', array( 'boolean' ) ),
				'names'       => $rule,
			)
		);
		$is_due    = true === ( $sent['is_findable'] ?? null ) || '' !== $names;
		if ( ! $is_due || ( null !== $rule && 'not_blank' !== $rule->name ) ) {
			return $problems;
		}
		if ( array() === WordSplitter::split( (string) $names ) ) {
			return array( 'names' => new FieldError( 'no_names', __( 'Enter the names by which guests find you.', 'largesse' ) ) ) + $problems;
		}
		return array() === $problems && $owner > 0 ? SearchText::limit_problem( $owner, $id ) : $problems;
	}

	public static function stored( array $sent ): array {
		$sent = self::with_cleared_names( $sent );
		return array_key_exists( 'names', $sent ) ? array( self::META => FieldRules::trim( StoryText::without_controls( $sent['names'] ?? '' ) ) ) : array();
	}

	public static function texts( WP_Post $registry ): array {
		return array(
			'names' => array(
				'label' => __( 'Names by which it is found', 'largesse' ),
				'text'  => self::names_of( $registry ),
			),
		);
	}

	/** Returns the stored names of a registry, even if the registry is not public. */
	public static function names_of( WP_Post $registry ): string {
		return (string) get_post_meta( $registry->ID, self::META, true );
	}

	/** Clears the names if nobody may find the registry. @param array<string, mixed> $sent @return array<string, mixed> */
	private static function with_cleared_names( array $sent ): array {
		return ( false === ( $sent['is_findable'] ?? null ) ? array( 'names' => '' ) : array() ) + $sent;
	}

	private static function names_of_owners( WP_Post $registry ): string {
		return implode( ' & ', array_map( static fn ( WP_User $owner ) => $owner->display_name, Roles::of( $registry )->owners() ) );
	}
}
