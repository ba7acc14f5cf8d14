<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Foundation\Format\AcceptedLanguage;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\RegistryPostType;

/** Shows guests pages in their browser's language if it is installed; members get the site's (pages: Languages). */
final class VisitorLanguage {

	/** Switches the language of this request. */
	public static function choose(): void {
		// Other pages are none of the plugin's. They must not need a query for the page My registries.
		if ( ! is_singular( RegistryPostType::NAME ) && ! Request::has_input() && ! is_404() && ! OwnerPage::is_shown() ) {
			return;
		}
		$installed = get_available_languages();
		if ( is_user_logged_in() || array() === array_diff( $installed, array( get_locale() ) ) || ! ( is_singular( RegistryPostType::NAME ) || OwnerPage::leads_to_plugin( Request::address() ) ) ) {
			return;
		}
		// The gateway asks once for each language, so it may keep the page.
		$is_gateway = isset( $_SERVER[ CacheablePage::REQUEST_HEADER ] );
		if ( ! $is_gateway && ! headers_sent() ) {
			header( 'Vary: Accept-Language', false );
		}
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- The value is only compared.
		$locale = AcceptedLanguage::best( (string) wp_unslash( $_SERVER['HTTP_ACCEPT_LANGUAGE'] ?? '' ), $installed, get_locale() );
		if ( get_locale() !== $locale && switch_to_locale( $locale ) && ! $is_gateway ) {
			NoCacheHeaders::forbid_plugin_caching();
		}
	}
}
