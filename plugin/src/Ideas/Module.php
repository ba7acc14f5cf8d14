<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'largesse_below_registry', array( IdeaSwitch::class, 'add_link' ) ),
			new Hook( 'largesse_after_managed_registry', array( IdeaSwitch::class, 'show' ) ),
			// The next two hooks run before WordPress's redirect to the canonical address of a page (priority 10).
			new Hook( 'template_redirect', array( IdeaSwitch::class, 'answer' ), 5, when: 'has_input' ),
			new Hook( 'template_redirect', array( IdeasPage::class, 'answer' ), 5, when: 'has_input' ),
			new Hook( 'largesse_after_gifts', array( RevealedIdeas::class, 'show' ) ),
			new Hook( 'largesse_policy_on_shops', array( IdeaData::class, 'describe_privacy' ) ),
		);
	}

	public static function personal_data(): array {
		return array( IdeaData::GROUP => IdeaData::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array(
				IdeaSwitch::META => new DataNote( 'whether guests of the registry may share ideas' ),
			),
		);
	}
}
