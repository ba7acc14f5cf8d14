<?php
declare( strict_types=1 );

namespace Largesse\Setup;

use Largesse\Features;
use Largesse\Html\Template;

/** Switches of features on the settings page. */
final class FeatureSwitches {

	/** Adds the switches to the section "Features". @param string $page Name of the page. */
	public static function add_fields( string $page ): void {
		$switches = Features::switches();
		$modules  = Features::switched();
		foreach ( $modules as $key => $module ) {
			$texts  = $module::texts();
			$needed = $modules[ $module::NEEDS ] ?? null;
			$data   = array(
				'name'       => Features::OPTION . "[{$key}]",
				'label'      => $texts['about'],
				'is_checked' => $switches[ $key ],
				'about'      => match ( true ) {
					/* translators: %s: name of another feature. */
					null !== $needed => sprintf( __( 'Needs the feature “%s”.', 'largesse' ), $needed::texts()['name'] ),
					Features::is_on( $key ) === $switches[ $key ] => '',
					$switches[ $key ] => __( 'Another plugin switches this feature off.', 'largesse' ),
					default => __( 'Another plugin switches this feature on.', 'largesse' ),
				},
			);
			add_settings_field( $key, esc_html( $texts['name'] ), static fn () => Template::print( 'setup/checkbox', $data ), $page, Features::OPTION );
		}
	}

	/**
	 * Returns the positions to store. A form without the switches changes nothing.
	 *
	 * @param mixed $input Values from the form by the keys of features, "1" for on; or the positions to store.
	 * @return array<string, bool>
	 */
	public static function accept( mixed $input ): array {
		$switches = Features::switches();
		foreach ( is_array( $input ) ? array_intersect_key( $input, $switches ) : array() as $key => $value ) {
			$switches[ $key ] = true === $value || '1' === $value;
		}
		return $switches;
	}
}
