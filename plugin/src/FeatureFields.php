<?php
declare( strict_types=1 );

namespace Largesse;

use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Service\BrokenRule;
use WP_Post;

/**
 * Fields that a feature adds to a registry and its wishes: in the routes of `largesse/v1`, on the page My registries, in
 * wp-admin and in exports. `Module::fields()` declares the class. All methods are optional.
 *
 * Schemas are declared as in a Route. A field whose name ends with `?` may be missing.
 */
abstract class FeatureFields {

	/** @return array<string, array<string, mixed>> Schemas of the fields in answers with a registry, by name. */
	public static function schema(): array {
		return array();
	}

	/** @return array<string, array<string, mixed>> Schemas of the fields of a wish, by name. */
	public static function wish_schema(): array {
		return array();
	}

	/** @return array<string, array<string, mixed>> Schemas of the fields that owners can set, by name. */
	public static function input(): array {
		return array();
	}

	/** @return list<string> Meta keys of the fields in the registry's version. Calls no function of WordPress. */
	public static function meta_keys(): array {
		return array();
	}

	/** @return array<string, mixed> Fields that are not about people, by name. The current user may read the registry. */
	public static function details( WP_Post $registry ): array {
		return array();
	}

	/** @return array<string, mixed> Fields that are about people, by name. The current user may read the registry. */
	public static function people( WP_Post $registry ): array {
		return array();
	}

	/**
	 * Adds fields to wishes of a registry that the current user may read.
	 *
	 * @param list<array<string, mixed>> $wishes Fields of the wishes by name.
	 * @param list<array<string, mixed>> $items  Data of the same wishes from the service.
	 * @return list<array<string, mixed>>
	 */
	public static function add_to_wishes( array $wishes, WP_Post $registry, array $items ): array {
		return $wishes;
	}

	/**
	 * Adds the problems of the submitted fields. Checks limits of the owner only if `$problems` is empty. Features that
	 * are declared later may still add problems.
	 *
	 * @param array<string, BrokenRule|FieldError> $problems Problems so far, by field.
	 * @param array<string, mixed>                 $sent     Submitted fields by name. Null clears a field.
	 * @param int                                  $owner    Id of the registry's owner; 0 to skip the limits of the owner.
	 * @param int                                  $id       Id of the registry; 0 for a new one.
	 * @return array<string, BrokenRule|FieldError>
	 */
	public static function add_problems( array $problems, array $sent, int $owner, int $id ): array {
		return $problems;
	}

	/**
	 * Converts valid submitted fields to the stored form.
	 *
	 * @param array<string, mixed> $sent Valid submitted fields by name.
	 * @return array<string, string> Texts to store by meta key; '' deletes the meta.
	 */
	public static function stored( array $sent ): array {
		return array();
	}

	/** @return array<string, array{label: string, text: string}> Texts for administrators and privacy exports, by field. */
	public static function texts( WP_Post $registry ): array {
		return array();
	}

	/** @return list<class-string<self>> Classes of all features that are on. */
	final public static function classes(): array {
		return Features::declared( 'fields' );
	}

	/**
	 * Adds the fields that a method of the features returns.
	 *
	 * @param 'details'|'people'|'stored' $method
	 * @param array<string, mixed>        $fields
	 * @param mixed                       $of     Parameter of the method.
	 * @return array<string, mixed>
	 */
	final public static function added( string $method, array $fields, mixed $of ): array {
		foreach ( self::classes() as $of_feature ) {
			$fields += $of_feature::$method( $of );
		}
		return $fields;
	}

	/** @return list<string> Meta keys of all features that are on. */
	final public static function all_meta_keys(): array {
		return array_merge( ...array_map( static fn ( string $fields ): array => $fields::meta_keys(), self::classes() ) );
	}

	/**
	 * Returns the schemas of one method by name.
	 *
	 * @param 'schema'|'wish_schema'|'input' $kind
	 * @return array<string, array<string, mixed>>
	 */
	final public static function schemas( string $kind ): array {
		$schemas = array();
		foreach ( self::classes() as $fields ) {
			$schemas += $fields::$kind();
		}
		return $schemas;
	}

	/** @return array<string, array{label: string, text: string}> Texts of all features; `$all` includes features that are off. */
	final public static function all_texts( WP_Post $registry, bool $all = false ): array {
		$classes = $all ? array_merge( ...array_map( static fn ( string $module ): array => $module::fields(), Plugin::MODULES ) ) : self::classes();
		return array_merge( ...array_map( static fn ( string $fields ): array => $fields::texts( $registry ), $classes ) );
	}
}
