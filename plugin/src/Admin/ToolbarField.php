<?php
/**
 * Whether members see WordPress's toolbar, on the settings page.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Owner\MembersToolbar;

/**
 * Lets operators show WordPress's toolbar to members who do not write for the site.
 */
final class ToolbarField {

	/**
	 * Lets options.php save the setting.
	 *
	 * @param string $group Group of the options.
	 */
	public function register_setting( string $group ): void {
		register_setting(
			$group,
			MembersToolbar::OPTION,
			array(
				'type'              => 'string',
				// A form without the field changes nothing.
				'sanitize_callback' => static fn ( mixed $input ): string => null === $input ? (string) get_option( MembersToolbar::OPTION, '' ) : ( '1' === $input ? '1' : '' ),
			)
		);
	}

	/**
	 * Adds the field to the page.
	 *
	 * @param string $page    Page on which it stands.
	 * @param string $section Section of the page.
	 */
	public function add_to( string $page, string $section ): void {
		add_settings_field( MembersToolbar::OPTION, esc_html__( 'Toolbar', 'largesse' ), array( $this, 'show' ), $page, $section );
	}

	/**
	 * Prints the field.
	 */
	public function show(): void {
		printf(
			'<input type="hidden" name="%1$s" value=""><label><input type="checkbox" id="%1$s" name="%1$s" value="1"%2$s aria-describedby="%1$s_about"> %3$s</label><p class="description" id="%1$s_about">%4$s</p>',
			esc_attr( MembersToolbar::OPTION ),
			checked( '1', get_option( MembersToolbar::OPTION, '' ), false ),
			esc_html__( 'Show WordPress’s toolbar to all members', 'largesse' ),
			esc_html__( 'Without it, the toolbar above the pages of the site is there for those who write for the site or administer it.', 'largesse' )
		);
	}
}
