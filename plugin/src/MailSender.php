<?php
declare( strict_types=1 );

namespace Largesse;

/** Sends the kinds of mail that a feature declares. */
interface MailSender {

	/** @return bool|int True if the mail was sent or is no longer needed, false if it failed; or seconds to wait. */
	public function send( QueuedMail $mail ): bool|int;
}
