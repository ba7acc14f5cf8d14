<?php
declare( strict_types=1 );

namespace Largesse\Together\Ideas;

use Largesse\DataNote;
use Largesse\Hook;
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

	public static function hooks(): array {
		return array(
			new Hook( 'largesse_below_registry', array( IdeasPage::class, 'add_link' ) ),
			new Hook( 'largesse_after_managed_registry', array( IdeaSwitch::class, 'show' ) ),
			// The next two hooks run before WordPress's redirect to the canonical address of a page (priority 10).
			new Hook( 'template_redirect', array( IdeaSwitch::class, 'answer' ), 5, when: 'has_input ' . IdeaSwitch::FIELD ),
			new Hook( 'template_redirect', array( IdeasPage::class, 'answer' ), 5, when: 'has_input ' . IdeasPage::FIELD ),
			new Hook( 'largesse_after_gifts', array( IdeasPage::class, 'show_to_recipient' ) ),
		);
	}

	public static function personal_data(): array {
		return array( IdeaData::GROUP => IdeaData::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array(
				IdeaSwitch::META => DataNote::of_members( 'whether guests of the registry may share ideas' ),
			),
		);
	}
}
