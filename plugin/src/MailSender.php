<?php
declare( strict_types=1 );

namespace Largesse;

/** Sends the kinds of mail that a feature declares. */
interface MailSender {

	/**
	 * Sends a due mail, unless it is no longer needed.
	 *
	 * @return bool|int True if the mail was sent or is no longer needed, false if it failed, or the number of seconds
	 *                  until it may be sent.
	 */
	public function send( QueuedMail $mail ): bool|int;
}
