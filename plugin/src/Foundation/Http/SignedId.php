<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Html\SharedNames;
use WP_Post;

/**
 * Id of something that a form will create. The form also contains a signature of the id, so nobody can overwrite what
 * another form has created, and the mark of the browser that has opened the form (BrowserKey).
 *
 * The site signs an id only when it creates the id (`fresh()`). A form that the site shows again has the values with
 * which it came.
 */
final class SignedId {

	public const ID       = SharedNames::FORM_ID_FIELD;
	public const TOKEN    = 'token';
	private const MARK    = 'mark';
	private const ACCOUNT = 'made_for';

	/** @param int $account Id of the member for whom the form was made; 0 for guests. */
	private function __construct(
		public readonly string $id,
		public readonly string $token,
		public readonly string $mark,
		private readonly int $account
	) {}

	/** Returns the id of a new form. Call it before any output, and only in an uncached response. */
	public static function fresh( string $kind, WP_Post $registry ): self {
		$id = wp_generate_uuid4();
		return new self(
			$id,
			self::sign( $kind, $registry, $id, get_current_user_id() ),
			BrowserKey::mark( $id ),
			get_current_user_id()
		);
	}

	/** Reads the id of a sent form. */
	public static function of( Submission $sent ): self {
		return new self(
			strtolower( $sent->trimmed( self::ID ) ),
			self::hash_in( $sent->text( self::TOKEN ) ),
			self::hash_in( $sent->text( self::MARK ) ),
			$sent->has( self::ACCOUNT ) ? $sent->number( self::ACCOUNT ) : get_current_user_id()
		);
	}

	/** Returns the id of a form that the visitor has opened before, with the values that a signed cookie has stored. */
	public static function stored( string $id, string $token, string $mark ): self {
		return new self( $id, $token, $mark, get_current_user_id() );
	}

	/** Checks whether this site created the form for this visitor and this registry. */
	public function is_ours( string $kind, WP_Post $registry ): bool {
		return get_current_user_id() === $this->account
			&& ! $this->is_of_other_browser()
			&& $this->is_of_site( $kind, $registry );
	}

	/**
	 * Checks whether another guest's browser has opened the form, because the gift of the form would belong to that
	 * browser. Gifts of members belong to their accounts. A browser without cookies has no key, and may send each form.
	 */
	public function is_of_other_browser(): bool {
		return 0 === $this->account && ! is_user_logged_in() && BrowserKey::is_of_other( $this->id, $this->mark );
	}

	/**
	 * Checks whether this site created the form for this registry, for any visitor: somebody may have signed in or out
	 * since then.
	 */
	public function is_of_site( string $kind, WP_Post $registry ): bool {
		return wp_is_uuid( $this->id )
			&& hash_equals( self::sign( $kind, $registry, $this->id, $this->account ), $this->token );
	}

	/** Checks whether this browser has opened the form. Members' forms belong to their account instead (`is_ours`). */
	public function is_of_this_browser(): bool {
		return BrowserKey::has_opened( $this->id, $this->mark );
	}

	/** @return array<string, string> Hidden fields of the form. */
	public function hidden(): array {
		return array(
			self::ID      => $this->id,
			self::TOKEN   => $this->token,
			self::MARK    => $this->mark,
			self::ACCOUNT => (string) $this->account,
		);
	}

	/** Returns a sent hash; '' for another text. */
	private static function hash_in( string $text ): string {
		return 1 === preg_match( '/^[0-9a-f]{32}$/D', $text ) ? $text : '';
	}

	private static function sign( string $kind, WP_Post $registry, string $id, int $account ): string {
		return KeyedHash::of( "largesse-new-{$kind}|{$registry->ID}|{$id}|{$account}" );
	}
}
