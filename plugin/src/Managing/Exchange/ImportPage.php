<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Largesse\Foundation\Blocks\Blocks;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Pages\Owners\ScriptState;
use WP_Post;

/** Page that imports a registry or wishes, for blocks/my-registries/exchange. Few people need its separate script. */
final class ImportPage {

	/** Parameters that request the import page, and an exported file; the value of EXPORT is the format. */
	private const IMPORT = 'import';
	public const EXPORT  = 'export';

	/** Returns the HTML of the import page if the address requests it; otherwise `$html`. */
	public static function choose_page( ?string $html, ?WP_Post $registry, ?array $view, string $owner ): ?string {
		if (
			'' === Request::parameter( self::IMPORT ) || ( null === $registry && ! current_user_can( 'publish_registries' ) )
		) {
			return $html;
		}
		ob_start();
		ScriptState::send( self::IMPORT, $view, $owner, Blocks::IMPORT_SCRIPT );
		$page = array(
			'back_url'  => OwnerPage::url( $registry?->ID ),
			'back_text' => null === $registry ? __( 'All my registries', 'largesse' ) : __( 'Back to the registry', 'largesse' ),
		);
		Template::print( 'exchange/import-page', $page );
		return (string) ob_get_clean();
	}

	/** Prints a link to the import page. The link is below the form that creates a registry. */
	public static function show_link(): void {
		Template::print( 'exchange/import-link', array( 'url' => self::url() ) );
	}

	/** Returns the address of the import page. Without a registry id, the page creates a registry. */
	public static function url( ?int $registry_id = null ): string {
		return add_query_arg( self::IMPORT, '1', OwnerPage::url( $registry_id ) );
	}

	/** Prints links to export a registry and to import wishes. The links work without scripts. */
	public static function show_exchange_links( int $registry_id ): void {
		$export = static fn ( string $format ): string => add_query_arg(
			self::EXPORT,
			$format,
			OwnerPage::url( $registry_id )
		);
		$links  = array(
			$export( 'html' )         => __( 'Export as a page', 'largesse' ),
			$export( 'csv' )          => __( 'Export as a table (CSV)', 'largesse' ),
			$export( 'json' )         => __( 'Export as data (JSON)', 'largesse' ),
			self::url( $registry_id ) => __( 'Import wishes …', 'largesse' ),
		);
		Template::print(
			'owners/setting',
			array(
				'heading' => __( 'Export and import', 'largesse' ),
				'texts'   => array( __( 'A copy to keep, to print, or to take to another site. It contains only the gifts that you can see.', 'largesse' ) ),
				'links'   => $links,
			)
		);
	}
}
