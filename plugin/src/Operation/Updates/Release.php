<?php
declare( strict_types=1 );

namespace Largesse\Operation\Updates;

/** Newest release of the plugin or the theme. The data is from the description that is published with each release. */
final class Release {

	/** Slug of both the plugin and the theme. On a site, their folders have this name. */
	public const SLUG = 'largesse';

	/** Kinds of notes, the most important first. */
	private const KINDS = array( 'breaking', 'new', 'changed', 'fixed' );

	/** Pattern of versions that sites can install. Pre-releases do not match. */
	private const OFFERED = '/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}\z/';

	/** Pattern of required versions of WordPress and PHP. */
	private const NEEDED = '/^\d{1,3}(?:\.\d{1,3}){1,2}\z/';

	/**
	 * @param array<string, string>       $offer    Data that WordPress stores about an update: `version`, `package`
	 *                                              (address of the zip), and the versions `requires`, `tested`
	 *                                              and `requires_php`.
	 * @param string                      $released Date of the release, YYYY-MM-DD; empty if unknown.
	 * @param array<string, list<string>> $notes    Changes by kind, as plain text.
	 */
	private function __construct(
		public readonly array $offer,
		public readonly string $released,
		public readonly array $notes
	) {}

	/**
	 * Parses a description. Returns null if a required part is invalid.
	 *
	 * @param mixed  $data      The decoded JSON.
	 * @param string $component Expected component: plugin or theme.
	 * @param string $address   Address of the description. The zip is in the same folder, so no description can refer
	 *                          to another host.
	 */
	public static function from( mixed $data, string $component, string $address ): ?self {
		if ( ! is_array( $data ) || ( $data['component'] ?? null ) !== $component ) {
			return null;
		}
		$patterns = array(
			'version'      => self::OFFERED,
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
		// ReleaseSource::fetch() compares this version with the version inside the zip.
		$package = self::SLUG . "-{$component}-{$texts['version']}.zip";
		if ( ( $data['package'] ?? null ) !== $package ) {
			return null;
		}
		$released = $data['released'] ?? null;
		return new self(
			array( 'package' => dirname( $address ) . '/' . $package ) + $texts,
			is_string( $released ) && preg_match( '/^\d{4}-\d\d-\d\d\z/', $released ) ? $released : '',
			self::notes( $data['notes'] ?? null )
		);
	}

	/** @return array<string, list<string>> The valid notes in a description. */
	private static function notes( mixed $data ): array {
		$notes = array();
		foreach ( self::KINDS as $kind ) {
			$texts = is_array( $data ) && is_array( $data[ $kind ] ?? null )
				? array_filter( $data[ $kind ], 'is_string' )
				: array();
			if ( $texts ) {
				$notes[ $kind ] = array_values( $texts );
			}
		}
		return $notes;
	}
}
