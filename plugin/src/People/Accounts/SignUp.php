<?php
declare( strict_types=1 );

namespace Largesse\People\Accounts;

use Largesse\Foundation\Records\StoredValue;

/** A sign-up, whose account is created after the confirmation. It then contains neither name nor password. */
final class SignUp {

	use StoredValue;

	/**
	 * @param string $browser  Hash of the cookie of the browser that sent the form. After the confirmation, of the
	 *                         browser that confirmed the sign-up.
	 * @param string $password Hash of the password.
	 * @param string $back     Address on this site to return to; empty for none.
	 * @param int    $time     Time at which the form was sent, in seconds since 1970.
	 * @param int    $user     Id of the account; 0 before the confirmation.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $browser,
		public readonly string $email,
		public readonly string $name,
		public readonly string $password,
		public readonly string $back,
		public readonly int $time,
		public readonly int $user = 0
	) {}
}
