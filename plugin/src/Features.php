<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Features that a site can switch on and off (rules: Features). The modules declare them. A feature that is off has no
 * hooks, blocks, routes, commands, settings, checks, events, mails or fields. Its data stays, and uninstalling and the
 * privacy tools still include the data.
 */
final class Features {

	/** Option with the switches: whether a feature is on, by its key. A new site starts with none. */
	public const OPTION = 'largesse_features';

	/** @var array<string, int>|null Keys of the features that are on, as keys; null before the first use. */
	private static ?array $on = null;

	/** Checks whether a feature is on in this request. Features that every site has have the key ''. */
	public static function is_on( string $key ): bool {
		return '' === $key || isset( ( self::$on ??= self::effective() )[ $key ] );
	}

	/** @return list<class-string<Module>> Modules of all features that are on. */
	public static function modules(): array {
		return array_values(
			array_filter( Plugin::MODULES, static fn ( string $module ): bool => self::is_on( $module::FEATURE ) )
		);
	}

	/** @return list<class-string<FeatureFields>> Classes with fields of all features that are on. */
	public static function fields(): array {
		return array_merge( ...array_map( static fn ( string $module ): array => $module::fields(), self::modules() ) );
	}

	/** @return array<string, class-string> Blocks of all features that are on, by name. */
	public static function blocks(): array {
		return array_merge( ...array_map( static fn ( string $module ): array => $module::blocks(), self::modules() ) );
	}

	/** @return list<Route> Routes of all features that are on. */
	public static function routes(): array {
		return array_merge( ...array_map( static fn ( string $module ): array => $module::routes(), self::modules() ) );
	}

	/** @return array<string, class-string|array{class-string, string}> Commands of all features that are on, by name. */
	public static function commands(): array {
		return array_merge( ...array_map( static fn ( string $module ): array => $module::commands(), self::modules() ) );
	}

	/** @return list<SettingsSection> Settings of all features that are on. */
	public static function settings(): array {
		return array_merge( ...array_map( static fn ( string $module ): array => $module::settings(), self::modules() ) );
	}

	/** @return array<string, array{class-string, string, string}> Checks of all features that are on, by the ids of their findings. */
	public static function checks(): array {
		return array_merge( ...array_map( static fn ( string $module ): array => $module::checks(), self::modules() ) );
	}

	/** @return array<class-string, array<string, string>> Kinds of mail of all features that are on, by the class that sends them. */
	public static function mails(): array {
		return array_merge( ...array_map( static fn ( string $module ): array => $module::mails(), self::modules() ) );
	}

	/** @return list<string> Kinds of mail of all features that are on that reveal no gift. */
	public static function open_mails(): array {
		return array_merge( ...array_map( static fn ( string $module ): array => $module::open_mails(), self::modules() ) );
	}

	/** @return array<string, class-string<Module>> Modules with a switch, by the keys of their features. */
	public static function switched(): array {
		$modules = array();
		foreach ( Plugin::MODULES as $module ) {
			$modules[ $module::FEATURE ] = $module;
		}
		unset( $modules[''] );
		return $modules;
	}

	/** @return array<string, bool> Whether each switch is on, by the key of the feature. */
	public static function switches(): array {
		$stored   = get_option( self::OPTION );
		$switches = array();
		foreach ( array_keys( self::switched() ) as $key ) {
			$switches[ $key ] = ! empty( $stored[ $key ] );
		}
		return $switches;
	}

	/** Stores positions of switches for the next request. @param array<string, bool> $changed Other switches stay. */
	public static function store( array $changed ): void {
		update_option( self::OPTION, $changed + self::switches(), true );
	}

	/** Stores the switches of a new site, so that its pages need no query for a missing option. */
	public static function store_first(): void {
		if ( false === get_option( self::OPTION ) ) {
			self::store( array() );
		}
	}

	/** Treats all features as on. Only `npm run modules` calls this method, because it runs without WordPress. */
	public static function assume_all(): void {
		self::$on = array_flip( array_keys( self::switched() ) );
	}

	/** @return array<string, int> The keys of the features that are on, as keys of the array. */
	private static function effective(): array {
		/**
		 * Filters which features are on. Add the filter before `plugins_loaded`, for example when your plugin loads. A
		 * feature stays off if it needs another feature that is off.
		 *
		 * @param list<string> $keys Keys of the features.
		 */
		$on = array_flip( (array) apply_filters( 'largesse_features', array_keys( array_filter( self::switches() ) ) ) );
		foreach ( self::switched() as $key => $module ) {
			if ( '' !== $module::NEEDS && ! isset( $on[ $module::NEEDS ] ) ) {
				unset( $on[ $key ] );
			}
		}
		return $on;
	}
}
