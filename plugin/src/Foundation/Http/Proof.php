<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/** How a form proves that no other site has made the visitor send it. */
final class Proof {

	/** Rule of a form that another site has sent. */
	public const ORIGIN = 'origin';

	/**
	 * @param string|null $nonce          Name of the nonce; null for none.
	 * @param bool        $is_from_origin Whether browsers must name this site as the origin of the form.
	 */
	private function __construct( private readonly ?string $nonce, public readonly bool $is_from_origin = false ) {}

	/** The form contains a nonce of the signed-in member. */
	public static function nonce( string $name ): self {
		return new self( $name );
	}

	/** The form contains a key that only its visitor knows. Others may know the key of a link: see `origin()`. */
	public static function secret(): self {
		return new self( null );
	}

	/** The browser says that the form comes from this site: visitors without an account share their nonces. */
	public static function origin(): self {
		return new self( null, true );
	}

	public function is_valid( Submission $sent ): bool {
		return match ( true ) {
			null !== $this->nonce => false !== wp_verify_nonce( $sent->text( '_wpnonce' ), $this->nonce ),
			$this->is_from_origin => Request::is_from_this_site(),
			default               => true,
		};
	}

	/** Returns the refusal of a form without this proof. */
	public function refusal(): Refusal {
		return $this->is_from_origin
			? new Refusal( 403, __( 'Nothing has changed yet: please press the button once more.', 'largesse' ), rule: self::ORIGIN )
			: Refusal::late();
	}
}
