<?php
declare( strict_types=1 );

namespace Largesse;

/** Sends mails whose failures the site hides from some users. For example, a failed mail to a giver reveals a gift. */
interface SecretMailSender {

	/** Checks whether the current user, who is logged in, may know that the site failed to send a mail. */
	public static function may_know_failures(): bool;
}
