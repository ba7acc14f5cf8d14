<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

/** A sign-up that is not confirmed yet. The account is created only after the confirmation. */
final class SignUp {

	/**
	 * @param string $id       Random id.
	 * @param string $browser  Hash of the cookie of the browser that sent the form.
	 * @param string $password Hash of the password.
	 * @param string $back     Address on this site to return to; empty for none.
	 * @param int    $time     Time at which the form was sent, in seconds since 1970.
	 */
	public function __construct(
		public readonly string $id,
		public readonly string $browser,
		public readonly string $email,
		public readonly string $name,
		public readonly string $password,
		public readonly string $back,
		public readonly int $time
	) {}
}
