<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Registries\Console\Terminal;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Store;
use WP_CLI;

/** Commands about the invitees of a registry. */
final class InviteesCommand {

	public function __construct( private readonly Store $store ) {}

	/**
	 * Lists the invitees of a registry and the states of their invitations.
	 *
	 * ## OPTIONS
	 *
	 * <registry>
	 * : Id or slug of the registry.
	 *
	 * [--fields=<fields>]
	 * : Fields to print, separated by commas: entry, states.
	 *
	 * [--format=<format>]
	 * : Output format: table (the default), csv, json, yaml or count.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse invitees 12
	 *
	 * @param list<string>         $args    The registry.
	 * @param array<string, mixed> $options The options.
	 */
	public function invitees( array $args, array $options ): void {
		$rows = array_map(
			static fn ( array $person ) => array(
				'entry'  => $person['entry'],
				'states' => implode( ' · ', array_column( $person['states'], 'text' ) ),
			),
			InviteeView::all( Terminal::registry( $args[0] ) )
		);
		Terminal::print( $options, $rows, array( 'entry', 'states' ) );
	}

	/**
	 * Invites people to a registry.
	 *
	 * People who are already invited stay invited.
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
		$registry = Terminal::registry( array_shift( $args ) );
		$added    = $this->store->people->invite( $registry->ID, $args );
		if ( is_wp_error( $added ) ) {
			WP_CLI::error( $added->get_error_message() );
		}
		/* translators: 1: a number of people, 2: title of a registry. */
		$message = _n( 'Added %1$d guest to “%2$s”.', 'Added %1$d guests to “%2$s”.', $added, 'largesse' );
		WP_CLI::success( sprintf( $message, $added, Terminal::safe( Registries::title( $registry ) ) ) );
	}
}
