<?php
declare( strict_types=1 );

namespace Largesse\Together\Helpers;

use Largesse\Hook;
use Largesse\Foundation\Http\Schema;
use Largesse\Pages\Owners\RegistrySchema;
use Largesse\Registries\Registry\Access;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Route;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'wp_insert_post_data', array( CoOwnersLimits::class, 'limit' ) ),
			new Hook( 'rest_pre_insert_' . RegistryPostType::NAME, array( CoOwnersLimits::class, 'refuse' ), 5 ),
			new Hook( 'largesse_proposed', array( ProposalMails::class, 'queue' ) ),
			new Hook( 'largesse_before_overview', array( ProposalForms::class, 'show' ) ),
			new Hook( 'template_redirect', array( ProposalForms::class, 'answer' ), 5, 'has_input ' . ProposalForms::FIELD ),
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
		$route  = static fn ( string $method, string $list, string $handler, string $description ): Route
			=> new Route( $method, Route::REGISTRY . $list, array( HelperRoutes::class, $handler ), array( Access::class, 'edit' ), $description, $person, $answer );
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
