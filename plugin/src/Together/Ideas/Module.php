<?php
declare( strict_types=1 );

namespace Largesse\Together\Ideas;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'ideas';

	public static function texts(): array {
		return array(
			'name'  => __( 'Ideas of guests', 'largesse' ),
			'about' => __( 'Guests tell each other about presents that are not on the list, without the owner seeing it.', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		add_filter( 'largesse_below_registry', array( IdeasPage::class, 'add_link' ), 10, 3 );
		add_action( 'largesse_after_managed_registry', array( IdeaSwitch::class, 'show' ) );
		if ( Request::has( 'largesse-ideas' ) ) {
			// The next two hooks run before WordPress's redirect to the canonical address of a page (priority 10).
			add_action( 'template_redirect', Services::callback( IdeaSwitch::class, 'answer' ), 5 );
		}
		if ( Request::has( 'ideas' ) ) {
			add_action( 'template_redirect', Services::callback( IdeasPage::class, 'answer' ), 5 );
		}
		add_action( 'largesse_after_gifts', Services::callback( IdeasPage::class, 'show_to_recipient' ) );
	}

	public static function personal_data(): array {
		return array( IdeaPrivacy::GROUP => IdeaPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array(
				IdeaSwitch::META => DataNote::of_members( 'whether guests of the registry may share ideas' ),
			),
		);
	}
}
