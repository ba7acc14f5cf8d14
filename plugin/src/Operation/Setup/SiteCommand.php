<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Service\ConnectedSite;
use Largesse\Registries\Console\Terminal;
use WP_CLI;

/** Command that says what a copy of a site is. */
final class SiteCommand {

	public function __construct( private readonly CopyAnswer $answer ) {}

	/**
	 * Shows whether this site is a copy of the site that was connected to the service, or says what it is.
	 *
	 * The exit code is 1 if this site is a copy, and nobody has said what it is.
	 *
	 * ## OPTIONS
	 *
	 * [--moved]
	 * : The site has moved to this address. The service must confirm it.
	 *
	 * [--copy]
	 * : The site is a copy. Disconnects it, and deletes its waiting mails.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse site
	 *     wp largesse site --moved
	 */
	public function site( array $args, array $options ): void {
		$has_moved = Terminal::flag( $options, 'moved' );
		$is_copy   = Terminal::flag( $options, 'copy' );
		if ( $has_moved && $is_copy ) {
			WP_CLI::error( __( 'Choose either --moved or --copy.', 'largesse' ) );
		}
		if ( $is_copy && ! ConnectedSite::is_copy() ) {
			WP_CLI::error( __( 'This site is no copy, so nothing was changed.', 'largesse' ) );
		}
		if ( $is_copy ) {
			WP_CLI::success( $this->answer->separate() );
			return;
		}
		$failure = $has_moved ? $this->answer->move() : null;
		if ( null !== $failure ) {
			WP_CLI::error( $failure->get_error_message() );
		}
		$found = CopyAnswer::check();
		if ( null !== $found ) {
			WP_CLI::error( "{$found->label}. {$found->description}" );
		}
		/* translators: %s: an address. */
		WP_CLI::success( sprintf( __( 'This site is the original, at %s.', 'largesse' ), ConnectedSite::original() ) );
	}
}
