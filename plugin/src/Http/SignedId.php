<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Largesse\Html\SharedNames;
use WP_Post;

/**
 * Id of something that a form will create. The form also contains a signature of the id, so nobody can overwrite what
 * another form has created.
 */
final class SignedId {

	public const ID    = SharedNames::FORM_ID_FIELD;
	public const TOKEN = 'token';

	private function __construct( public readonly string $id, private readonly string $token ) {}

	/** Returns the id of a new form. If it replaces another form, `$id` is the UUID of that form. */
	public static function fresh( string $kind, WP_Post $registry, ?string $id = null ): self {
		$id ??= wp_generate_uuid4();
		return new self( $id, self::sign( $kind, $registry, $id ) );
	}

	/** Reads the id of a sent form. */
	public static function of( Submission $sent ): self {
		return new self( strtolower( $sent->trimmed( self::ID ) ), $sent->trimmed( self::TOKEN ) );
	}

	/** Checks whether this site created the form for this visitor and this registry. */
	public function is_ours( string $kind, WP_Post $registry ): bool {
		return wp_is_uuid( $this->id ) && hash_equals( self::sign( $kind, $registry, $this->id ), $this->token );
	}

	/** @return array<string, string> Hidden fields of the form. */
	public function hidden(): array {
		return array(
			self::ID    => $this->id,
			self::TOKEN => $this->token,
		);
	}

	private static function sign( string $kind, WP_Post $registry, string $id ): string {
		return KeyedHash::of( "largesse-new-{$kind}|{$registry->ID}|{$id}|" . get_current_user_id() );
	}
}
