<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Sends the kinds of mail that a feature declares. Subclasses implement `send`, or `send_all` to combine several mails.
 */
abstract class MailSender {

	/** @return bool|int True if the mail was sent or is no longer needed, false if it failed; or seconds to wait. */
	public function send( QueuedMail $mail ): bool|int {
		// If a subclass implements neither method, Site Health reports its mails as failed, and other mails are still sent.
		return false;
	}

	/**
	 * Sends due mails, or queues other mails in their place.
	 *
	 * @param list<QueuedMail> $mails The mails, by kind, and of each kind in the order in which they are due.
	 * @param int              $until End of the run, in seconds since 1970. The next run sends the remaining mails.
	 * @return iterable<array{list<QueuedMail>, bool|int}> Each mail, alone or with others, with their result as of `send`.
	 */
	public function send_all( array $mails, int $until ): iterable {
		foreach ( $mails as $mail ) {
			yield array( array( $mail ), time() >= $until ? 0 : $this->send( $mail ) );
		}
	}

	/**
	 * Checks whether the current user, who is logged in, may know that the site failed to send a mail. For example, a
	 * failed mail to a giver reveals a gift. One `false` hides all mails that are not open; only GiftMailSender decides.
	 */
	public static function may_know_failures(): bool {
		return true;
	}
}
