<?php
declare( strict_types=1 );

namespace Largesse\Together\Helpers;

use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Schema;
use Largesse\Pages\Owners\RegistrySchema;
use Largesse\Registries\Registry\Access;
use Largesse\Route;
use Largesse\Services;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		add_filter( 'wp_insert_post_data', array( CoOwnersLimits::class, 'limit' ), 10, 2 );
		add_filter( 'rest_pre_insert_registry', array( CoOwnersLimits::class, 'refuse' ), 5, 2 );
		add_action( 'largesse_proposed', Services::callback( ProposalMails::class, 'queue' ), 10, 2 );
		if ( Request::has( 'proposal' ) ) {
			// Runs before WordPress's redirect to the canonical address (priority 10).
			add_action( 'template_redirect', Services::callback( ProposalPage::class, 'answer' ), 4 );
		}
		add_filter( 'largesse_sign_up_invitation', array( ProposalPage::class, 'add_invitation' ), 10, 2 );
		add_action( 'largesse_before_overview', array( ProposalForms::class, 'show' ) );
		if ( Request::has( 'largesse-proposal' ) ) {
			add_action( 'template_redirect', Services::callback( ProposalForms::class, 'answer' ), 5 );
		}
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
		$route  = static fn ( string $method, string $list, string $handler, string $description ): Route
			=> new Route(
				$method,
				Route::REGISTRY . $list,
				array( HelperRoutes::class, $handler ),
				array( Access::class, 'edit' ),
				$description,
				$person,
				$answer
			);
		return array(
			$route( 'POST', '/owners', 'add_owner', 'Asks a person to be a co-owner. The person has no rights until they accept.' ),
			$route( 'DELETE', '/owners', 'remove_owner', 'Removes a co-owner, or withdraws the question to a person.' ),
			$route( 'POST', '/keepers', 'add_keeper', 'Asks a person to be a keeper. The person has no rights until they accept. An owner cannot become a keeper: 422 largesse_keeper_is_owner.' ),
			$route( 'DELETE', '/keepers', 'remove_keeper', 'Removes a keeper, or withdraws the question to a person.' ),
		);
	}

	public static function mails(): array {
		return array(
			ProposalMails::class => array(
				ProposalMails::KIND => 'To a person whom an owner names as co-owner or keeper: the name and address of the owner, the title of the registry, and a link to answer.',
			),
		);
	}
}
