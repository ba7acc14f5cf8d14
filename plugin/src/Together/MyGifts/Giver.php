<?php
declare( strict_types=1 );

namespace Largesse\Together\MyGifts;

use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\SecretParameters;

/** Visitor of the page My gifts: a member, a guest who has opened a link from a mail, or nobody known. */
final class Giver {

	/**
	 * @param int    $user  Id of the account; 0 for none.
	 * @param string $email Address that a link opens; '' for none.
	 * @param string $key   Key of this link.
	 */
	private function __construct(
		public readonly int $user,
		public readonly string $email,
		public readonly string $key
	) {}

	/** A link opens the gifts of its address, also for somebody who is signed in. */
	public static function of( Submission $sent ): self {
		$raw   = $sent->raw( SecretParameters::MY_GIFTS );
		$email = GiverLink::email( $raw );
		return '' !== $email
			? new self( 0, $email, SecretParameters::key( $raw ) )
			: new self( get_current_user_id(), '', '' );
	}

	public function is_known(): bool {
		return $this->user > 0 || '' !== $this->email;
	}

	/** @return array{giver_user_id: int}|array{giver_email: string} As the service selects promises. */
	public function selection(): array {
		return $this->user > 0 ? array( 'giver_user_id' => $this->user ) : array( 'giver_email' => $this->email );
	}

	/** Returns the address of the page for this visitor. @param array<string, string> $more Other parameters. */
	public function url( array $more = array() ): string {
		return SecretParameters::link(
			home_url( '/' ),
			SecretParameters::MY_GIFTS,
			'' === $this->key ? '1' : $this->key,
			$more
		);
	}
}
