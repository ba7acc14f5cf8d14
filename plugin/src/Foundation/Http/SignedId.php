<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Html\SharedNames;
use WP_Post;

/**
 * Id of something that a form will create. The form also contains a signature of the id, so nobody can overwrite what
 * another form has created, and the mark of the browser that has opened the form (BrowserKey).
 */
final class SignedId {

	public const ID    = SharedNames::FORM_ID_FIELD;
	public const TOKEN = 'token';
	private const MARK = 'mark';

	private function __construct(
		public readonly string $id,
		private readonly string $token,
		private readonly string $mark
	) {}

	/**
	 * Returns the id of a new form. If it replaces another form, `$id` is the UUID of that form. Call it before any
	 * output, and only in an uncached response.
	 */
	public static function fresh( string $kind, WP_Post $registry, ?string $id = null ): self {
		$id ??= wp_generate_uuid4();
		return new self( $id, self::sign( $kind, $registry, $id ), BrowserKey::mark( $id ) );
	}

	/** Reads the id of a sent form. */
	public static function of( Submission $sent ): self {
		return new self(
			strtolower( $sent->trimmed( self::ID ) ),
			$sent->trimmed( self::TOKEN ),
			$sent->trimmed( self::MARK )
		);
	}

	/** Checks whether this site created the form for this visitor and this registry. */
	public function is_ours( string $kind, WP_Post $registry ): bool {
		return wp_is_uuid( $this->id ) && hash_equals( self::sign( $kind, $registry, $this->id ), $this->token );
	}

	/** Checks whether this browser has opened the form. Members' forms belong to their account instead (`is_ours`). */
	public function is_of_this_browser(): bool {
		return BrowserKey::has_opened( $this->id, $this->mark );
	}

	/** @return array<string, string> Hidden fields of the form. */
	public function hidden(): array {
		return array(
			self::ID    => $this->id,
			self::TOKEN => $this->token,
			self::MARK  => $this->mark,
		);
	}

	private static function sign( string $kind, WP_Post $registry, string $id ): string {
		return KeyedHash::of( "largesse-new-{$kind}|{$registry->ID}|{$id}|" . get_current_user_id() );
	}
}
