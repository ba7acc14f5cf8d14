<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Blocks;

use Largesse\Features;
use Largesse\Services;
use WP_Block;
use WP_Block_Type_Registry;

/** Registers the blocks, their styles and their scripts. Each page loads only the files that its blocks need. */
final class Blocks {

	/** Name of the style that all blocks share. */
	public const BASE_STYLE = 'largesse-base';

	/** Name of the script module for givers' pages. */
	public const GIVER_SCRIPT = 'largesse/giver';

	/** Name of the import page's script module. */
	public const IMPORT_SCRIPT = 'largesse/exchange';

	/** Modules that are loaded on demand, by the name of the module that loads them. */
	private const LOADED = array(
		'largesse/registry'      => array( 'largesse/card-updates' ),
		self::IMPORT_SCRIPT      => array( 'largesse/wish-files' ),
		'largesse/my-registries' => array( 'largesse/qr-code', 'largesse/shop-pages' ),
	);

	/** Names of the other script modules; the first two belong to blocks. */
	private const MODULES = array(
		'largesse/registry',
		'largesse/my-registries',
		self::GIVER_SCRIPT,
		self::IMPORT_SCRIPT,
	);

	/** Name of the script for the blocks in the editor. */
	private const EDITOR_SCRIPT = 'largesse-editor';

	/** Address of the folder of the built files; null before the first use. */
	private static ?string $folder_url = null;

	/** @var array{blocks: array<string, array<string, mixed>>, versions: array<string, string>}|null See built(). */
	private static ?array $built = null;

	/**
	 * Registers the blocks on every page, although most pages show none: WordPress keeps the styles that a site sets
	 * for blocks, and would compute and store them again whenever the registered blocks changed from one page to the
	 * next. register_block_type_from_metadata() would read files on every page. Instead, a generated PHP file contains
	 * the data of all block.json files.
	 */
	public static function register_blocks(): void {
		self::register_style( self::BASE_STYLE, 'base' );
		if ( is_admin() ) {
			self::register_editor_script();
		}
		$metadata = self::built()['blocks'];
		foreach ( Features::blocks() as $name => $block ) {
			if ( isset( $metadata[ $name ] ) ) {
				self::register_block( $name, $block, $metadata[ $name ] );
			}
		}
	}

	/**
	 * Registers the script modules. Call this method only on pages that may need one: WordPress iterates over all
	 * registered modules when it prints any module. On other pages, the modules would take more time than all styles.
	 */
	public static function register_modules(): void {
		foreach ( array( ...self::MODULES, ...array_merge( ...array_values( self::LOADED ) ) ) as $id ) {
			$file   = substr( $id, strlen( 'largesse/' ) ) . '.js';
			$loaded = array_map(
				static fn ( string $other ): array => array( 'id' => $other, 'import' => 'dynamic' ),
				self::LOADED[ $id ] ?? array()
			);
			wp_register_script_module( $id, self::url( $file ), $loaded, self::version( $file ) );
		}
	}

	/** Loads the style for givers' pages. */
	public static function enqueue_giver_style(): void {
		self::register_style( 'largesse-giver', 'giver', array( self::BASE_STYLE ) );
		wp_enqueue_style( 'largesse-giver' );
	}

	/** Checks whether the page is a registry, or its content has the registry block. */
	public static function shows_registry(): bool {
		return is_singular( 'registry' ) || ( is_singular() && has_block( 'largesse/registry' ) );
	}

	/**
	 * Removes the styles of blocks that the page does not show. In a classic theme, WordPress before 6.9 loads the
	 * styles of all blocks on every page. WordPress loads the styles of a block outside the page's content, for example
	 * in a widget, next to the block.
	 */
	public static function remove_unused_styles(): void {
		$is_on_demand = function_exists( 'wp_should_load_block_assets_on_demand' )
			? wp_should_load_block_assets_on_demand()
			: wp_should_load_separate_core_block_assets();
		if ( is_admin() || $is_on_demand ) {
			return;
		}
		foreach ( WP_Block_Type_Registry::get_instance()->get_all_registered() as $name => $block ) {
			$is_ours = str_starts_with( $name, 'largesse/' );
			if ( $is_ours && ! ( 'largesse/registry' === $name ? self::shows_registry() : has_block( $name ) ) ) {
				array_map( 'wp_dequeue_style', $block->style_handles );
			}
		}
	}

	/**
	 * Rounds the corners of our buttons like the theme's button blocks. WordPress gives our buttons only the styles
	 * that the theme sets for all buttons.
	 */
	public static function use_corners_of_button_block(): void {
		$radius = wp_theme_has_theme_json()
			? wp_get_global_styles( array( 'blocks', 'core/button', 'border' ) )['radius'] ?? null
			: null;
		if ( null !== $radius && ! wp_styles()->get_data( self::BASE_STYLE, 'after' ) ) {
			$style = wp_style_engine_get_styles(
				array( 'border' => array( 'radius' => $radius ) ),
				array( 'selector' => '[class*="largesse-"].wp-element-button' )
			);
			wp_add_inline_style( self::BASE_STYLE, $style['css'] ?? '' );
		}
	}

	/**
	 * Registers a block.
	 *
	 * @param string               $name     Name of its folder.
	 * @param class-string<Block>  $block    Class of the block.
	 * @param array<string, mixed> $metadata Content of its block.json.
	 */
	private static function register_block( string $name, string $block, array $metadata ): void {
		$style = "largesse-{$name}-style";
		self::register_style( $style, $name, array( self::BASE_STYLE ) );
		// phpcs:disable WordPress.WP.I18n -- As WordPress translates a block.json itself; npm run pot reads the texts there.
		register_block_type(
			$metadata['name'],
			array(
				'api_version'            => $metadata['apiVersion'],
				'title'                  => translate_with_gettext_context(
					$metadata['title'],
					'block title',
					$metadata['textdomain']
				),
				'category'               => $metadata['category'],
				'icon'                   => $metadata['icon'],
				'description'            => translate_with_gettext_context(
					$metadata['description'],
					'block description',
					$metadata['textdomain']
				),
				'keywords'               => array_map(
					static fn ( string $word ) => translate_with_gettext_context( $word, 'block keyword', $metadata['textdomain'] ),
					$metadata['keywords'] ?? array()
				),
				'attributes'             => $metadata['attributes'],
				'uses_context'           => $metadata['usesContext'] ?? array(),
				'selectors'              => $metadata['selectors'],
				'supports'               => $metadata['supports'],
				'editor_script_handles'  => array( $metadata['editorScript'] ),
				'view_script_module_ids' => isset( $metadata['viewScriptModule'] )
					? array( $metadata['viewScriptModule'] )
					: array(),
				'style_handles'          => array( $style ),
				'render_callback'        => static function (
					array $attributes,
					string $content,
					WP_Block $instance
				) use ( $block ): string {
					self::register_modules();
					self::use_corners_of_button_block();
					return Services::get( $block )->render( $attributes, $instance );
				},
			)
		);
		// phpcs:enable
	}

	/**
	 * Registers a style.
	 *
	 * @param string       $file  Name of the file without extension.
	 * @param list<string> $needs
	 */
	private static function register_style( string $name, string $file, array $needs = array() ): void {
		wp_register_style( $name, self::url( "{$file}.css" ), $needs, self::version( "{$file}.css" ) );
		// With the path, WordPress can print small styles inline.
		wp_style_add_data( $name, 'path', dirname( __DIR__, 3 ) . "/build/{$file}.css" );
	}

	/** Registers the editor script, with its texts in the user's language. */
	private static function register_editor_script(): void {
		$texts = array(
			'panel'         => __( 'Registry', 'largesse' ),
			'registry'      => __( 'Registry (id or slug)', 'largesse' ),
			'registry_help' => __( 'Leave it empty to show the registry from the page’s address.', 'largesse' ),
			'show_title'    => __( 'Show the title', 'largesse' ),
		);
		$needs = array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-server-side-render' );
		wp_register_script( self::EDITOR_SCRIPT, self::url( 'editor.js' ), $needs, self::version( 'editor.js' ), true );
		wp_add_inline_script( self::EDITOR_SCRIPT, 'window.largesseEditor = ' . wp_json_encode( $texts ) . ';', 'before' );
	}

	/** Returns the address of a built file. */
	private static function url( string $file ): string {
		self::$folder_url ??= plugins_url( 'build/', dirname( __DIR__, 3 ) . '/largesse.php' );
		return self::$folder_url . $file;
	}

	/** Returns the version of a built file: a hash of its content. Returns null for an unknown file. */
	private static function version( string $file ): ?string {
		return self::built()['versions'][ $file ] ?? null;
	}

	/**
	 * @return array{blocks: array<string, array<string, mixed>>, versions: array<string, string>} Contents of the
	 *         block.json files by folder, and versions of the built files; both are empty before the first build.
	 */
	private static function built(): array {
		$file = dirname( __DIR__, 3 ) . '/build/built.php';
		return self::$built ??= is_readable( $file ) ? require $file : array(
			'blocks'   => array(),
			'versions' => array(),
		);
	}
}
