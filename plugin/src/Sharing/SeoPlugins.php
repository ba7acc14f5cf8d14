<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

/**
 * Detects plugins that describe all pages of a site to search engines and chats. If such a plugin is active, Largesse
 * prints no tags, because they would be duplicates.
 */
final class SeoPlugins {

	/** Constants that SEO plugins define. */
	private const SIGNS = array(
		'WPSEO_VERSION',              // Yoast SEO.
		'RANK_MATH_VERSION',          // Rank Math.
		'SEOPRESS_VERSION',           // SEOPress.
		'AIOSEO_VERSION',             // All in One SEO.
		'THE_SEO_FRAMEWORK_VERSION',  // The SEO Framework.
		'SLIM_SEO_VER',               // Slim SEO.
	);

	/** Checks whether a known SEO plugin is active. */
	public static function are_active(): bool {
		return array() !== array_filter( self::SIGNS, 'defined' ) || class_exists( 'RankMath', false ) || function_exists( 'aioseo' ) || function_exists( 'the_seo_framework' );
	}
}
