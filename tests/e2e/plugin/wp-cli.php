<?php
/**
 * Replaces WP-CLI on machines without it, because neither npm nor Debian has a package of WP-CLI. This file contains the
 * public functions that the plugin calls, as the handbook of WP-CLI describes them. It also parses arguments and the doc
 * comment of a command as WP-CLI 2.12 does.
 */

namespace {
	const WP_CLI = true;

	class WP_CLI {
		/** Arguments that WP-CLI takes for itself. Commands never receive them. */
		private const GLOBALS = array( 'allow-root', 'blog', 'color', 'context', 'debug', 'exec', 'http', 'path', 'prompt', 'quiet', 'require', 'skip-packages', 'skip-plugins', 'skip-themes', 'ssh', 'url', 'user' );

		/** @var array<string, string|bool> Global arguments of the current command. */
		public array $runtime_config = array();

		private static self $runner;

		/** @var array<string, object|array{object, string}> Commands. A command without subcommands is a method. */
		private static array $commands = array();

		/** @var string Output on the standard error stream. */
		private static string $errors = '';

		public static function add_command( string $name, object|array $command ): bool {
			self::$commands[ $name ] = $command;
			return true;
		}

		public static function get_runner(): self {
			return self::$runner;
		}

		public static function line( string $message = '' ): void {
			echo "$message\n";
		}

		public static function log( string $message ): void {
			echo "$message\n";
		}

		public static function success( string $message ): void {
			echo "Success: $message\n";
		}

		public static function warning( string $message ): void {
			self::$errors .= "Warning: $message\n";
		}

		/** Ends the command. The real function of WP-CLI ends PHP. */
		public static function error( string $message ): never {
			self::$errors .= "Error: $message\n";
			throw new WP_CLI\ExitException( '', 1 );
		}

		/** Continues if the options contain `--yes`. Otherwise ends the command, because there is no user to ask. */
		public static function confirm( string $question, array $assoc_args = array() ): void {
			if ( empty( $assoc_args['yes'] ) ) {
				echo "$question [y/n] ";
				throw new WP_CLI\ExitException( '', 0 );
			}
		}

		public static function print_value( mixed $value, array $assoc_args = array() ): void {
			echo match ( $assoc_args['format'] ?? '' ) {
				'json'  => json_encode( $value, JSON_UNESCAPED_UNICODE ),
				default => print_r( $value, true ),
			}, "\n";
		}

		/**
		 * Runs `wp …`.
		 *
		 * @param list<string> $argv Arguments without "wp".
		 * @return array{stdout: string, stderr: string, code: int}
		 */
		public static function stand_in( array $argv ): array {
			$code         = 0;
			self::$errors = '';
			self::$runner = new self();
			ob_start();
			try {
				self::run( $argv );
			} catch ( WP_CLI\ExitException $exit ) {
				$code = $exit->getCode();
			}
			return array(
				'stdout' => ob_get_clean(),
				'stderr' => self::$errors,
				'code'   => $code,
			);
		}

		private static function run( array $argv ): void {
			$words   = isset( self::$commands[ implode( ' ', array_slice( $argv, 0, 2 ) ) ] ) ? 2 : 1;
			$command = self::$commands[ implode( ' ', array_splice( $argv, 0, $words ) ) ] ?? self::error( 'not a registered wp command' );
			$method  = is_array( $command ) ? new ReflectionMethod( ...$command ) : self::method( $command, (string) array_shift( $argv ) );
			$object  = is_array( $command ) ? $command[0] : $command;
			$args    = array();
			$options = array();
			foreach ( $argv as $argument ) {
				if ( ! preg_match( '/^--(?:no-([^=]+)|([^=]+)(?:=(.*))?)$/s', $argument, $match, PREG_UNMATCHED_AS_NULL ) ) {
					$args[] = $argument;
					continue;
				}
				$value = null !== $match[1] ? false : $match[3] ?? true;
				$name  = $match[1] ?? $match[2];
				if ( in_array( $name, self::GLOBALS, true ) ) {
					self::$runner->runtime_config[ $name ] = $value;
				} else {
					$options[ $name ] = $value;
				}
			}
			$method->invoke( $object, $args, self::checked( (string) $method->getDocComment(), $options ) );
		}

		/**
		 * Finds the method of a subcommand by the tag `@subcommand`. Without this tag, a method is found by its name.
		 */
		private static function method( object $command, string $name ): ReflectionMethod {
			foreach ( ( new ReflectionClass( $command ) )->getMethods( ReflectionMethod::IS_PUBLIC ) as $method ) {
				$called = preg_match( '/@subcommand\s+(\S+)/', (string) $method->getDocComment(), $match ) ? $match[1] : $method->name;
				if ( ! str_starts_with( $method->name, '__' ) && $called === $name ) {
					return $method;
				}
			}
			self::error( "'$name' is not a registered subcommand" );
		}

		/**
		 * Refuses options that a command's doc comment does not declare. Returns the options with the defaults from the
		 * doc comment.
		 */
		private static function checked( string $comment, array $options ): array {
			$text = preg_replace( '/^[ \t]*\/?\*+[ \t]?/m', '', $comment );
			$known = array();
			foreach ( preg_split( '/\n\s*\n/', $text ) as $paragraph ) {
				if ( preg_match( '/^\[--([a-z-]+)(\[?)(=<[a-z]+>)?\]?\]\n:(.*)/s', trim( $paragraph ), $match ) ) {
					$known[ $match[1] ] = $match;
				}
			}
			foreach ( $options as $name => $value ) {
				if ( ! isset( $known[ $name ] ) ) {
					self::error( "Parameter errors:\n unknown --$name parameter" );
				}
				if ( true === $value && '' !== $known[ $name ][3] && '' === $known[ $name ][2] ) {
					self::warning( "--$name parameter needs a value" );
					unset( $options[ $name ] );
				}
			}
			foreach ( $known as $name => $match ) {
				preg_match( '/^default: (\S+)/m', $match[4], $default );
				if ( ! isset( $options[ $name ] ) && $default ) {
					$options[ $name ] = $default[1];
				}
			}
			return $options;
		}
	}
}

namespace WP_CLI {
	class ExitException extends \Exception {}
}

namespace WP_CLI\Utils {
	/** Prints items in one of the formats table, json, csv, ids, count. */
	function format_items( string $format, array $items, array|string $fields ): void {
		if ( 'count' === $format ) {
			echo count( $items );
			return;
		}
		if ( 'ids' === $format ) {
			echo implode( ' ', $items );
			return;
		}
		$fields = is_array( $fields ) ? $fields : explode( ',', $fields );
		$rows   = array();
		foreach ( $items as $item ) {
			$row = array();
			foreach ( $fields as $field ) {
				if ( ! array_key_exists( $field, (array) $item ) ) {
					\WP_CLI::error( "Invalid field: $field." );
				}
				$value         = ( (array) $item )[ $field ];
				$row[ $field ] = is_array( $value ) && in_array( $format, array( 'table', 'csv' ), true ) ? json_encode( $value ) : $value;
			}
			$rows[] = $row;
		}
		if ( 'json' === $format ) {
			echo json_encode( $rows, JSON_UNESCAPED_UNICODE );
		} else {
			foreach ( array( $fields, ...array_map( 'array_values', $rows ) ) as $row ) {
				echo 'csv' === $format ? to_csv( $row ) : implode( "\t", $row ) . "\n";
			}
		}
	}

	/** Returns a line of CSV. */
	function to_csv( array $row ): string {
		$stream = fopen( 'php://memory', 'r+' );
		fputcsv( $stream, $row, ',', '"', '\\' );
		rewind( $stream );
		return (string) stream_get_contents( $stream );
	}
}
