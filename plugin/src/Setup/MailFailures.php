<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Giving\Surprise;
use Largesse\Registry\RegistryPostType;
use WP_Error;

/**
 * Remembers that a mail of the site could not be sent, until one can: no address, no time, and nothing of what it said.
 * Mails about gifts count by themselves. That one failed would tell an owner who administers the site that somebody
 * gives something (rules: Surprise).
 */
final class MailFailures {

	/** Option with what was said of the last failure, by kind of mail. */
	public const OPTION = 'largesse_mail_failures';

	/** Kinds of mails. */
	private const GIFTS  = 'gifts';
	private const OTHERS = 'others';

	/** What the filter calls an invitation. */
	private const INVITED = 'invited';

	/** Most characters of a reason. */
	private const REASON_CHARS = 300;

	/** Whether the mail that is being sent is about a gift. */
	private bool $is_about_gift = false;

	/**
	 * Notes that the next mail is about a gift; all are that the plugin sends, but invitations.
	 *
	 * @param mixed $mail What it says.
	 * @param mixed $kind What it is about.
	 */
	public function expect_gift( mixed $mail, mixed $kind = '' ): mixed {
		$this->is_about_gift = self::INVITED !== $kind;
		return $mail;
	}

	/** Notes that a mail was not sent. */
	public function note( WP_Error $error ): void {
		// A mail server likes to repeat whom it refused.
		$reason = (string) preg_replace( '/[^\s<>()"\']*@[^\s<>()"\']*/u', '…', $error->get_error_message() );
		update_option( self::OPTION, array( $this->kind() => mb_substr( $reason, 0, self::REASON_CHARS ) ) + self::noted() );
	}

	/** Forgets failures because a mail was sent; one about a gift tells nothing of others. */
	public function forget(): void {
		$noted = self::noted();
		$left  = self::GIFTS === $this->kind() ? array_diff_key( $noted, array( self::GIFTS => '' ) ) : array();
		if ( $left !== $noted ) {
			$left ? update_option( self::OPTION, $left ) : delete_option( self::OPTION );
		}
	}

	/** Returns what was said of a mail that failed, as far as the current user may know; null if none has. */
	public static function reason(): ?string {
		$noted = self::noted();
		return $noted[ self::OTHERS ] ?? ( isset( $noted[ self::GIFTS ] ) && self::may_know_of_gifts() ? $noted[ self::GIFTS ] : null );
	}

	/** Returns the kind of the mail that was just sent, or not. */
	private function kind(): string {
		$kind                = $this->is_about_gift ? self::GIFTS : self::OTHERS;
		$this->is_about_gift = false;
		return $kind;
	}

	/**
	 * Returns the failures.
	 *
	 * @return array<string, string> Reasons by kind.
	 */
	private static function noted(): array {
		$noted = get_option( self::OPTION );
		return is_array( $noted ) ? array_filter( $noted, 'is_string' ) : array();
	}

	/**
	 * Checks whether gifts are no surprise to the current user. Where nobody is signed in, as in WordPress's weekly check,
	 * whose outcome all administrators see, they are one; on the command line the operator knows everything.
	 */
	private static function may_know_of_gifts(): bool {
		if ( defined( 'WP_CLI' ) && WP_CLI ) {
			return true;
		}
		if ( ! is_user_logged_in() ) {
			return false;
		}
		$own = get_posts(
			array(
				'post_type'   => RegistryPostType::NAME,
				'post_status' => array_values( get_post_stati() ),
				'author'      => get_current_user_id(),
				'numberposts' => -1,
			)
		);
		foreach ( $own as $registry ) {
			if ( Surprise::of( $registry )->is_secret_now() ) {
				return false;
			}
		}
		return true;
	}
}
