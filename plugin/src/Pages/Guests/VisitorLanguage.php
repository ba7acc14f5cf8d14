<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Foundation\Format\AcceptedLanguage;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\RegistryPostType;
use WP_Locale_Switcher;

/**
 * Shows guests pages in their browser's language if it is installed, unless another plugin has chosen the language.
 * Members get the site's language (pages: Languages).
 */
final class VisitorLanguage {

	/** Switches the language of this request. */
	public static function choose(): void {
		// Other pages are none of the plugin's. They must not need a query for the page My registries.
		if ( ! is_singular( RegistryPostType::NAME ) && ! Request::has_input() && ! is_404() && ! OwnerPage::is_shown() ) {
			return;
		}
		$installed = get_available_languages();
		if (
			is_user_logged_in()
			|| array() === array_diff( $installed, array( get_locale() ) )
			|| ! ( is_singular( RegistryPostType::NAME ) || OwnerPage::leads_to_plugin( Request::address() ) )
		) {
			return;
		}
		// The gateway asks once for each language, so it may keep the page.
		$is_gateway = isset( $_SERVER[ CacheablePage::REQUEST_HEADER ] );
		$is_chosen  = self::is_chosen_elsewhere();
		if ( ! $is_chosen && ! $is_gateway && ! headers_sent() ) {
			header( 'Vary: Accept-Language', false );
		}
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- The value is only compared.
		$accepted = (string) wp_unslash( $_SERVER['HTTP_ACCEPT_LANGUAGE'] ?? '' );
		$chosen   = $is_chosen ? determine_locale() : AcceptedLanguage::best( $accepted, $installed, get_locale() );
		/**
		 * Filters the language in which a guest sees a registry, My registries or search results. If another plugin has
		 * chosen a language, with a filter such as `locale` or with `switch_to_locale()`, this is its language; otherwise
		 * it is the first language of the browser that is installed.
		 *
		 * @param string       $locale    Locale, such as `de_DE`.
		 * @param list<string> $installed Installed locales, without `en_US`.
		 */
		$locale = (string) apply_filters( 'largesse_visitor_locale', $chosen, $installed );
		if ( determine_locale() !== $locale && switch_to_locale( $locale ) && ! $is_gateway ) {
			NoCacheHeaders::forbid_plugin_caching();
		}
	}

	/** Checks whether another plugin has chosen the language, for example by the address of the page. */
	private static function is_chosen_elsewhere(): bool {
		global $wp_filter;
		if ( is_locale_switched() ) {
			return true;
		}
		foreach ( array( 'locale', 'pre_determine_locale', 'determine_locale' ) as $name ) {
			foreach ( array_merge( ...array_values( $wp_filter[ $name ]->callbacks ?? array() ) ) as $callback ) {
				// WordPress's own filter, for languages that it switches, does not count.
				if ( ! is_array( $callback['function'] ) || ! $callback['function'][0] instanceof WP_Locale_Switcher ) {
					return true;
				}
			}
		}
		return false;
	}
}
