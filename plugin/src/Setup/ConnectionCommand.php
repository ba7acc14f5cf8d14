<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Console\Terminal;
use Largesse\Service\Client;
use WP_CLI;

/** Commands about the connection to the registry service. */
final class ConnectionCommand {

	public function __construct( private readonly ConnectionCheck $check, private readonly NextStep $next_step, private readonly AccountPassword $password ) {}

	/**
	 * Checks the connection to the registry service, explains how to fix problems, and names the next step.
	 *
	 * The exit code is 1 if a finding is critical.
	 *
	 * ## OPTIONS
	 *
	 * [--format=<format>]
	 * : Output format.
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
		Terminal::print( $options, $findings, array( 'id', 'status', 'label', 'description', 'remedy' ) );
		if ( 'table' === ( $options['format'] ?? 'table' ) ) {
			$step = $this->next_step->find( $this->check );
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
	 * Replaces the application password that this site uses for the registry service.
	 *
	 * The command creates and tests a new password, and stores the new password in the settings. Then it waits for
	 * requests that use the old password, and revokes the old password. If the test fails, nothing changes. The service
	 * may still accept the old password for some minutes.
	 *
	 * ## OPTIONS
	 *
	 * [--wait=<seconds>]
	 * : Seconds to wait before the command revokes the old password.
	 * ---
	 * default: 10
	 * ---
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse renew-password
	 *
	 * @param list<string>         $args    Not used.
	 * @param array<string, mixed> $options The options.
	 */
	public function renew_password( array $args, array $options ): void {
		$seconds = (string) ( $options['wait'] ?? Client::TIMEOUT_S );
		if ( ! ctype_digit( $seconds ) ) {
			WP_CLI::error( __( '--wait must be a whole number of seconds.', 'largesse' ) );
		}
		Terminal::result_or_exit( $this->password->renew() );
		WP_CLI::log( __( 'The new application password works and is stored.', 'largesse' ) );
		sleep( (int) $seconds );
		if ( $this->password->revoke_old() ) {
			WP_CLI::success( __( 'The old application password is revoked.', 'largesse' ) );
		} else {
			WP_CLI::warning( __( 'The old application password was not found on this site. If it is still in use elsewhere, revoke it there.', 'largesse' ) );
		}
	}
}
