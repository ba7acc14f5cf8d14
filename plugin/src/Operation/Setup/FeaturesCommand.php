<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Registries\Console\Terminal;
use Largesse\Features;
use WP_CLI;

/**
 * Switches optional features on and off.
 */
final class FeaturesCommand {

	/**
	 * Lists the optional features, and whether they are on.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : Output format: table (the default), json, csv, yaml or count.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse features list
	 *
	 * @subcommand list
	 */
	public function list_( array $args, array $options ): void {
		$rows = array();
		foreach ( Features::switched() as $key => $module ) {
			$rows[] = array(
				'feature' => $key,
				'state'   => Features::is_on( $key ) ? 'on' : 'off',
				'needs'   => $module::NEEDS,
			) + $module::texts();
		}
		Terminal::print( $options, $rows, array( 'feature', 'state', 'needs', 'about' ) );
	}

	/**
	 * Switches features on, and also the features that they need.
	 *
	 * ## OPTIONS
	 *
	 * [<feature>...]
	 * : Keys of features, as `wp largesse features list` shows them.
	 *
	 * [--all]
	 * : All features.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse features on draws ideas
	 *     wp largesse features on --all
	 */
	public function on( array $args, array $options ): void {
		$keys    = self::named( $args, $options );
		$modules = Features::switched();
		$needed  = array_map( static fn ( string $key ): string => $modules[ $key ]::NEEDS, $keys );
		self::store( array( ...$keys, ...array_filter( $needed ) ), true );
	}

	/**
	 * Switches features off. Their data stays.
	 *
	 * ## OPTIONS
	 *
	 * [<feature>...]
	 * : Keys of features, as `wp largesse features list` shows them.
	 *
	 * [--all]
	 * : All features.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse features off circles
	 */
	public function off( array $args, array $options ): void {
		self::store( self::named( $args, $options ), false );
	}

	/**
	 * Returns the keys of the features that a command names. Exits if a feature is unknown, or if none is named.
	 *
	 * @param list<string>         $args    The features.
	 * @param array<string, mixed> $options The options.
	 * @return list<string>
	 */
	private static function named( array $args, array $options ): array {
		$known = array_keys( Features::switches() );
		if ( Terminal::flag( $options, 'all' ) ) {
			return $known;
		}
		if ( array() === $args || array_diff( $args, $known ) ) {
			/* translators: %s: names of features. */
			WP_CLI::error( sprintf( __( 'Name one of these features: %s', 'largesse' ), implode( ', ', $known ) ) );
		}
		return $args;
	}

	/** @param list<string> $keys Keys of features. */
	private static function store( array $keys, bool $is_on ): void {
		Features::store( array_fill_keys( $keys, $is_on ) );
		$keys = implode( ', ', array_unique( $keys ) );
		/* translators: %s: names of features. */
		WP_CLI::success( sprintf( $is_on ? __( 'Switched on: %s', 'largesse' ) : __( 'Switched off: %s', 'largesse' ), $keys ) );
	}
}
