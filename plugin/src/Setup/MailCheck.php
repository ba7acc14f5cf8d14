<?php
declare( strict_types=1 );

namespace Largesse\Setup;

/**
 * Checks whether mail leaves this site, as far as it can tell, and whether WordPress's cron comes, without which mails
 * and reveals wait.
 */
final class MailCheck {

	/** Seconds by which regular events may be late; on a quiet site the cron comes with the next visitor. */
	private const LATE = 6 * HOUR_IN_SECONDS;

	/** With what the names of the plugin's events begin. */
	private const HOOKS = 'largesse_';

	/** Checks what became of the last mails. */
	public function mail(): Finding {
		$reason = MailFailures::reason();
		if ( null === $reason ) {
			return Finding::good( __( 'No mail has failed', 'largesse' ), __( 'As far as this site can tell, its mails leave. Whether they arrive shows a test mail: Settings → Largesse.', 'largesse' ) );
		}
		return Finding::recommended(
			__( 'Mail does not leave this site', 'largesse' ),
			'' === $reason
				? __( 'The last mail was not accepted. Guests do not get the link to what they give, and invited people not theirs.', 'largesse' )
				/* translators: %s: what the mail server said. */
				: sprintf( __( 'The last mail was not accepted: %s Guests do not get the link to what they give, and invited people not theirs.', 'largesse' ), rtrim( $reason, '. ' ) . '.' ),
			__( 'Ask your host how mail is sent, or install a plugin for SMTP; then send yourself a test mail under Settings → Largesse.', 'largesse' )
		);
	}

	/**
	 * Checks whether the plugin's events that come again and again are late. Those that come once may be about somebody's
	 * gift, and say nothing here.
	 */
	public function cron(): Finding {
		$late = 0;
		foreach ( _get_cron_array() as $time => $hooks ) {
			foreach ( is_array( $hooks ) ? $hooks : array() as $hook => $events ) {
				$is_regular = str_starts_with( (string) $hook, self::HOOKS ) && array_filter( array_column( $events, 'schedule' ) );
				$late       = $is_regular ? max( $late, time() - $time ) : $late;
			}
		}
		if ( $late <= self::LATE ) {
			return Finding::good( __( 'Scheduled tasks run', 'largesse' ), __( 'Mails are sent, and old data of givers is erased.', 'largesse' ) );
		}
		return Finding::recommended(
			__( 'Scheduled tasks do not run', 'largesse' ),
			sprintf(
				/* translators: %s: a number of hours. */
				__( 'Some have been waiting for %s hours. Mails to givers wait with them, and so does erasing their old data.', 'largesse' ),
				number_format_i18n( (int) floor( $late / HOUR_IN_SECONDS ) )
			),
			defined( 'DISABLE_WP_CRON' ) && DISABLE_WP_CRON
				? __( 'DISABLE_WP_CRON is set in wp-config.php: let the machine call wp-cron.php every few minutes.', 'largesse' )
				: __( 'Check that this site can call its own wp-cron.php, or let the machine call it every few minutes.', 'largesse' )
		);
	}
}
