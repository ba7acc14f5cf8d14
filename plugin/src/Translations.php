<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Tells WordPress where the plugin's own translations are. It loads them when a string is first needed.
 */
final class Translations implements Feature {

	/**
	 * Keeps where the plugin is.
	 *
	 * @param string $file Path of the plugin's main file.
	 */
	public function __construct( private readonly string $file ) {}

	/** Adds the hooks of this feature. */
	public function register(): void {
		// Not before init, when WordPress does not know yet who is there; and before the post type's names are made.
		add_action( 'init', array( $this, 'load' ), 1 );
	}

	/** Tells WordPress the folder of the translations. */
	public function load(): void {
		load_plugin_textdomain( 'largesse', false, dirname( plugin_basename( $this->file ) ) . '/languages' );
	}
}
