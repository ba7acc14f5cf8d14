<?php
declare( strict_types=1 );

namespace Largesse;

use WP_Post;

/**
 * The fields of registries that the modules declare.
 */
final class DeclaredFields {

	/**
	 * Returns the classes of all features that are on. Does not load the modules.
	 *
	 * @return list<class-string<FeatureFields>>
	 */
	public static function classes(): array {
		return array_keys( Hooks::declared( 'fields' ) );
	}

	/**
	 * Returns the meta keys that are part of a registry's version. Loads no class.
	 *
	 * @return list<string>
	 */
	public static function meta_keys(): array {
		return array_merge( ...array_values( Hooks::declared( 'fields' ) ) );
	}

	/**
	 * Returns the schemas of one kind. Loads the modules, because `npm run modules` calls this method, too.
	 *
	 * @param 'schema'|'wish_schema'|'input' $kind Name of a method of FeatureFields.
	 * @return array<string, array<string, mixed>> Schemas by name.
	 */
	public static function schemas( string $kind ): array {
		$schemas = array();
		foreach ( Features::modules() as $module ) {
			foreach ( $module::fields() as $fields ) {
				$schemas += $fields::$kind();
			}
		}
		return $schemas;
	}

	/**
	 * Returns the texts about a registry for administrators and for the export of personal data, by field.
	 *
	 * @param bool $all True to include features that are off.
	 * @return array<string, array{label: string, text: string}>
	 */
	public static function texts( WP_Post $registry, bool $all = false ): array {
		return array_merge( ...array_map( static fn ( string $fields ): array => $fields::texts( $registry ), array_keys( Hooks::declared( 'fields', $all ) ) ) );
	}
}
