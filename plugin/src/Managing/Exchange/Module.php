<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Schema;
use Largesse\Foundation\Service\Rules;
use Largesse\Pages\Owners\GiftsPage;
use Largesse\Pages\Owners\RegistrySchema;
use Largesse\Registries\Registry\Access;
use Largesse\Registries\Registry\ImportWish;
use Largesse\Route;
use Largesse\Services;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		if ( Request::has( 'export' ) ) {
			// Runs before WordPress's redirect to the canonical address (priority 10).
			add_action( 'template_redirect', Services::callback( ExportFile::class, 'answer' ), 5 );
		}
		add_filter( 'largesse_owner_page', array( ImportPage::class, 'choose_page' ), 10, 4 );
		add_action( 'largesse_after_create_form', array( ImportPage::class, 'show_link' ) );
		add_action( 'largesse_after_managed_registry', array( ImportPage::class, 'show_exchange_links' ) );
	}

	public static function routes(): array {
		$wish   = array(
			'place'  => Schema::integer( 'Position in the file.' ),
			'by'     => Schema::text( 'How the site recognizes equal wishes.', ImportWish::BY ),
			'nth'    => Schema::integer( 'Position among identical wishes in the file.', 1 ),
			'fields' => Schema::object( 'Fields of the wish.' ),
		);
		$found  = $wish + array(
			'price_text?' => Schema::text( 'Price as the site writes it.' ),
			'state'       => Schema::text( 'State of the wish. An import adds a new wish, skips a wish that is there, and refuses a wrong wish.', array( Importer::IS_NEW, Importer::THERE, Importer::WRONG ) ),
			'problems'    => array( 'type' => array( 'object', 'array' ) ) + Schema::texts(
				'Messages by field; an empty list if there are none.'
			),
		);
		$view   = array(
			'file' => Schema::object(
				'Contents of the file.',
				array(
					'registry' => Schema::object( 'Two fields: `title`, the title in the file, and `problems`, error messages about other fields of the registry, by field.' ),
					'wishes'   => Schema::listing( 'Wishes.', Schema::object( 'A wish.', $found ) ),
					'counts'   => Schema::object( 'Number of wishes by state.' ),
				)
			),
		);
		$result = array(
			'place'    => Schema::integer( 'Position in the file.' ),
			'state'    => Schema::text(
				'Result; a waiting wish must be sent again.',
				array( Importer::ADDED, Importer::THERE, Importer::WRONG, Importer::WAITING )
			),
			'id'       => Schema::integer( 'Id of the new item; 0 if there is none.' ),
			'problems' => array( 'type' => array( 'object', 'array' ) ) + Schema::texts(
				'Messages by field; an empty list if there are none.'
			),
		);
		$file   = array(
			'file' => Schema::object( 'A registry in the format largesse.registry/1.' ),
			'by?'  => Schema::text( 'How the site recognizes equal wishes: by name (the default), or by address.', ImportWish::BY ),
		);
		return array(
			new Route(
				'GET',
				Route::REGISTRY . '/export',
				array( ExchangeRoutes::class, 'export' ),
				array( GiftsPage::class, 'permission' ),
				'Answers a registry as a file. Keepers may send this request, too.',
				answer: array( 'export' => Schema::object( 'The registry in the format largesse.registry/1.' ) )
			),
			new Route(
				'POST',
				Route::REGISTRY . '/read-file',
				array( ExchangeRoutes::class, 'read_file' ),
				array( Access::class, 'edit' ),
				'Reads a file, compares its wishes with the registry, and changes nothing.',
				$file,
				$view
			),
			new Route(
				'POST',
				Route::REGISTRY . '/import',
				array( ExchangeRoutes::class, 'import' ),
				array( Access::class, 'edit' ),
				'Adds wishes of a file that are not on the list yet.',
				array(
					'wishes' => array( 'minItems' => 1 ) + Schema::listing(
						'Wishes from the answer of `read-file`. Only these four fields are needed.',
						Schema::object( 'A wish.', $wish ),
						Rules::MAX_WISHES_AT_ONCE
					),
				),
				array( 'results' => Schema::listing( 'Results.', Schema::object( 'Result of a wish.', $result ) ) )
			),
			new Route(
				'POST',
				'/registries/read-file',
				array( ExchangeRoutes::class, 'read_file' ),
				array( Access::class, 'create' ),
				'Reads a file for a new registry, and changes nothing.',
				$file,
				$view
			),
			new Route(
				'POST',
				'/registries/from-file',
				array( ExchangeRoutes::class, 'create_registry' ),
				array( Access::class, 'create' ),
				'Creates a private registry from a file, without its wishes.',
				array( 'title?' => Schema::field( 'title', 'Title that replaces the title in the file.' ) ) + $file,
				$view + RegistrySchema::ANSWER
			),
		);
	}

	public static function commands(): array {
		return array(
			'largesse export' => array( ExchangeCommand::class, 'export' ),
			'largesse import' => array( ExchangeCommand::class, 'import' ),
		);
	}
}
