<?php
declare( strict_types=1 );

namespace Largesse\Managing\Abilities;

/** Declarations of this feature. Only WordPress 6.9 and newer run the hook that this module declares. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'abilities';

	public static function texts(): array {
		return array(
			'name'  => __( 'Abilities for assistants', 'largesse' ),
			'about' => __( 'For people who let an AI assistant read and change their lists, with their own rights (from WordPress 6.9 on).', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		add_action( 'wp_abilities_api_categories_init', array( Ability::class, 'register_category' ) );
		add_action( 'mcp_adapter_init', array( Ability::class, 'add_server' ) );
	}
}
