<?php
/**
 * What one check found.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Api\Checks;

/**
 * One finding in plain words for the person who mends it: text without markup, to be escaped by whoever prints it.
 * It never holds a secret.
 */
final class Finding {

	/** The values of `status`, which are those of Site Health. */
	public const GOOD        = 'good';
	public const RECOMMENDED = 'recommended';
	public const CRITICAL    = 'critical';

	/**
	 * Keeps what was found.
	 *
	 * @param string $id          What was checked, the same whatever was found.
	 * @param string $status      One of the constants.
	 * @param string $label       The finding as a short sentence.
	 * @param string $description What it means.
	 * @param string $remedy      What to do about it; empty where nothing is to be done.
	 */
	private function __construct(
		public readonly string $id,
		public readonly string $status,
		public readonly string $label,
		public readonly string $description,
		public readonly string $remedy
	) {}

	/**
	 * Something works.
	 *
	 * @param string $id          What was checked.
	 * @param string $label       The finding as a short sentence.
	 * @param string $description What it means.
	 */
	public static function good( string $id, string $label, string $description ): self {
		return new self( $id, self::GOOD, $label, $description, '' );
	}

	/**
	 * Something works, but should be otherwise.
	 *
	 * @param string $id          What was checked.
	 * @param string $label       The finding as a short sentence.
	 * @param string $description What it means.
	 * @param string $remedy      What to do about it.
	 */
	public static function recommended( string $id, string $label, string $description, string $remedy ): self {
		return new self( $id, self::RECOMMENDED, $label, $description, $remedy );
	}

	/**
	 * Something does not work.
	 *
	 * @param string $id          What was checked.
	 * @param string $label       The finding as a short sentence.
	 * @param string $description What it means.
	 * @param string $remedy      What to do about it.
	 */
	public static function critical( string $id, string $label, string $description, string $remedy ): self {
		return new self( $id, self::CRITICAL, $label, $description, $remedy );
	}

	/**
	 * The worst of several findings, the first among equals; null of none.
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
