<?php
declare( strict_types=1 );

namespace Largesse\Managing\Finding;

use Largesse\FeatureFields;
use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Http\Schema;
use Largesse\Registries\Registry\Roles;
use Largesse\Foundation\Service\FieldRules;
use WP_Post;

/** Fields for the names by which everyone can find a registry (rules: Finding). */
final class NameFields extends FeatureFields {

	/** Meta key of the names by which everyone can find a public registry; empty if the owner does not want that. */
	public const META = '_largesse_names';

	public static function schema(): array {
		return array(
			'names'           => Schema::text( 'Names by which everyone can find the registry; empty for none.' ),
			'suggested_names' => Schema::text( 'Display names of the owners; empty unless the caller may change the registry.' ),
		);
	}

	public static function input(): array {
		return array(
			'names?' => array( 'type' => array( 'string', 'null' ) ) + array_diff_key(
				Schema::field( 'title', 'Names by which everyone can find the registry; null for none.' ),
				array( 'minLength' => 0 )
			),
		);
	}

	public static function meta_keys(): array {
		return array( self::META );
	}

	/** Returns the fields. The names are empty if the user may not edit the registry. */
	public static function details( WP_Post $registry ): array {
		$may_edit = current_user_can( 'edit_post', $registry->ID );
		return array(
			'names'           => $may_edit ? self::names_of( $registry ) : '',
			'suggested_names' => $may_edit
				? implode( ' & ', array_column( Roles::of( $registry )->owners(), 'display_name' ) )
				: '',
		);
	}

	/** The names must contain a searchable word, and an owner has a maximum number of searchable registries. */
	public static function add_problems( array $problems, array $sent, int $owner, int $id ): array {
		$names = $sent['names'] ?? null;
		if ( null === $names ) {
			return $problems;
		}
		$rule = FieldRules::problem( 'title', $names );
		if ( ! in_array( $rule?->name, array( null, 'not_blank', 'minLength' ), true ) ) {
			return $problems + array( 'names' => $rule );
		}
		if ( array() === SearchWords::in( $names ) ) {
			return $problems + array(
				'names' => new FieldError( 'no_names', __( 'Enter the names by which guests find you.', 'largesse' ) ),
			);
		}
		return array() === $problems && $owner > 0 ? SearchText::limit_problem( $owner, $id ) : $problems;
	}

	public static function stored( array $sent ): array {
		return array_key_exists( 'names', $sent )
			? array( self::META => FieldRules::trim( StoredText::without_controls( $sent['names'] ?? '' ) ) )
			: array();
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
}
