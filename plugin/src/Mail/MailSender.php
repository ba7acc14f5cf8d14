<?php
declare( strict_types=1 );

namespace Largesse\Mail;

/**
 * Sends the kinds of mail that a feature declares.
 */
interface MailSender {

	/**
	 * Sends mails that are due, or replaces them in the queue. Afterwards, each mail is finished or postponed.
	 *
	 * @param list<QueuedMail> $mails The mails, by the order of their kinds in the declaration.
	 * @param int              $until When to leave the rest to the next run, in seconds since 1970.
	 */
	public function send( array $mails, int $until ): void;
}
