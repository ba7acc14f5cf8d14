<?php
declare( strict_types=1 );

namespace Largesse\Updates;

/**
 * Describes the newest release of the plugin or the theme, as the file says that is published with it.
 */
final class Release {

	/** The folder of plugin and theme on a site, which is their slug. */
	public const SLUG = 'largesse';

	/** The kinds of notes, in the order in which a reader wants them. */
	public const KINDS = array( 'breaking', 'new', 'changed', 'fixed' );

	/** Most notes that are kept, and most characters of one. */
	private const MAX_NOTES  = 200;
	private const MAX_LENGTH = 500;

	/** What a version looks like that may be offered: of a release, and not of what comes before it. */
	private const OFFERED = '/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}\z/';

	/** What a version of WordPress or PHP looks like that is asked for. */
	private const NEEDED = '/^\d{1,3}(?:\.\d{1,3}){1,2}\z/';

	/**
	 * @param string                      $version      Its version.
	 * @param string                      $package      Address of the zip.
	 * @param string                      $sha256       Checksum of the zip, in lower-case hex.
	 * @param string                      $requires     The oldest WordPress that it works on.
	 * @param string                      $tested       The newest WordPress that it was tested on.
	 * @param string                      $requires_php The oldest PHP that it works on.
	 * @param string                      $released     The day of its release, YYYY-MM-DD; empty if that is not told.
	 * @param array<string, list<string>> $notes        What is new, by kind, as plain text.
	 */
	private function __construct(
		public readonly string $version,
		public readonly string $package,
		public readonly string $sha256,
		public readonly string $requires,
		public readonly string $tested,
		public readonly string $requires_php,
		public readonly string $released,
		public readonly array $notes
	) {}

	/**
	 * Reads a description; null where anything in it is not as it should be.
	 *
	 * @param mixed  $data      The decoded JSON.
	 * @param string $component What it should describe: plugin or theme.
	 * @param string $address   Where it was found. The zip stands beside it, so a description cannot lead elsewhere.
	 */
	public static function from( mixed $data, string $component, string $address ): ?self {
		if ( ! is_array( $data ) || ( $data['component'] ?? null ) !== $component ) {
			return null;
		}
		$patterns = array(
			'version'      => self::OFFERED,
			// So it is known as ours when it is fetched, and its checksum is looked at.
			'package'      => '/^' . self::SLUG . '-[a-z0-9.-]{1,100}\.zip\z/',
			'sha256'       => '/^[0-9a-f]{64}\z/',
			'requires'     => self::NEEDED,
			'tested'       => self::NEEDED,
			'requires_php' => self::NEEDED,
		);
		$texts    = array();
		foreach ( $patterns as $name => $pattern ) {
			$text = $data[ $name ] ?? null;
			if ( ! is_string( $text ) || ! preg_match( $pattern, $text ) ) {
				return null;
			}
			$texts[ $name ] = $text;
		}
		$released = $data['released'] ?? null;
		return new self(
			$texts['version'],
			dirname( $address ) . '/' . $texts['package'],
			$texts['sha256'],
			$texts['requires'],
			$texts['tested'],
			$texts['requires_php'],
			is_string( $released ) && preg_match( '/^\d{4}-\d\d-\d\d\z/', $released ) ? $released : '',
			self::notes( $data['notes'] ?? null )
		);
	}

	/**
	 * Returns what WordPress keeps of an update. The checksum stays with it, for when the zip is fetched.
	 *
	 * @return array<string, mixed>
	 */
	public function offer(): array {
		return array(
			'version'      => $this->version,
			'package'      => $this->package,
			'sha256'       => $this->sha256,
			'requires'     => $this->requires,
			'tested'       => $this->tested,
			'requires_php' => $this->requires_php,
		);
	}

	/**
	 * Returns the notes that are texts.
	 *
	 * @param mixed $data What the description has for notes.
	 * @return array<string, list<string>>
	 */
	private static function notes( mixed $data ): array {
		$notes = array();
		foreach ( self::KINDS as $kind ) {
			$texts = is_array( $data ) && is_array( $data[ $kind ] ?? null ) ? array_filter( $data[ $kind ], 'is_string' ) : array();
			$texts = array_map( static fn ( string $text ): string => mb_substr( $text, 0, self::MAX_LENGTH ), array_slice( array_values( $texts ), 0, self::MAX_NOTES ) );
			if ( $texts ) {
				$notes[ $kind ] = $texts;
			}
		}
		return $notes;
	}
}
