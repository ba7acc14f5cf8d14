<?php
declare( strict_types=1 );

namespace Largesse\Mail;

use Largesse\Checks\CheckResult;

/** Checks whether this site could send its last mails, and whether WordPress's cron runs, which mails need. */
final class MailCheck {

	/** Maximum delay of recurring events in seconds; high, because the cron of a quiet site waits for the next visitor. */
	private const LATE = 6 * HOUR_IN_SECONDS;

	private const HOOKS = 'largesse_';

	/** Checks whether the site could send the last mails. */
	public static function mail(): CheckResult {
		$reason = MailFailures::reason();
		if ( null === $reason ) {
			return CheckResult::good( __( 'No mail has failed', 'largesse' ), __( 'As far as this site can tell, its mails are sent. To check whether they arrive, send a test mail under Settings → Largesse.', 'largesse' ) );
		}
		return CheckResult::recommended(
			__( 'Mail does not leave this site', 'largesse' ),
			'' === $reason
				? __( 'The last mail was not accepted. Guests do not get the links to their gifts, and invited people do not get their invitations.', 'largesse' )
				/* translators: %s: what the mail server said. */
				: sprintf( __( 'The last mail was not accepted: %s Guests do not get the links to their gifts, and invited people do not get their invitations.', 'largesse' ), rtrim( $reason, '. ' ) . '.' ),
			__( 'Ask your hosting provider how to send mail, or install a plugin for SMTP. Then send yourself a test mail under Settings → Largesse.', 'largesse' )
		);
	}

	/** Checks whether recurring events are late. Single events are ignored, because they may be about someone's gift. */
	public static function cron(): CheckResult {
		$late = 0;
		foreach ( _get_cron_array() as $time => $hooks ) {
			foreach ( is_array( $hooks ) ? $hooks : array() as $hook => $events ) {
				$is_regular = str_starts_with( (string) $hook, self::HOOKS ) && array_filter( array_column( $events, 'schedule' ) );
				$late       = $is_regular ? max( $late, time() - $time ) : $late;
			}
		}
		if ( $late <= self::LATE ) {
			return CheckResult::good( __( 'Scheduled tasks run', 'largesse' ), __( 'Mails are sent, and old data of givers is erased.', 'largesse' ) );
		}
		return CheckResult::recommended(
			__( 'Scheduled tasks do not run', 'largesse' ),
			sprintf(
				/* translators: %s: a number of hours. */
				__( 'Some have been waiting for %s hours. Mails to givers, and the erasure of their old data, are late as well.', 'largesse' ),
				number_format_i18n( (int) floor( $late / HOUR_IN_SECONDS ) )
			),
			defined( 'DISABLE_WP_CRON' ) && DISABLE_WP_CRON
				? __( 'DISABLE_WP_CRON is set in wp-config.php, so the server must call wp-cron.php every few minutes.', 'largesse' )
				: __( 'Check that this site can call its own wp-cron.php, or let the server call it every few minutes.', 'largesse' )
		);
	}
}
