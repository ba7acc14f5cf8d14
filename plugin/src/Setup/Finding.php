<?php
declare( strict_types=1 );

namespace Largesse\Setup;

/**
 * Tells in plain words what a check found, for the person who mends it: text without markup, to be escaped by whoever
 * prints it. It never holds a secret.
 */
final class Finding {

	/** The values of `status`, which are those of Site Health. */
	public const GOOD        = 'good';
	public const RECOMMENDED = 'recommended';
	public const CRITICAL    = 'critical';

	/**
	 * @param string $id          What was checked, the same whatever was found.
	 * @param string $status      One of the constants.
	 * @param string $description What it means.
	 * @param string $remedy      What to do about it; empty if nothing is to be done.
	 */
	private function __construct(
		public readonly string $id,
		public readonly string $status,
		public readonly string $label,
		public readonly string $description,
		public readonly string $remedy
	) {}

	/** Makes a finding of something that works. */
	public static function good( string $label, string $description ): self {
		return new self( '', self::GOOD, $label, $description, '' );
	}

	/** Makes a finding of something that works, but should be otherwise. */
	public static function recommended( string $label, string $description, string $remedy ): self {
		return new self( '', self::RECOMMENDED, $label, $description, $remedy );
	}

	/** Makes a finding of something that does not work. */
	public static function critical( string $label, string $description, string $remedy ): self {
		return new self( '', self::CRITICAL, $label, $description, $remedy );
	}

	/** Returns the same finding with the name of what was checked. */
	public function of( string $id ): self {
		return new self( $id, $this->status, $this->label, $this->description, $this->remedy );
	}

	/**
	 * Picks the worst of several findings, the first among equals; null of none.
	 *
	 * @param list<Finding> $findings The findings.
	 */
	public static function worst( array $findings ): ?self {
		foreach ( array( self::CRITICAL, self::RECOMMENDED, self::GOOD ) as $status ) {
			foreach ( $findings as $finding ) {
				if ( $status === $finding->status ) {
					return $finding;
				}
			}
		}
		return null;
	}
}
