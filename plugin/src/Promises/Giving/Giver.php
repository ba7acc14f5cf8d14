<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\SecretParameters;
use Largesse\Registries\Registry\ConfirmedAddress;
use WP_User;

/**
 * A giver who has proven an account or an e-mail address (architecture: Who sees what): a member, a guest who has
 * opened a link from a mail, or nobody known. Only the checks in this class create it.
 */
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

	/** Returns a member, for the member's own pages, and for mails to the member. */
	public static function of_member( WP_User $user ): self {
		return new self( $user->ID, '', '' );
	}

	/** Returns the giver with the confirmed address of a member; null for none. */
	public static function of_confirmed_address( WP_User $user ): ?self {
		$email = ConfirmedAddress::of( $user );
		return '' === $email ? null : new self( 0, $email, '' );
	}

	/** Checks whether the giver has made a promise, as the service returns it. */
	public function has_made( array $promise ): bool {
		return $this->is_known() && ( $this->user > 0
			? $this->user === $promise['giver_user_id']
			: 0 === strcasecmp( $this->email, (string) $promise['giver_email'] ) );
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
