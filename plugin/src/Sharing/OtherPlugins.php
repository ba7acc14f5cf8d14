<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

/**
 * Knows plugins that tell search engines and chats of all pages of a site: what they say is not said twice.
 */
final class OtherPlugins {

	/** Constants that they define, or functions and classes that they bring. */
	private const SIGNS = array(
		'WPSEO_VERSION',              // Yoast SEO.
		'RANK_MATH_VERSION',          // Rank Math.
		'SEOPRESS_VERSION',           // SEOPress.
		'AIOSEO_VERSION',             // All in One SEO.
		'THE_SEO_FRAMEWORK_VERSION',  // The SEO Framework.
		'SLIM_SEO_VER',               // Slim SEO.
	);

	/** Checks whether one of them is there. */
	public static function describe_pages(): bool {
		return array() !== array_filter( self::SIGNS, 'defined' ) || class_exists( 'RankMath', false ) || function_exists( 'aioseo' ) || function_exists( 'the_seo_framework' );
	}
}
