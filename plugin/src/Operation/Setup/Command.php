<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Registries\Console\Terminal;
use Largesse\FeatureFields;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Registry\AnyNumber;
use Largesse\Registries\Registry\DeletedRegistries;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;
use Largesse\Registries\Registry\WishOrder;
use WP_CLI;
use WP_Error;
use WP_Post;
use function WP_CLI\Utils\format_items;

/**
 * Manages gift registries and the connection to the registry service.
 */
final class Command {

	private readonly Store $store;

	public function __construct(
		Store $store,
		private readonly DeletedRegistries $deleted_registries,
		private readonly SetupCheck $check
	) {
		$this->store = $store->in_background();
	}

	/**
	 * Checks the connection to the registry service, explains how to fix problems, and names the next step.
	 *
	 * The exit code is 1 if a finding is critical.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : Output format: table (the default), json, csv, yaml or count.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse doctor
	 */
	public function doctor( array $args, array $options ): void {
		$findings = array_map( 'get_object_vars', $this->check->findings() );
		Terminal::print( $options, $findings, array( 'id', 'status', 'label', 'description', 'remedy' ) );
		if ( 'table' === ( $options['format'] ?? 'table' ) ) {
			$step = $this->check->next_step();
			/* translators: %s: what is to be done. */
			WP_CLI::log( null === $step ? __( 'Everything is set up.', 'largesse' ) : sprintf( __( 'Next step: %s', 'largesse' ), $step->label . '. ' . $step->remedy ) );
		}
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
	 * : Only registries of this user: an id, a login name or an e-mail address.
	 *
	 * [--status=<status>]
	 * : Only registries with this status, for example "publish" (public) or "private" (for invited people).
	 * ---
	 * options:
	 *   - publish
	 *   - private
	 *   - draft
	 *   - pending
	 *   - future
	 *   - trash
	 * ---
	 *
	 * [--fields=<fields>]
	 * : Fields to print, separated by commas: id, title, owner, status, event_type, event_date, names, surprise,
	 * reveal_date, items, invitees, co_owners, keepers, proposed_owners, proposed_keepers, slug, permalink.
	 *
	 * [--format=<format>]
	 * : Output format: table (the default), json, csv, yaml, count or ids.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse list --owner=ada --format=ids
	 *
	 * @subcommand list
	 */
	public function list_( array $args, array $options ): void {
		$query = isset( $options['owner'] ) ? array( 'author' => Terminal::user( (string) $options['owner'] )->ID ) : array();
		if ( isset( $options['status'] ) ) {
			$query['post_status'] = (string) $options['status'];
		}
		$rows = array();
		foreach ( Terminal::registries( $query ) as $registry ) {
			$row    = self::row( $registry );
			$rows[] = array(
				'items'     => count( $row['items'] ),
				'invitees'  => count( $row['invitees'] ),
				'co_owners' => implode( ',', $row['co_owners'] ),
				'keepers'   => implode( ',', $row['keepers'] ),
			) + $row;
		}
		Terminal::print(
			$options,
			$rows,
			array( 'id', 'title', 'owner', 'status', 'event_type', 'event_date', 'items', 'invitees' )
		);
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
	 * : Output format: table (the default), json, csv or yaml.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse show 12 --format=json
	 */
	public function show( array $args, array $options ): void {
		$row    = Terminal::safe_all( self::row( Terminal::registry( $args[0] ) ) );
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
	 * Lists the items of a registry in their order.
	 *
	 * ## OPTIONS
	 *
	 * <registry>
	 * : Id or slug of the registry.
	 *
	 * [--fields=<fields>]
	 * : Fields to print, separated by commas: the fields of an item in the API. A wish without a shop has no url.
	 *
	 * [--format=<format>]
	 * : Output format: table (the default), json, csv, yaml, count or ids.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse items 12 --fields=id,name,url
	 */
	public function items( array $args, array $options ): void {
		$items = Terminal::result_or_exit( $this->store->items->all( Terminal::registry( $args[0] )->ID ) );
		$items = array_map(
			static fn ( array $item ) => array_replace(
				array( 'currency' => null ),
				$item,
				array( 'url' => Wish::visible_address( $item ) ),
				AnyNumber::is( $item ) ? array( 'quantity_needed' => AnyNumber::WORD ) : array()
			),
			$items
		);
		Terminal::print(
			$options,
			$items,
			array( 'id', 'name', 'price', 'currency', 'quantity_needed', 'quantity_purchased', 'affiliate_status', 'url' )
		);
	}

	/**
	 * Updates the lists of items that the site stores, so that the lists match the items of the service.
	 *
	 * Without arguments, the command updates all registries, and finds items of deleted registries. The exit code is 1
	 * if a registry could not be updated.
	 *
	 * ## OPTIONS
	 *
	 * [<registry>...]
	 * : Ids or slugs of registries.
	 *
	 * [--retire-gone]
	 * : Make the items of deleted registries inactive, and erase the data of their givers. Cannot be combined with
	 * registries.
	 *
	 * [--format=<format>]
	 * : Output format: table (the default), json, csv, yaml or count.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse reconcile
	 *     wp largesse reconcile 12 13
	 */
	public function reconcile( array $args, array $options ): void {
		$is_all  = array() === $args;
		$retires = Terminal::flag( $options, 'retire-gone' );
		if ( $retires && ! $is_all ) {
			WP_CLI::error( __( '--retire-gone cannot be combined with registries.', 'largesse' ) );
		}
		// Ask the service first, so that the command ends immediately if the service does not answer.
		$gone = $is_all ? Terminal::result_or_exit( $this->deleted_registries->find_items() ) : array();
		$rows = array();
		foreach ( $is_all ? Terminal::registries() : array_map( Terminal::registry( ... ), $args ) as $registry ) {
			$ids    = $this->store->order->write( $registry->ID );
			$rows[] = self::result( $registry->ID, is_wp_error( $ids ) ? $ids : count( $ids ), __( 'up to date', 'largesse' ) );
		}
		if ( array() !== $gone && ! $retires ) {
			WP_CLI::warning( __( 'Some items belong to deleted registries. To make them inactive, add --retire-gone.', 'largesse' ) );
		}
		foreach ( $gone as $id => $number ) {
			$rows[] = $retires
				? self::result(
					$id,
					$this->deleted_registries->retire_items( $id ),
					__( 'deleted, its items are inactive now', 'largesse' )
				)
				: self::result( $id, $number, __( 'deleted, its items are still active', 'largesse' ) );
		}
		Terminal::print( $options, $rows, array( 'registry', 'items', 'result' ) );
		$failed = count( array_keys( array_column( $rows, 'items' ), '', true ) );
		if ( $failed > 0 ) {
			/* translators: %d: a number. */
			WP_CLI::error( sprintf( _n( '%d registry could not be updated.', '%d registries could not be updated.', $failed, 'largesse' ), $failed ) );
		}
	}

	/**
	 * Creates a row of the result.
	 *
	 * @param int|WP_Error $what Number of items, or the error.
	 * @param string       $done Message if there was no error.
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
	 * Returns the data of a registry for the commands. `surprise` and `reveal_date` contain the effective values.
	 *
	 * @return array{id: int, title: string, owner: string, status: string, event_type: string, event_date: string, names?: string, proposed_owners: string, proposed_keepers: string, surprise: string, reveal_date: string, slug: string, permalink: string, items: list<int>, invitees: list<string>, co_owners: list<string>, keepers: list<string>}
	 */
	private static function row( WP_Post $registry ): array {
		$owner    = get_userdata( (int) $registry->post_author );
		$surprise = Surprise::of( $registry );
		return array(
			'id'          => $registry->ID,
			'title'       => Registries::title( $registry ),
			'owner'       => $owner ? $owner->user_login : '',
			'status'      => $registry->post_status,
			'event_type'  => (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ),
			'event_date'  => (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ),
			...array_map( static fn ( array $text ): string => $text['text'], FeatureFields::all_texts( $registry ) ),
			'surprise'    => $surprise->level,
			'reveal_date' => $surprise->day ?? '',
			'slug'        => $registry->post_name,
			'permalink'   => (string) get_permalink( $registry ),
			'items'       => WishOrder::of( $registry->ID )->ids,
			'invitees'    => Roles::entries_of( $registry ),
			'co_owners'   => Roles::entries_of( $registry, RegistryMeta::OWNERS ),
			'keepers'     => Roles::entries_of( $registry, RegistryMeta::KEEPERS ),
		);
	}
}
