<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Service\Rules;
use Largesse\Pages\Owners\VisibleGifts;
use Largesse\Promises\Giving\BoughtView;
use Largesse\Promises\Giving\Purchases;
use Largesse\Registries\Console\Terminal;
use Largesse\Registries\Registry\Place;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Store;
use WP_CLI;
use WP_Post;

/** Exports registries, and imports wishes. */
final class ExchangeCommand {

	private readonly Store $store;

	public function __construct( Store $store, private readonly Purchases $purchases ) {
		$this->store = $store->in_background();
	}

	/**
	 * Exports a registry.
	 *
	 * The export never contains invitees or givers' addresses.
	 *
	 * ## OPTIONS
	 *
	 * <registry>
	 * : Id or slug of the registry.
	 *
	 * [--format=<format>]
	 * : Format of the export: "json" contains everything, "csv" is a table of the wishes, "html" is a page to print.
	 * ---
	 * default: json
	 * options:
	 *   - json
	 *   - csv
	 *   - html
	 * ---
	 *
	 * [--file=<file>]
	 * : Path of the file to write. Without this option, the export is printed.
	 *
	 * [--gifts]
	 * : Include all gifts and givers, even surprises. Do not show such a file to the owner.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse export 12 --file=wedding.json
	 *     wp largesse export wedding --format=csv > wedding.csv
	 *
	 * @param list<string>         $args    The registry.
	 * @param array<string, mixed> $options The options.
	 */
	public function export( array $args, array $options ): void {
		$registry = Terminal::registry( $args[0] );
		$is_all   = Terminal::flag( $options, 'gifts' );
		$gifts    = $is_all
			? Terminal::result_or_exit(
				VisibleGifts::of( $registry, $this->store, $this->purchases, Place::of_operator( $registry ) )
			)
			: null;
		$exported = Terminal::result_or_exit( ExportedRegistry::of( $registry, $this->store, $gifts, $is_all ) );
		$text     = ExportFile::of(
			$exported,
			(string) ( $options['format'] ?? 'json' ),
			BoughtView::of( $registry, $is_all )
		);
		if ( ! isset( $options['file'] ) ) {
			echo $text; // phpcs:ignore WordPress.Security.EscapeOutput -- The output is a file, not a page.
			return;
		}
		$file = (string) $options['file'];
		// phpcs:ignore WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- The user of the command line names the file, and sees the error.
		if ( strlen( $text ) !== @file_put_contents( $file, $text ) ) {
			/* translators: %s: path of a file. */
			WP_CLI::error( sprintf( __( 'The file “%s” could not be written.', 'largesse' ), Terminal::safe( $file ) ) );
		}
		/* translators: 1: title of a registry, 2: path of a file. */
		WP_CLI::success( sprintf( __( 'Exported “%1$s” to %2$s.', 'largesse' ), Terminal::safe( Registries::title( $registry ) ), Terminal::safe( $file ) ) );
	}

	/**
	 * Imports wishes into a registry, or creates a private registry from a file.
	 *
	 * The command reads a registry that was exported as data (JSON). The page "Import wishes" reads the other formats.
	 * The command skips wishes that the registry already contains. The exit code is 1 if a wish could not be imported.
	 *
	 * ## OPTIONS
	 *
	 * <file>
	 * : Path of the file; "-" reads from standard input.
	 *
	 * [--registry=<registry>]
	 * : Id or slug of the registry that gets the wishes.
	 *
	 * [--owner=<user>]
	 * : Owner of the new registry: a login name, an e-mail address or an id.
	 *
	 * [--title=<title>]
	 * : Title of the new registry. Without this option, the new registry gets the title in the file.
	 *
	 * [--dry-run]
	 * : Show the result for each wish, and change nothing.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse import wedding.json --owner=ada --dry-run
	 *     wp largesse import wedding.json --registry=12
	 *
	 * @param list<string>         $args    The file.
	 * @param array<string, mixed> $options The options.
	 */
	public function import( array $args, array $options ): void {
		$is_dry = Terminal::flag( $options, 'dry-run' );
		if ( isset( $options['registry'] ) === isset( $options['owner'] ) ) {
			WP_CLI::error( __( 'Use either --registry to add the wishes to a registry, or --owner to create a registry for a user.', 'largesse' ) );
		}
		if ( isset( $options['registry'], $options['title'] ) ) {
			WP_CLI::error( __( '--title can only be combined with --owner.', 'largesse' ) );
		}
		$registry    = isset( $options['registry'] ) ? Terminal::registry( (string) $options['registry'] ) : null;
		$owner       = isset( $options['owner'] ) ? Terminal::user( (string) $options['owner'] ) : null;
		$import_file = Terminal::result_or_exit( ImportFile::read( self::bytes( $args[0] ) ) );
		$importer    = new Importer( $this->store );
		if ( $is_dry ) {
			$this->report( $import_file, Terminal::result_or_exit( $importer->plan( $import_file->wishes, $registry ) ) );
			return;
		}
		if ( null === $registry ) {
			$title = isset( $options['title'] ) ? (string) $options['title'] : null;
			$id    = Terminal::result_or_exit( $import_file->create_registry( $title, $this->store, $owner->ID ) );
			/* translators: %d: id of a registry. */
			WP_CLI::log( sprintf( __( 'Created registry %d.', 'largesse' ), $id ) );
			$registry = get_post( $id );
		}
		$this->report( $import_file, $this->add( $importer, $registry, $import_file ) );
	}

	/** @return list<array<string, mixed>> Result for each wish. Adds the wishes a few at a time. */
	private function add( Importer $importer, WP_Post $registry, ImportFile $import_file ): array {
		$nth     = array_column( Terminal::result_or_exit( $importer->plan( $import_file->wishes, $registry ) ), 'nth' );
		$results = array();
		$total   = count( $import_file->wishes );
		$at      = 0;
		while ( $at < $total ) {
			$some = Terminal::result_or_exit(
				$importer->add(
					$registry,
					array_slice( $import_file->wishes, $at, Rules::MAX_WISHES_AT_ONCE ),
					array_slice( $nth, $at, Rules::MAX_WISHES_AT_ONCE )
				)
			);
			foreach ( $some as $result ) {
				if ( Importer::WAITING === $result['state'] ) {
					break;
				}
				$results[] = $result;
			}
			$done = count( $results );
			if ( $done === $at ) {
				WP_CLI::error( __( 'The registry service stopped answering. Run the command again: it adds no wish twice.', 'largesse' ) );
			}
			/* translators: 1: how many wishes are done, 2: how many there are. */
			WP_CLI::log( sprintf( __( '%1$d of %2$d', 'largesse' ), $done, $total ) );
			$at = $done;
		}
		return $results;
	}

	/** @param list<array<string, mixed>> $results Result for each wish of the file. */
	private function report( ImportFile $import_file, array $results ): void {
		$rows = array();
		foreach ( $results as $index => $result ) {
			$problems = array_map(
				static fn ( string $field, string $text ) => "{$field}: {$text}",
				array_keys( $result['problems'] ),
				$result['problems']
			);
			$rows[]   = array(
				/* translators: %s: a number. */
				'place'    => sprintf( __( 'Wish %s', 'largesse' ), Number::text( $import_file->wishes[ $index ]->place ) ),
				'name'     => is_string( $import_file->wishes[ $index ]->fields['name'] )
					? $import_file->wishes[ $index ]->fields['name']
					: '',
				'result'   => $result['state'],
				'problems' => implode( ' ', $problems ),
			);
		}
		Terminal::print( array(), $rows, array( 'place', 'name', 'result', 'problems' ) );
		$wrong = count( array_keys( array_column( $rows, 'result' ), Importer::WRONG, true ) );
		if ( $wrong > 0 ) {
			/* translators: %d: a number of wishes. */
			WP_CLI::error( sprintf( _n( '%d wish cannot be imported.', '%d wishes cannot be imported.', $wrong, 'largesse' ), $wrong ) );
		}
	}

	/** Reads at most one byte more than the limit, so that the caller can detect a file that is too large. */
	private static function bytes( string $path ): string {
		$file = '-' === $path ? 'php://stdin' : $path;
		// phpcs:ignore WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors -- The user of the command line names the file, and sees the error.
		$bytes = is_dir( $file ) ? false : @file_get_contents( $file, false, null, 0, Rules::MAX_FILE_BYTES + 1 );
		if ( false === $bytes ) {
			/* translators: %s: path of a file. */
			WP_CLI::error( sprintf( __( 'The file “%s” cannot be read.', 'largesse' ), Terminal::safe( $path ) ) );
		}
		return $bytes;
	}
}
