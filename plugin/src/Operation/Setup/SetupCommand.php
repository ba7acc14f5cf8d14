<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Registries\Console\Terminal;
use WP_CLI;

/** Command that answers for whom a site is. */
final class SetupCommand {

	public function __construct( private readonly SampleList $sample ) {}

	/**
	 * Sets up the site for a purpose: its features, its page and its menu. Features with data stay on.
	 *
	 * ## OPTIONS
	 *
	 * [--for=<purpose>]
	 * : Kind of site: family, wedding, clients or own. With own, nothing changes.
	 *
	 * [--sample]
	 * : Creates a private sample list of the user that --user names.
	 *
	 * [--remove-sample]
	 * : Removes the sample list.
	 *
	 * ## EXAMPLES
	 *
	 *     wp largesse setup --for=family
	 *     wp largesse setup --sample --user=anna
	 */
	public function setup( array $args, array $options ): void {
		$sent    = $options['for'] ?? null;
		$purpose = is_string( $sent ) ? Purpose::tryFrom( $sent ) : null;
		$adds    = Terminal::flag( $options, 'sample' );
		$removes = Terminal::flag( $options, 'remove-sample' );
		if ( null === $purpose && ( null !== $sent || ! ( $adds || $removes ) ) ) {
			/* translators: %s: names, separated by commas. */
			WP_CLI::error( sprintf( __( 'Name one of these with --for: %s', 'largesse' ), implode( ', ', array_column( Purpose::cases(), 'value' ) ) ) );
		}
		foreach ( null === $purpose ? array() : PurposeAnswer::give( $purpose ) as $change ) {
			WP_CLI::log( $change );
		}
		if ( $removes ) {
			$this->sample->remove();
		}
		$made = $adds ? $this->sample->create( PurposeAnswer::last() ?? Purpose::Own ) : null;
		if ( is_wp_error( $made ) ) {
			WP_CLI::error( $made->get_error_message() );
		}
		WP_CLI::success( __( 'Everything is set up.', 'largesse' ) );
	}
}
