<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Checks;

/** Result of a check for the person who fixes the problem: plain text without secrets. Escape it on output. */
final class CheckResult {

	/** Values of `status`. Site Health uses the same values. */
	public const GOOD        = 'good';
	public const RECOMMENDED = 'recommended';
	public const CRITICAL    = 'critical';

	/** The id does not depend on the result; the status is one of the constants. The remedy may be empty. */
	private function __construct(
		public readonly string $id,
		public readonly string $status,
		public readonly string $label,
		public readonly string $description,
		public readonly string $remedy
	) {}

	/** Creates a result for something that works. */
	public static function good( string $label, string $description ): self {
		return new self( '', self::GOOD, $label, $description, '' );
	}

	/** Creates a result for something that works but could be better. */
	public static function recommended( string $label, string $description, string $remedy ): self {
		return new self( '', self::RECOMMENDED, $label, $description, $remedy );
	}

	/** Creates a result for something that does not work. */
	public static function critical( string $label, string $description, string $remedy ): self {
		return new self( '', self::CRITICAL, $label, $description, $remedy );
	}

	/** Returns a copy with the id of the check. */
	public function with_id( string $id ): self {
		return new self( $id, $this->status, $this->label, $this->description, $this->remedy );
	}

	/** @param list<CheckResult> $results The result is the first of the worst; null for an empty list. */
	public static function worst( array $results ): ?self {
		foreach ( array( self::CRITICAL, self::RECOMMENDED, self::GOOD ) as $status ) {
			foreach ( $results as $result ) {
				if ( $status === $result->status ) {
					return $result;
				}
			}
		}
		return null;
	}
}
