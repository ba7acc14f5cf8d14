<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Hook;
use Largesse\Links\OwnerPage;
use Largesse\StoredKeys;

/** Declares what other code must know about this feature. */
final class Module extends \Largesse\Module {

	/** Hooks of WordPress and of the plugin that the feature uses. */
	public static function hooks(): array {
		return array(
			// Before WordPress leads to the proper address, at 10.
			new Hook( 'template_redirect', array( AccountForms::class, 'answer' ), 5, when: 'has_input' ),
			new Hook( 'rest_api_init', array( CopyRoutes::class, 'register_routes' ) ),
			// Before WordPress leads to the proper address, at 10.
			new Hook( 'template_redirect', array( GiftsPage::class, 'answer' ), 5, when: 'has_input' ),
			new Hook( 'rest_api_init', array( GroupingRoutes::class, 'register_routes' ) ),
			new Hook( 'rest_api_init', array( LifecycleRoutes::class, 'register_routes' ) ),
			new Hook( 'show_admin_bar', array( MembersToolbar::class, 'is_useful' ), when: 'is_signed_in' ),
			new Hook( 'admin_notices', array( MissingPage::class, 'show' ), when: 'is_admin' ),
			new Hook( 'admin_post_' . MissingPage::ACTION, array( MissingPage::class, 'bring_back' ), when: 'is_admin' ),
			new Hook( 'rest_api_init', array( ReleaseRoute::class, 'register_routes' ) ),
			new Hook( 'rest_api_init', array( Routes::class, 'register_routes' ) ),
			new Hook( 'rest_post_dispatch', array( Routes::class, 'keep_private' ) ),
			// Updates do not activate, nor does a network's activation reach each of its sites.
			new Hook( 'admin_init', array( PageSetup::class, 'make_first' ) ),
			new Hook( 'template_redirect', array( PageSetup::class, 'forbid_framing' ), when: 'shows_owner_page' ),
			new Hook( 'save_post_page', array( PageSetup::class, 'follow_block' ) ),
			new Hook( 'wp_robots', array( PageSetup::class, 'keep_out_of_search_engines' ), when: 'shows_owner_page' ),
			new Hook( 'wp_sitemaps_posts_query_args', array( PageSetup::class, 'keep_out_of_sitemap' ) ),
			new Hook( 'document_title_parts', array( PageSetup::class, 'name_managed' ), when: 'shows_owner_page' ),
			new Hook( 'display_post_states', array( PageSetup::class, 'name_in_list' ) ),
			new Hook( 'get_edit_post_link', array( PageSetup::class, 'lead_to_editor' ) ),
			new Hook( 'activate_{plugin}', array( PageSetup::class, 'make_on_activation' ) ),
		);
	}

	/** The block of the page My registries. */
	public static function blocks(): array {
		return array( 'my-registries' => MyRegistriesBlock::class );
	}

	/** Everything that the feature stores in WordPress. */
	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array( MembersToolbar::OPTION, OwnerPage::OPTION ),
		);
	}
}
