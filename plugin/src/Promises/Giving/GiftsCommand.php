<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Registries\Console\Terminal;
use Largesse\Registries\Registry\Registries;
use WP_CLI;
use WP_Post;

/**
 * Lists, reveals and erases gifts.
 *
 * These commands show all gifts, including surprises. If you own a registry
 * yourself, do not list its gifts.
 */
final class GiftsCommand {

	/** Default fields of a list. */
	private const FIELDS = array(
		'id',
		'registry_id',
		'item_id',
		'quantity',
		'amount',
		'state',
		'is_secret',
		'is_owner',
		'giver_name',
		'giver_email',
		'created_at',
	);

	public function __construct( private readonly Purchases $purchases ) {}

	/**
	 * Lists gifts, including gifts that are still a surprise for the owner.
	 *
	 * Parts of gifts that several guests give together have an amount in place of a quantity and a state.
	 *
	 * Without a filter, the command lists the gifts of all registries. With several filters, a gift must match all.
	 *
	 * ## OPTIONS
	 *
	 * [--registry[=<registry>]]
	 * : Only gifts for this registry: its id or slug, or the id of a deleted registry.
	 *
	 * [--giver-user[=<user>]]
	 * : Only gifts by this user: a login name, an e-mail address, an id, or the id of a deleted user.
	 *
	 * [--email[=<email>]]
	 * : Only gifts with this e-mail address.
	 *
	 * [--fields=<fields>]
	 * : Fields to print, separated by commas: id, registry_id, item_id, quantity, amount, state, is_secret, is_owner,
	 * giver_user_id, giver_name, giver_email, message, thanked_at, created_at, updated_at.
	 *
	 * [--format=<format>]
	 * : Output format: table (the default), json, csv, yaml, count or ids.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse gifts list --registry=12
	 *     wp largesse gifts list --email=ada@mail.example --fields=registry_id,quantity,message
	 *
	 * @subcommand list
	 */
	public function list_( array $args, array $options ): void {
		$filters = self::filters( $options );
		$gifts   = array();
		foreach ( $filters ? array( $filters ) : Terminal::registries() as $of ) {
			$query = $of instanceof WP_Post ? array( 'registry_id' => $of->ID ) : $of;
			array_push(
				$gifts,
				...array_map(
					static fn ( array $gift ): array => $gift + array( 'amount' => null ),
					Terminal::result_or_exit( $this->purchases->matching( $query ) )
				),
				...array_map( self::part( ... ), Terminal::result_or_exit( $this->purchases->parts_matching( $query ) ) )
			);
		}
		$rows = in_array( $options['format'] ?? 'table', array( 'table', 'csv' ), true )
			? array_map( self::words( ... ), $gifts )
			: $gifts;
		Terminal::print( $options, $rows, self::FIELDS );
		$secret = count( array_filter( array_column( $gifts, 'is_secret' ) ) );
		if ( $secret > 0 ) {
			/* translators: %d: a number of gifts. */
			WP_CLI::warning( sprintf( _n( '%d of these gifts is a surprise. Do not tell the owner of the registry.', '%d of these gifts are a surprise. Do not tell the owners of the registries.', $secret, 'largesse' ), $secret ) );
		}
	}

	/**
	 * Reveals the hidden gifts of a registry to its owner.
	 *
	 * You cannot undo this. Gifts that guests give afterwards are a surprise again until the day of the reveal.
	 *
	 * ## OPTIONS
	 *
	 * <registry>
	 * : Id or slug of the registry.
	 *
	 * [--yes]
	 * : Skip the confirmation.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse gifts reveal 12
	 */
	public function reveal( array $args, array $options ): void {
		$registry = Terminal::registry( $args[0] );
		$title    = Terminal::safe( Registries::title( $registry ) );
		/* translators: %s: title of a registry. */
		Terminal::confirm( sprintf( __( 'Reveal all gifts to the owner of “%s” now?', 'largesse' ), $title ), $options );
		$number = Terminal::result_or_exit( $this->purchases->reveal( $registry->ID ) );
		/* translators: 1: a number of gifts, 2: title of a registry. */
		WP_CLI::success( sprintf( _n( 'Revealed %1$d gift for “%2$s”.', 'Revealed %1$d gifts for “%2$s”.', $number, 'largesse' ), $number, $title ) );
	}

	/**
	 * Erases givers and their messages.
	 *
	 * The gifts themselves remain, so that nobody buys the same thing again. Use exactly one of --registry,
	 * --giver-user and --email. You cannot undo this.
	 *
	 * ## OPTIONS
	 *
	 * [--registry[=<registry>]]
	 * : Erase the data of gifts for this registry: its id or slug, or the id of a deleted registry.
	 *
	 * [--giver-user[=<user>]]
	 * : Erase the data of gifts by this user: a login name, an e-mail address, an id, or the id of a deleted user.
	 *
	 * [--email[=<email>]]
	 * : Erase the data of gifts with this e-mail address.
	 *
	 * [--yes]
	 * : Skip the confirmation.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse gifts erase --email=ada@mail.example
	 *     wp largesse gifts erase --giver-user=ada
	 */
	public function erase( array $args, array $options ): void {
		$whose = self::filters( $options );
		if ( count( $whose ) !== 1 ) {
			WP_CLI::error( __( 'Use exactly one of --registry, --giver-user and --email.', 'largesse' ) );
		}
		Terminal::confirm( __( 'Erase this for good?', 'largesse' ), $options );
		$number = Terminal::result_or_exit( $this->purchases->erase( $whose ) );
		/* translators: %d: a number of gifts. */
		WP_CLI::success( sprintf( _n( 'Erased the data of %d gift.', 'Erased the data of %d gifts.', $number, 'largesse' ), $number ) );
	}

	/**
	 * Converts the options to the filters of the service. Ends the command if a filter is empty, because it would match
	 * all gifts. WP-CLI itself would drop an option without a value, so the documentation of these commands declares
	 * each value as optional.
	 */
	private static function filters( array $options ): array {
		// WP-CLI takes this option for itself. No command receives it.
		if ( isset( WP_CLI::get_runner()->runtime_config['user'] ) ) {
			WP_CLI::error( __( 'To select the gifts of a user, use --giver-user instead of --user.', 'largesse' ) );
		}
		foreach ( array( 'registry', 'giver-user', 'email' ) as $name ) {
			if ( isset( $options[ $name ] ) && ( ! is_string( $options[ $name ] ) || '' === trim( $options[ $name ] ) ) ) {
				/* translators: %s: name of an option. */
				WP_CLI::error( sprintf( __( '%s needs a value.', 'largesse' ), "--{$name}" ) );
			}
		}
		$filters = array();
		if ( isset( $options['registry'] ) ) {
			$filters['registry_id'] = self::id(
				(string) $options['registry'],
				static fn ( string $name ): int => Terminal::registry( $name )->ID
			);
		}
		if ( isset( $options['giver-user'] ) ) {
			$filters['giver_user_id'] = self::id(
				(string) $options['giver-user'],
				static fn ( string $name ): int => Terminal::user( $name )->ID
			);
		}
		if ( isset( $options['email'] ) ) {
			$filters['giver_email'] = (string) $options['email'];
		}
		return $filters;
	}

	/**
	 * Returns the id of a user or registry. A number is not checked, because the service may have gifts with the id of
	 * a deleted user or registry.
	 *
	 * @param callable(string): int $find Finds the id if the value is not a number.
	 */
	private static function id( string $name, callable $find ): int {
		return preg_match( '/^[1-9]\d{0,14}\z/', $name ) ? (int) $name : $find( $name );
	}

	/** Returns a part of a gift with the fields of a gift. */
	private static function part( array $share ): array {
		return $share + array_fill_keys( array( 'quantity', 'state', 'message', 'thanked_at' ), null ) + array(
			'is_owner' => false,
		);
	}

	/** Replaces booleans; a table shows numbers. */
	private static function words( array $gift ): array {
		return array_map(
			static fn ( mixed $value ): mixed => is_bool( $value ) ? ( $value ? 'true' : 'false' ) : $value,
			$gift
		);
	}
}
