<?php
declare( strict_types=1 );

namespace Largesse\Helpers;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\Http\Schema;
use Largesse\Owners\RegistrySchema;
use Largesse\Registry\Access;
use Largesse\Registry\RegistryPostType;
use Largesse\Route;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'wp_insert_post_data', array( CoOwnersLimits::class, 'limit' ) ),
			new Hook( 'rest_pre_insert_' . RegistryPostType::NAME, array( CoOwnersLimits::class, 'refuse' ), 5 ),
			new Hook( 'largesse_registry_sections', array( RegistryHelpers::class, 'show' ), when: 'is_admin' ),
			new Hook( 'admin_post_' . RegistryHelpers::ACTION, array( RegistryHelpers::class, 'change' ), when: 'is_admin' ),
		);
	}

	public static function fields(): array {
		return array( HelperNames::class );
	}

	public static function routes(): array {
		$person = array( 'person' => Schema::field( 'invitee', 'User name or e-mail address.' ) );
		$answer = array(
			'registry?' => RegistrySchema::CHANGE['registry'],
			'left?'     => Schema::boolean( 'True if the caller is no longer an owner. The answer then contains no registry.' ),
		);
		return array(
			new Route(
				'POST',
				Route::REGISTRY . '/owners',
				array( HelperRoutes::class, 'add_owner' ),
				array( Access::class, 'edit' ),
				'Makes a person a co-owner.',
				$person,
				$answer
			),
			new Route(
				'DELETE',
				Route::REGISTRY . '/owners',
				array( HelperRoutes::class, 'remove_owner' ),
				array( Access::class, 'edit' ),
				'Removes a co-owner.',
				$person,
				$answer
			),
			new Route(
				'POST',
				Route::REGISTRY . '/keepers',
				array( HelperRoutes::class, 'add_keeper' ),
				array( Access::class, 'edit' ),
				'Makes a person a keeper. An owner cannot become a keeper: 422 largesse_keeper_is_owner.',
				$person,
				$answer
			),
			new Route(
				'DELETE',
				Route::REGISTRY . '/keepers',
				array( HelperRoutes::class, 'remove_keeper' ),
				array( Access::class, 'edit' ),
				'Removes a keeper.',
				$person,
				$answer
			),
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			transients: array(
				RegistryHelpers::REFUSED => new DataNote( 'why a list of helpers was refused', 'the member who sent the list', 'a minute is over' ),
			),
		);
	}
}
