<?php
declare( strict_types=1 );

namespace Largesse;

use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Service\BrokenRule;
use WP_Post;

/**
 * Fields that a feature adds to a registry and its wishes: in the routes of `largesse/v1`, on the page My registries,
 * in wp-admin and in exports. `Module::fields()` declares the class. All methods are optional.
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
		return Features::fields();
	}

	/**
	 * Adds the fields of all features.
	 *
	 * @param array<string, mixed> $fields Fields of a registry that are not about people.
	 */
	final public static function add_details( array $fields, WP_Post $registry ): array {
		return self::merged( $fields, static fn ( string $of_feature ): array => $of_feature::details( $registry ) );
	}

	/** Adds the fields of all features. @param array<string, mixed> $fields Fields of a registry that are about people. */
	final public static function add_people( array $fields, WP_Post $registry ): array {
		return self::merged( $fields, static fn ( string $of_feature ): array => $of_feature::people( $registry ) );
	}

	/**
	 * Adds the meta of all features.
	 *
	 * @param array<string, string> $stored Texts by meta key.
	 * @param array<string, mixed>  $sent   Valid submitted fields by name.
	 * @return array<string, string>
	 */
	final public static function add_stored( array $stored, array $sent ): array {
		return self::merged( $stored, static fn ( string $of_feature ): array => $of_feature::stored( $sent ) );
	}

	/** @return list<string> Meta keys of all features that are on. */
	final public static function all_meta_keys(): array {
		return array_merge( ...array_map( static fn ( string $fields ): array => $fields::meta_keys(), self::classes() ) );
	}

	/** @return array<string, array<string, mixed>> Schemas of the fields of all features in answers with a registry. */
	final public static function all_schemas(): array {
		return self::merged( array(), static fn ( string $of_feature ): array => $of_feature::schema() );
	}

	/** @return array<string, array<string, mixed>> Schemas of the fields of all features in a wish. */
	final public static function all_wish_schemas(): array {
		return self::merged( array(), static fn ( string $of_feature ): array => $of_feature::wish_schema() );
	}

	/** @return array<string, array<string, mixed>> Schemas of the fields of all features that owners can set. */
	final public static function all_inputs(): array {
		return self::merged( array(), static fn ( string $of_feature ): array => $of_feature::input() );
	}

	/**
	 * Adds fields of all features. Does not replace fields that exist already.
	 *
	 * @param array<string, mixed>                                        $fields
	 * @param callable( class-string<self> $of_feature ): array<string, mixed> $read Returns the fields of a feature.
	 * @return array<string, mixed>
	 */
	private static function merged( array $fields, callable $read ): array {
		foreach ( self::classes() as $of_feature ) {
			$fields += $read( $of_feature );
		}
		return $fields;
	}

	/** @return array<string, array{label: string, text: string}> Texts of all features; `$all` includes features that are off. */
	final public static function all_texts( WP_Post $registry, bool $all = false ): array {
		$classes = $all
			? array_merge( ...array_map( static fn ( string $module ): array => $module::fields(), Plugin::MODULES ) )
			: self::classes();
		return array_merge( ...array_map( static fn ( string $fields ): array => $fields::texts( $registry ), $classes ) );
	}
}
