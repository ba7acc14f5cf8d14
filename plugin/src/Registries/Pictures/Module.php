<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use Largesse\DataNote;
use Largesse\Foundation\Http\Schema;
use Largesse\Registries\Registry\Access;
use Largesse\Registries\Registry\Cover;
use Largesse\Route;
use Largesse\Services;
use Largesse\Setting;
use Largesse\SettingsSection;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		add_filter( 'largesse_picture_address', array( Thumbnails::class, 'address' ), 10, 2 );
		add_filter( 'largesse_registry_page_options', array( Thumbnails::class, 'add_option' ) );
		add_filter( 'largesse_policy_on_shops', array( Thumbnails::class, 'describe_privacy' ) );
		add_filter( 'largesse_owner_page_state', array( Uploads::class, 'add_to_state' ) );
		add_action( 'largesse_thumbnails', Services::callback( Thumbnails::class, 'run' ) );
		// Saving a wish schedules the copy of its picture, so that the copy exists before the first guest arrives.
		add_action( 'largesse_wish_added', array( Thumbnails::class, 'schedule_after_wish' ) );
		add_action( 'largesse_wish_changed', array( Thumbnails::class, 'schedule_after_wish' ) );
		add_action( 'largesse_wish_removed', array( Thumbnails::class, 'schedule_after_wish' ) );
		add_action( 'largesse_unused_pictures', Services::callback( UnusedPictureCleaner::class, 'run' ) );
		add_action( 'update_option_largesse_connected_site', array( PictureAddresses::class, 'schedule' ) );
		add_action( 'deleted_post', array( UnusedPictureCleaner::class, 'schedule_after_deletion' ), 10, 2 );
		add_action( 'update_option_largesse_shops_see_no_guests', array( UnusedPictureCleaner::class, 'delete_old_copies' ) );
	}

	public static function events(): array {
		return array(
			'largesse_thumbnails'      => null,
			'largesse_unused_pictures' => 'daily',
		);
	}

	public static function fields(): array {
		return array( CoverField::class );
	}

	public static function routes(): array {
		$check = array(
			'kind'      => Schema::text(
				'Kind of content at the address; unknown if the site could not check the address.',
				array( AddressCheck::PICTURE, AddressCheck::PAGE, AddressCheck::NOTHING, AddressCheck::UNKNOWN )
			),
			'text'      => Schema::text( 'Message about the result; may be empty.' ),
			'image_url' => Schema::text( 'Address of the picture that the page names; empty for none.' ),
		);
		return array(
			new Route(
				'POST',
				Route::REGISTRY . '/pictures',
				array( Uploads::class, 'answer' ),
				array( Access::class, 'edit' ),
				'Stores a picture. The body is a form (multipart/form-data).',
				array( Uploads::FIELD => Schema::text( 'The file: JPEG, PNG or WebP.', format: 'binary' ) ),
				array(
					'url'    => Schema::text( 'Address, for image_url of an item or the cover.' ),
					'width'  => Schema::integer( 'Width in pixels.' ),
					'height' => Schema::integer( 'Height in pixels.' ),
				),
				gets_request: true
			),
			new Route(
				'POST',
				Route::REGISTRY . '/pictures/check',
				array( AddressCheck::class, 'answer' ),
				array( Access::class, 'edit' ),
				'Checks whether there is a picture at an address.',
				array( 'url' => Schema::text( 'The address.' ) ),
				array( 'check' => Schema::object( 'The result.', $check ) )
			),
		);
	}

	public static function settings(): array {
		$field = new Setting(
			Thumbnails::OPTION,
			__( 'Pictures of shops', 'largesse' ),
			__( 'The registry service fetches the shops’ pictures, and pages show small copies of them. Otherwise each guest’s browser loads the pictures from the shops. The shops then see the guest’s network address, but not the page.', 'largesse' ),
			__( 'Shops do not see guests', 'largesse' )
		);
		return array( new SettingsSection( SettingsSection::PAGES, array( $field ) ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array(
				Thumbnails::OPTION            => new DataNote( 'whether the site copies the pictures of shops' ),
				UnusedPictureCleaner::UNSHOWN => new DataNote( 'pictures that are known to be unused' ),
				PictureAddresses::OPTION      => new DataNote( 'whether the wishes have the present addresses of pictures' ),
			),
			folders: array(
				Folder::THUMBNAILS => new DataNote( 'small copies of the pictures of shops' ),
				Cover::PICTURES    => DataNote::of_members(
					'pictures of wishes and covers that owners upload',
					'everyone who has the address of the picture',
					'no wish and no cover has used the picture for a day'
				),
			),
			transients: array(
				Thumbnails::PAUSED => new DataNote( 'pause after a picture that took too long' ),
			),
		);
	}
}
