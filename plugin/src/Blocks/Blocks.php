<?php
/**
 * The blocks of the plugin.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Blocks;

use Largesse\Feature;
use WP_Block;

/**
 * Makes the blocks known to WordPress, with their styles and scripts. Each page loads only what its blocks need.
 */
final class Blocks implements Feature {

	/** Name of the style that all blocks share. */
	public const BASE_STYLE = 'largesse-base';

	/** Name of the script that shows the blocks in the editor. */
	public const EDITOR_SCRIPT = 'largesse-editor';

	/** What the script of the editor works with. */
	private const EDITOR_NEEDS = array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-server-side-render' );

	/**
	 * Keeps the blocks.
	 *
	 * @param string      $file   Path of the plugin's main file.
	 * @param list<Block> $blocks The blocks.
	 */
	public function __construct(
		private readonly string $file,
		private readonly array $blocks
	) {}

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_action( 'init', array( $this, 'register_blocks' ) );
	}

	/**
	 * Makes the blocks known.
	 */
	public function register_blocks(): void {
		wp_register_style( self::BASE_STYLE, $this->url( 'assets/base.css' ), array(), $this->version( 'assets/base.css' ) );
		wp_style_add_data( self::BASE_STYLE, 'path', dirname( $this->file ) . '/assets/base.css' );
		wp_register_script( self::EDITOR_SCRIPT, $this->url( 'build/editor.js' ), self::EDITOR_NEEDS, $this->version( 'build/editor.js' ), true );
		wp_add_inline_script( self::EDITOR_SCRIPT, 'window.largesseEditor = ' . wp_json_encode( self::editor_texts() ) . ';', 'before' );
		foreach ( $this->blocks as $block ) {
			$module = 'build/' . $block->name() . '.js';
			if ( is_readable( dirname( $this->file ) . "/{$module}" ) ) {
				wp_register_script_module( 'largesse/' . $block->name(), $this->url( $module ), array( '@wordpress/interactivity' ), $this->version( $module ) );
			}
			register_block_type(
				dirname( $this->file ) . '/blocks/' . $block->name(),
				array(
					'render_callback' => static fn ( array $attributes, string $content, WP_Block $instance ): string => $block->render( $attributes, $instance ),
				)
			);
		}
	}

	/**
	 * What the script of the editor says, in the language of the user.
	 *
	 * @return array<string, string>
	 */
	private static function editor_texts(): array {
		return array(
			'panel'         => __( 'Registry', 'largesse' ),
			'registry'      => __( 'Registry (id or slug)', 'largesse' ),
			'registry_help' => __( 'Leave it empty to show the registry of the page’s address.', 'largesse' ),
			'show_title'    => __( 'Show the title', 'largesse' ),
		);
	}

	/**
	 * Address of a file of the plugin.
	 *
	 * @param string $path Its path below the plugin's folder.
	 */
	private function url( string $path ): string {
		return plugins_url( $path, $this->file );
	}

	/**
	 * What makes browsers load a file anew once it has changed.
	 *
	 * @param string $path Its path below the plugin's folder.
	 */
	private function version( string $path ): ?string {
		$file = dirname( $this->file ) . "/{$path}";
		return is_readable( $file ) ? (string) filemtime( $file ) : null;
	}
}
