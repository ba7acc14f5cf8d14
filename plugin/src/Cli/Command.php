<?php
declare( strict_types=1 );

namespace Largesse\Cli;

use Largesse\Connection\ConnectionCheck;
use Largesse\Registry\DeletedRegistries;
use Largesse\Registry\Invitees;
use Largesse\Registry\ItemOrder;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Store;
use WP_CLI;
use WP_Error;
use WP_Post;
use WP_User;

use function WP_CLI\Utils\format_items;

/**
 * Looks after gift registries and the connection to the registry service.
 */
final class Command {

	/** What lists of registries are made of: everything but the trash. */
	private const STATUSES = array( 'publish', 'private', 'draft', 'pending', 'future' );

	/** How many registries are loaded at a time. */
	private const PAGE = 200;

	/**
	 * Keeps what the commands work with.
	 *
	 * @param ConnectionCheck   $check   Checks the connection to the service.
	 * @param Store             $store   Reads and changes registries.
	 * @param DeletedRegistries $deleted Finds and retires items whose registry is gone.
	 */
	public function __construct(
		private readonly ConnectionCheck $check,
		private readonly Store $store,
		private readonly DeletedRegistries $deleted
	) {}

	/**
	 * Checks the connection to the registry service, and says how to fix what does not work.
	 *
	 * Exits with 1 when something is critical.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : How to print the findings.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 *   - count
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse doctor
	 *
	 * @param list<string>         $args    Not used.
	 * @param array<string, mixed> $options The options.
	 */
	public function doctor( array $args, array $options ): void {
		$findings = array_map( 'get_object_vars', $this->check->findings() );
		self::print( $options, $findings, array( 'id', 'status', 'label', 'description', 'remedy' ) );
		$critical = count( array_keys( array_column( $findings, 'status' ), 'critical', true ) );
		if ( $critical > 0 ) {
			/* translators: %d: a number. */
			WP_CLI::error( sprintf( _n( '%d finding is critical.', '%d findings are critical.', $critical, 'largesse' ), $critical ) );
		}
	}

	/**
	 * Lists registries.
	 *
	 * ## OPTIONS
	 *
	 * [--owner=<user>]
	 * : Only those of this user: an id, a login name or an e-mail address.
	 *
	 * [--status=<status>]
	 * : Only those with this status, for example "publish" (public) or "private" (for invited people).
	 *
	 * [--fields=<fields>]
	 * : Which fields to print, separated by commas: id, title, owner, status, event_type, event_date, items, invitees,
	 * slug, permalink.
	 *
	 * [--format=<format>]
	 * : How to print them.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 *   - count
	 *   - ids
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse list --owner=ada --format=ids
	 *
	 * @subcommand list
	 *
	 * @param list<string>         $args    Not used.
	 * @param array<string, mixed> $options The options.
	 */
	public function list_( array $args, array $options ): void {
		$query = isset( $options['owner'] ) ? array( 'author' => self::user( (string) $options['owner'] )->ID ) : array();
		if ( isset( $options['status'] ) ) {
			$query['post_status'] = (string) $options['status'];
		}
		$rows = array();
		foreach ( self::all( $query ) as $registry ) {
			$row    = self::row( $registry );
			$rows[] = array(
				'items'    => count( $row['items'] ),
				'invitees' => count( $row['invitees'] ),
			) + $row;
		}
		self::print( $options, $rows, array( 'id', 'title', 'owner', 'status', 'event_type', 'event_date', 'items', 'invitees' ) );
	}

	/**
	 * Shows a registry.
	 *
	 * ## OPTIONS
	 *
	 * <registry>
	 * : Id or slug of the registry.
	 *
	 * [--format=<format>]
	 * : How to print it.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse show 12 --format=json
	 *
	 * @param list<string>         $args    The registry.
	 * @param array<string, mixed> $options The options.
	 */
	public function show( array $args, array $options ): void {
		$row    = Terminal::safe_all( self::row( self::registry( $args[0] ) ) );
		$format = (string) ( $options['format'] ?? 'table' );
		if ( in_array( $format, array( 'json', 'yaml' ), true ) ) {
			WP_CLI::print_value( $row, array( 'format' => $format ) );
			return;
		}
		$rows = array();
		foreach ( $row as $field => $value ) {
			$rows[] = array(
				'field' => $field,
				'value' => is_array( $value ) ? implode( ', ', $value ) : $value,
			);
		}
		format_items( $format, $rows, array( 'field', 'value' ) );
	}

	/**
	 * Lists the items of a registry, in its order.
	 *
	 * ## OPTIONS
	 *
	 * <registry>
	 * : Id or slug of the registry.
	 *
	 * [--fields=<fields>]
	 * : Which fields to print, separated by commas: those of an item in the API.
	 *
	 * [--format=<format>]
	 * : How to print them.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 *   - count
	 *   - ids
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse items 12 --fields=id,name,url
	 *
	 * @param list<string>         $args    The registry.
	 * @param array<string, mixed> $options The options.
	 */
	public function items( array $args, array $options ): void {
		$items = $this->store->items( self::registry( $args[0] )->ID );
		if ( is_wp_error( $items ) ) {
			WP_CLI::error( Terminal::safe( $items->get_error_message() ) );
		}
		self::print( $options, $items, array( 'id', 'name', 'price', 'quantity_needed', 'quantity_purchased', 'affiliate_status', 'url' ) );
	}

	/**
	 * Invites people to a registry.
	 *
	 * Anyone who is invited already stays invited.
	 *
	 * ## OPTIONS
	 *
	 * <registry>
	 * : Id or slug of the registry.
	 *
	 * <who>...
	 * : User names and e-mail addresses.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse invite 12 ada grace@navy.example
	 *
	 * @param list<string> $args The registry, then the people.
	 */
	public function invite( array $args ): void {
		$registry = self::registry( array_shift( $args ) );
		$added    = $this->store->invite( $registry->ID, $args );
		if ( is_wp_error( $added ) ) {
			WP_CLI::error( $added->get_error_message() );
		}
		/* translators: 1: a number of people, 2: title of a registry. */
		$message = _n( 'Invited %1$d person to “%2$s”.', 'Invited %1$d people to “%2$s”.', $added, 'largesse' );
		WP_CLI::success( sprintf( $message, $added, Terminal::safe( RegistryTitle::of( $registry ) ) ) );
	}

	/**
	 * Updates the lists of items that registries store to match the items of the service.
	 *
	 * If no registry is named, it goes through all of them, and looks for items whose registry is gone. Exits with 1 if a
	 * registry could not be updated.
	 *
	 * ## OPTIONS
	 *
	 * [<registry>...]
	 * : Ids or slugs of registries.
	 *
	 * [--retire-gone]
	 * : Make the items of registries that are gone inactive.
	 *
	 * [--format=<format>]
	 * : How to print the result.
	 * ---
	 * default: table
	 * options:
	 *   - table
	 *   - json
	 *   - csv
	 *   - yaml
	 *   - count
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse reconcile
	 *     wp largesse reconcile 12 13
	 *
	 * @param list<string>         $args    Registries.
	 * @param array<string, mixed> $options The options.
	 */
	public function reconcile( array $args, array $options ): void {
		$is_all = array() === $args;
		// First, because it shows at once whether the service answers.
		$gone = $is_all ? $this->gone() : array();
		$rows = array();
		foreach ( $is_all ? self::all() : array_map( self::registry( ... ), $args ) as $registry ) {
			$ids    = $this->store->reconcile( $registry->ID );
			$rows[] = self::result( $registry->ID, is_wp_error( $ids ) ? $ids : count( $ids ), __( 'in line', 'largesse' ) );
		}
		array_push( $rows, ...$this->retired( $gone, ! empty( $options['retire-gone'] ) ) );
		self::print( $options, $rows, array( 'registry', 'items', 'result' ) );
		$failed = count( array_keys( array_column( $rows, 'items' ), '', true ) );
		if ( $failed > 0 ) {
			/* translators: %d: a number. */
			WP_CLI::error( sprintf( _n( '%d registry could not be brought in line.', '%d registries could not be brought in line.', $failed, 'largesse' ), $failed ) );
		}
	}

	/**
	 * Finds the registries that are gone and have active items.
	 *
	 * @return array<int, int> Number of items by registry.
	 */
	private function gone(): array {
		$found = $this->deleted->find_items();
		if ( is_wp_error( $found ) ) {
			WP_CLI::error( Terminal::safe( $found->get_error_message() ) );
		}
		return $found;
	}

	/**
	 * Makes the items of registries that are gone inactive, or says that this is left to do.
	 *
	 * @param array<int, int> $gone   Number of items by registry.
	 * @param bool            $retire Whether to do it.
	 * @return list<array<string, mixed>> Rows of the result.
	 */
	private function retired( array $gone, bool $retire ): array {
		if ( array() !== $gone && ! $retire ) {
			WP_CLI::warning( __( 'Some items belong to registries that are gone. To make them inactive, add --retire-gone.', 'largesse' ) );
		}
		$rows = array();
		foreach ( $gone as $id => $number ) {
			$rows[] = $retire
				? self::result( $id, $this->deleted->retire_items( $id ), __( 'gone, its items are inactive now', 'largesse' ) )
				: self::result( $id, $number, __( 'gone, its items are active', 'largesse' ) );
		}
		return $rows;
	}

	/**
	 * Makes a row of the result.
	 *
	 * @param int|WP_Error $what Number of items, or what went wrong.
	 * @param string       $done What to say where nothing did.
	 * @return array{registry: int, items: int|string, result: string}
	 */
	private static function result( int $id, int|WP_Error $what, string $done ): array {
		return array(
			'registry' => $id,
			'items'    => is_wp_error( $what ) ? '' : $what,
			'result'   => is_wp_error( $what ) ? $what->get_error_message() : $done,
		);
	}

	/**
	 * Goes through all registries, by id; not all at once in memory.
	 *
	 * @param array<string, mixed> $query What to ask for beyond that.
	 * @return iterable<WP_Post>
	 */
	private static function all( array $query = array() ): iterable {
		$page = 0;
		do {
			$some = get_posts(
				$query + array(
					'post_type'   => RegistryPostType::NAME,
					'post_status' => self::STATUSES,
					'numberposts' => self::PAGE,
					'paged'       => ++$page,
					'orderby'     => 'ID',
					'order'       => 'ASC',
				)
			);
			yield from $some;
			$is_last = count( $some ) < self::PAGE;
		} while ( ! $is_last );
	}

	/**
	 * Finds the registry that is named; without one, ends the command.
	 *
	 * @param string $id_or_slug Id or slug.
	 */
	private static function registry( string $id_or_slug ): WP_Post {
		$registry = Registries::find( $id_or_slug );
		if ( null === $registry ) {
			/* translators: %s: what was asked for. */
			WP_CLI::error( sprintf( __( 'There is no registry “%s”.', 'largesse' ), Terminal::safe( $id_or_slug ) ) );
		}
		return $registry;
	}

	/**
	 * Finds the user who is named; without one, ends the command.
	 *
	 * @param string $name Login name, e-mail address or id; each may look like the one after it.
	 */
	private static function user( string $name ): WP_User {
		$user = get_user_by( 'login', $name );
		$user = $user ? $user : get_user_by( 'email', $name );
		if ( ! $user && ctype_digit( $name ) ) {
			$user = get_user_by( 'id', (int) $name );
		}
		if ( ! $user ) {
			/* translators: %s: what was asked for. */
			WP_CLI::error( sprintf( __( 'There is no user “%s”.', 'largesse' ), Terminal::safe( $name ) ) );
		}
		return $user;
	}

	/**
	 * Returns what the commands tell of a registry.
	 *
	 * @return array{id: int, title: string, owner: string, status: string, event_type: string, event_date: string, slug: string, permalink: string, items: list<int>, invitees: list<string>}
	 */
	private static function row( WP_Post $registry ): array {
		$owner = get_userdata( (int) $registry->post_author );
		return array(
			'id'         => $registry->ID,
			'title'      => RegistryTitle::of( $registry ),
			'owner'      => $owner ? $owner->user_login : '',
			'status'     => $registry->post_status,
			'event_type' => (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ),
			'event_date' => (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ),
			'slug'       => $registry->post_name,
			'permalink'  => (string) get_permalink( $registry ),
			'items'      => ItemOrder::of( $registry->ID ),
			'invitees'   => Invitees::entries_of( $registry ),
		);
	}

	/**
	 * Prints rows as the options say.
	 *
	 * @param array<string, mixed>       $options The options of the command.
	 * @param list<array<string, mixed>> $rows    The rows.
	 * @param list<string>               $fields  Fields where the options name none.
	 */
	private static function print( array $options, array $rows, array $fields ): void {
		$format = (string) ( $options['format'] ?? 'table' );
		$rows   = 'ids' === $format ? array_column( $rows, 'id' ) : Terminal::safe_all( $rows );
		format_items( $format, $rows, $options['fields'] ?? $fields );
	}
}
