<?php
declare( strict_types=1 );

namespace Largesse;

/** Sends the kinds of mail that a feature declares, and combines several queued mails. */
interface CombinedMailSender {

	/**
	 * Sends due mails, or queues other mails in their place. Implementations must remove or postpone each due mail.
	 *
	 * @param list<QueuedMail> $mails The mails, in the order in which the feature declares their kinds.
	 * @param int              $until End of the run, in seconds since 1970. The next run sends the remaining mails.
	 */
	public function send_all( array $mails, int $until ): void;
}
