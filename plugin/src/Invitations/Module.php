<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Hook;
use Largesse\StoredKeys;

/** Declares what other code must know about this feature. */
final class Module extends \Largesse\Module {

	/** Hooks of WordPress and of the plugin that the feature uses. */
	public static function hooks(): array {
		return array(
			// Before everything else that answers at the address of a registry.
			new Hook( 'template_redirect', array( ContinuePage::class, 'answer' ), 1, when: 'has_input' ),
			new Hook( 'posts_results', array( Doors::class, 'note_found' ) ),
			new Hook( 'the_posts', array( Doors::class, 'put_back' ) ),
			new Hook( 'map_meta_cap', array( Doors::class, 'let_read' ) ),
			new Hook( 'post_password_required', array( Doors::class, 'spare_password' ) ),
			new Hook( 'template_redirect', array( Doors::class, 'note_member' ) ),
			new Hook( 'updated_post_meta', array( Doors::class, 'forget' ) ),
			new Hook( 'deleted_post_meta', array( Doors::class, 'forget' ) ),
			new Hook( 'rest_api_init', array( InvitationRoutes::class, 'register_routes' ) ),
			new Hook( 'largesse_uninvited', array( Invitations::class, 'forget' ) ),
			new Hook( 'rest_api_init', array( InviteeRoutes::class, 'register_routes' ) ),
			new Hook( 'rest_api_init', array( LinkRoutes::class, 'register_routes' ) ),
			new Hook( 'plugins_loaded', array( SentKey::class, 'take' ), PHP_INT_MIN, 'has_input' ),
		);
	}

	/** Everything that the feature stores in WordPress. */
	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array( FamilyLink::META, PersonalLink::EPOCH, State::META ),
		);
	}
}
