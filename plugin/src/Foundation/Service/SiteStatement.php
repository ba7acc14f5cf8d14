<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Service;

use Largesse\Foundation\Format\Price;
use Largesse\Plugin;
use WP_User;

/** Facts about this site, for the status route, and for the statement in each signed request to the service. */
final class SiteStatement {

	/** @var array<string, string> JSON of the current request by site and account, because a page sends several requests. */
	private static array $written = array();

	/** @return array{plugin: string, currency: string|null, languages: list<string>} Languages as BCP 47, the site's first. */
	public static function facts(): array {
		$header  = get_file_data( Plugin::file(), array( 'version' => 'Version' ) );
		$locales = array_unique( array( get_locale(), ...get_available_languages(), 'en_US' ) );
		return array(
			'plugin'    => $header['version'],
			'currency'  => '' === Price::currency() ? null : Price::currency(),
			'languages' => array_map(
				static fn ( string $locale ): string => str_replace( '_', '-', $locale ),
				array_values( $locales )
			),
		);
	}

	/**
	 * Returns the JSON of a signed request: the account, the facts and the time zone of the site, and states of
	 * registries. Null if the site has no such account.
	 *
	 * @param string                                $username   User name or e-mail address, as WordPress accepts it with
	 *                                                          an application password.
	 * @param array<int, array<string, mixed>|null> $registries States by id; null for a deleted registry.
	 */
	public static function json( string $username, array $registries ): ?string {
		$name = get_current_blog_id() . " {$username}";

		self::$written[ $name ] ??= self::about_site( $username );

		$site = self::$written[ $name ];
		if ( '' === $site ) {
			return null;
		}
		// An object also for consecutive ids.
		return array() === $registries
			? $site
			: substr( $site, 0, -1 ) . ',"registries":' . wp_json_encode( (object) $registries ) . '}';
	}

	/** @return string JSON; empty if there is no such account. */
	private static function about_site( string $username ): string {
		$user = WP_User::get_data_by( 'login', $username );
		$user = $user ? $user : WP_User::get_data_by( 'email', $username );
		return ! $user ? '' : (string) wp_json_encode(
			array(
				'account'         => array(
					'id'   => (int) $user->ID,
					'name' => $user->user_login,
				),
				'timezone_string' => (string) get_option( 'timezone_string' ),
				'gmt_offset'      => (string) get_option( 'gmt_offset' ),
			) + self::facts()
		);
	}
}
