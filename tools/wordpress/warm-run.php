<?php
/**
 * Runs pieces of PHP code, one after another. Loads WordPress only once, because loading takes twenty times as long as
 * most pieces. Before each piece, this script restores the memory that the previous piece may have changed.
 *
 * The script ends if there is no further piece, and after a piece that exits, fails, or defines a constant other than
 * DONOTCACHEPAGE. The script also ends if options, must-use plugins or wp-config.php have changed, because WordPress
 * would then load differently.
 *
 * `exchange()` sends the output of the previous piece and returns the next piece: JSON with `code` and `input`, or
 * `end`.
 */

/** A WordPress that stays loaded. */
final class Warm_WordPress {
	/** Code of the next piece. */
	public static string $code;

	private static self $loaded;
	private static string $printed = '';

	/** @var array<string, mixed> */
	private array $globals;

	/** @var array<string, WP_Hook> */
	private array $hooks;

	/** @var array<class-string, array<string, mixed>> */
	private array $statics = array();

	/**
	 * @var SplObjectStorage<object, array<string, mixed>> properties of the plugin's objects that hooks or static
	 * properties contain
	 */
	private SplObjectStorage $objects;

	private string $sources;

	private int $constants;

	private function __construct() {
		// This action of WordPress would print the buffers of this script.
		remove_action( 'shutdown', 'wp_ob_end_flush_all', 1 );
		$this->globals = $GLOBALS;
		$this->hooks   = self::copy_hooks( $GLOBALS['wp_filter'] );
		foreach ( self::classes() as $class ) {
			$this->statics[ $class->name ] = $class->getStaticProperties();
		}
		$this->objects = new SplObjectStorage();
		foreach ( $this->hooks as $hook ) {
			$this->remember( $hook->callbacks );
		}
		$this->remember( $this->statics );
		$this->sources   = self::hash_sources();
		$this->constants = self::count_constants();
	}

	/** Stores the properties of the plugin's objects that are reachable from a value. */
	private function remember( mixed $value ): void {
		if ( is_array( $value ) ) {
			array_walk( $value, fn ( mixed $one ) => $this->remember( $one ) );
		} elseif ( $value instanceof Closure ) {
			$closure = new ReflectionFunction( $value );
			$this->remember( array( $closure->getClosureThis(), $closure->getStaticVariables() ) );
		} elseif ( is_object( $value ) && str_starts_with( $value::class, 'Largesse\\' ) && ! isset( $this->objects[ $value ] ) ) {
			$properties              = ( fn () => get_object_vars( $this ) )->call( $value );
			$this->objects[ $value ] = $properties;
			$this->remember( $properties );
		}
	}

	/** Fetches the next piece, and restores the state after loading. @return bool false if the script must end */
	public static function next(): bool {
		self::$loaded ??= new self();
		$sent           = exchange( self::$printed );
		self::$printed  = '';
		if ( 'end' === $sent ) {
			return false;
		}
		$piece = json_decode( $sent, true );
		if ( ! is_array( $piece ) ) {
			fwrite( fopen( 'php://stderr', 'w' ), 'The next piece cannot be read: ' . json_last_error_msg() );
			exit( 1 );
		}
		self::$loaded->restore();
		self::$code       = $piece['code'];
		$GLOBALS['input'] = $piece['input'];
		ob_start();
		return true;
	}

	/**
	 * Runs WordPress's actions at the end of a request.
	 *
	 * @return bool false if WordPress must load again for the next piece
	 */
	public static function end(): bool {
		self::$printed = ob_get_clean();
		do_action( 'shutdown' );
		wp_cache_flush();
		return self::hash_sources() === self::$loaded->sources && self::count_constants() === self::$loaded->constants;
	}

	/** Prints the output of the last piece. Called at the end of the script. */
	public static function print_last(): void {
		echo self::$printed;
	}

	private function restore(): void {
		foreach ( array_keys( $GLOBALS ) as $name ) {
			if ( ! array_key_exists( $name, $this->globals ) ) {
				unset( $GLOBALS[ $name ] );
			}
		}
		foreach ( $this->globals as $name => $value ) {
			$GLOBALS[ $name ] = $value;
		}
		unset( $GLOBALS['current_user'], $GLOBALS['wp_scripts'], $GLOBALS['wp_styles'] );
		$GLOBALS['wp_filter']    = self::copy_hooks( $this->hooks );
		$GLOBALS['wp_the_query'] = new WP_Query();
		$GLOBALS['wp_query']     = $GLOBALS['wp_the_query'];
		$GLOBALS['wp_rewrite']->init();
		foreach ( self::classes() as $class ) {
			foreach ( $class->getProperties( ReflectionProperty::IS_STATIC ) as $property ) {
				$first = $this->statics[ $class->name ] ?? array();
				$value = array_key_exists( $property->name, $first ) ? $first[ $property->name ] : $property->getDefaultValue();
				$property->setValue( null, $value );
			}
		}
		foreach ( $this->objects as $object ) {
			self::set_properties( $object, $this->objects[ $object ] );
		}
		$_SERVER['REQUEST_TIME']       = time();
		$_SERVER['REQUEST_TIME_FLOAT'] = microtime( true );
		$GLOBALS['wpdb']->num_queries  = 0;
		header_remove();
		clearstatcache( true );
		wp_cache_flush();
		wp_roles()->for_site();
	}

	/** @param array<string, mixed> $values values of all properties that have a value */
	private static function set_properties( object $object, array $values ): void {
		foreach ( ( new ReflectionClass( $object ) )->getProperties() as $property ) {
			if ( $property->isStatic() || $property->isReadOnly() ) {
				continue;
			}
			if ( array_key_exists( $property->name, $values ) ) {
				$property->setValue( $object, $values[ $property->name ] );
			} else {
				( function ( string $name ): void {
					unset( $this->$name );
				} )->call( $object, $property->name );
			}
		}
	}

	/**
	 * @param array<string, WP_Hook> $hooks
	 * @return array<string, WP_Hook>
	 */
	private static function copy_hooks( array $hooks ): array {
		return array_map( static fn ( WP_Hook $hook ) => clone $hook, $hooks );
	}

	/** @return iterable<ReflectionClass<object>> the plugin's classes that are loaded */
	private static function classes(): iterable {
		foreach ( get_declared_classes() as $class ) {
			if ( str_starts_with( $class, 'Largesse\\' ) ) {
				yield new ReflectionClass( $class );
			}
		}
	}

	/**
	 * Returns the number of constants. Omits DONOTCACHEPAGE, which the plugin defines for each private page, and which
	 * does not change how WordPress loads.
	 */
	private static function count_constants(): int {
		return count( array_diff_key( get_defined_constants( true )['user'], array( 'DONOTCACHEPAGE' => true ) ) );
	}

	/** Returns a hash of everything that affects how WordPress loads: options, configuration and must-use plugins. */
	private static function hash_sources(): string {
		$options = wp_load_alloptions();
		unset( $options['cron'] );
		$files = array();
		foreach ( array( ABSPATH . 'wp-config.php', ...( glob( WPMU_PLUGIN_DIR . '/*' ) ?: array() ) ) as $file ) {
			$files[ $file ] = array( filemtime( $file ), filesize( $file ) );
		}
		return md5( serialize( array( $options, $files ) ) );
	}
}

do {
	$has_piece = Warm_WordPress::next();
	if ( $has_piece ) {
		eval( Warm_WordPress::$code );
	}
} while ( $has_piece && Warm_WordPress::end() );
Warm_WordPress::print_last();
