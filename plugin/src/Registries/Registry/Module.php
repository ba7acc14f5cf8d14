<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Schema;
use Largesse\Plugin;
use Largesse\Route;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		add_action( 'init', array( RegistryPostType::class, 'register_post_type' ) );
		add_action( 'delete_user', Services::callback( PeopleLists::class, 'remove_user' ), 10, 3 );
		// On a network, WordPress can remove a user from a site without deleting the account.
		add_action( 'remove_user_from_blog', Services::callback( PeopleLists::class, 'remove_member' ) );
		// Runs before `mark_changed_address` (priority 10), because the callback needs to know which registries the
		// user owned with the old address.
		add_action( 'profile_update', Services::callback( PeopleLists::class, 'update_address' ), 5, 2 );
		add_action( 'update_option_largesse_connected_site', array( DayEvent::class, 'forget_origin' ), 10, 2 );
		add_action( 'before_delete_post', Services::callback( DeletedRegistries::class, 'record' ), 10, 2 );
		// Before others erase what belongs to the account, because the callback may stop the deletion.
		add_action( 'delete_user', array( FormerRecipients::class, 'skip_user' ), PHP_INT_MIN );
		add_action( 'delete_user', array( FormerRecipients::class, 'record_lists_of' ), PHP_INT_MIN, 2 );
		add_action( 'wpmu_delete_user', array( FormerRecipients::class, 'skip_user' ) );
		// After all plugins that may keep the post.
		add_filter( 'pre_delete_post', array( FormerRecipients::class, 'record' ), PHP_INT_MAX, 2 );
		add_action( 'rest_delete_registry', Services::callback( DeletedRegistries::class, 'leave_to_service' ) );
		add_filter( 'rest_request_before_callbacks', array( Capabilities::class, 'limit_rest' ), 10, 3 );
		if ( is_admin() ) {
			// Runs before WordPress's own callback (priority 1).
			add_action( 'wp_ajax_parse-embed', array( Capabilities::class, 'limit_ajax' ), 0 );
			add_action( 'wp_ajax_parse-media-shortcode', array( Capabilities::class, 'limit_ajax' ), 0 );
			add_action( 'wp_ajax_sample-permalink', array( Capabilities::class, 'limit_sample' ), 0 );
		}
		add_filter( 'post_search_columns', array( Capabilities::class, 'limit_search' ) );
		add_filter( 'post_password_required', array( Capabilities::class, 'skip_password' ), 10, 2 );
		add_action( 'init', array( RegistryMeta::class, 'register_shown' ) );
		if ( Request::is_without_theme() ) {
			add_action( 'init', array( RegistryMeta::class, 'register_others' ) );
		}
		add_action( 'rest_api_init', array( RegistryMeta::class, 'register_others' ) );
		add_filter( 'default_post_metadata', array( RegistryMeta::class, 'add_default' ), 10, 4 );
		if ( Request::is_without_theme() ) {
			add_filter( 'wxr_export_skip_postmeta', array( RegistryMeta::class, 'skip_export' ), 10, 2 );
		}
		add_filter( 'private_title_format', array( RegistryPostType::class, 'title_format' ), 10, 2 );
		add_filter( 'protected_title_format', array( RegistryPostType::class, 'title_format' ), 10, 2 );
		add_filter( 'the_title', array( RegistryPostType::class, 'keep_zero' ), 10, 2 );
		add_filter( 'single_post_title', array( RegistryPostType::class, 'keep_zero' ), 10, 2 );
		add_filter( 'pre_wp_unique_post_slug', array( RegistryPostType::class, 'replace_zero_slug' ), 10, 5 );
		if ( Request::has_input() ) {
			add_filter( 'request', array( RegistryPostType::class, 'accept_id' ) );
		}
		add_filter( 'redirect_canonical', array( RegistryPostType::class, 'stay_on_front_page' ) );
		add_filter( 'old_slug_redirect_post_id', array( RegistryPostType::class, 'hide_moved' ) );
		add_filter( 'do_parse_request', array( RegistryPostType::class, 'repair_rewrite_rules' ) );
		add_filter( 'rest_registry_collection_params', array( RestReads::class, 'add_role' ) );
		add_filter( 'rest_registry_query', array( RestReads::class, 'limit' ), 10, 2 );
		if ( isset( $_SERVER['HTTP_X_LARGESSE_CREATION'] ) ) {
			add_filter( 'rest_dispatch_request', array( RestWrites::class, 'create_once' ), 10, 4 );
		}
		add_filter( 'rest_prepare_registry', array( RestReads::class, 'prepare' ), 10, 3 );
		add_filter( 'rest_request_after_callbacks', array( RestReads::class, 'hide_unshared' ), 10, 3 );
		add_filter( 'rest_post_dispatch', array( RestReads::class, 'add_headers' ), 10, 3 );
		add_filter( 'rest_pre_insert_registry', Services::callback( RestWrites::class, 'check' ), 10, 2 );
		add_filter( 'rest_pre_insert_registry', Services::callback( RestWrites::class, 'write_lists' ), 20, 2 );
		add_action( 'rest_after_insert_registry', Services::callback( RestWrites::class, 'propose' ), 10, 2 );
		register_activation_hook( Plugin::file(), array( RegistryPostType::class, 'activate' ) );
		if ( is_admin() ) {
			// The editor reads which post types take part. Runs before the callbacks of the Gutenberg plugin (priority 10).
			add_action( 'admin_init', array( RegistryPostType::class, 'disable_collaboration' ), 5 );
		}
		add_action( 'rest_api_init', array( RegistryPostType::class, 'disable_collaboration' ) );
		add_action( 'largesse_gift_made', array( PromiseWays::class, 'store_gift' ), 10, 5 );
		add_action( 'largesse_gift_unanswered', array( PromiseWays::class, 'store_gift' ), 10, 5 );
		add_action( 'largesse_gift_given_back', array( PromiseWays::class, 'forget' ) );
		add_action( 'largesse_promise_ended', array( PromiseWays::class, 'forget' ) );
		add_action( 'delete_expired_transients', array( PromiseWays::class, 'delete_expired' ) );
		add_action( 'transition_post_status', array( Changes::class, 'follow_status' ), 10, 3 );
		add_action( 'deleted_post', array( Changes::class, 'follow_deletion' ), 10, 2 );
	}

	public static function routes(): array {
		return array(
			new Route(
				'POST',
				'/received-registries',
				array( Recipients::class, 'answer' ),
				array( Access::class, 'member' ),
				'Answers those of some registries whose gifts the caller receives, also if they are in the trash or deleted. Changes nothing. The service sends this request.',
				array( Recipients::LISTS => Schema::listing( 'Ids of registries.', Schema::integer( 'An id.', 1 ) ) ),
				answer: array(
					'received' => Schema::listing( 'Ids of the registries.', Schema::integer( 'An id.', 1 ) ),
				),
				is_read: true
			),
		);
	}

	public static function personal_data(): array {
		return array( FormerRecipientPrivacy::GROUP => FormerRecipientPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array(
				DayEvent::ORIGIN => new DataNote( 'the name of the site in the identifiers of calendar events' ),
			),
			records: array(
				FormerRecipients::KIND => DataNote::of_members(
					'which deleted registries had a person as a recipient of their gifts: the id of the registry, and the address of a person without an account',
					'nobody',
					'the registry would have revealed its gifts, or the account is deleted'
				),
				PromiseWays::KIND      => new DataNote( 'for a gift, or a part of one, of a guest who came through a link or with the password of the list: a hash of this link or password, under a hash of the gift', 'nobody', 'the gift is given back, or 400 days are over' ),
			),
			post_meta: array(
				RestWrites::CREATION_MARK => new DataNote( 'random mark of the request of the service that created the registry' ),
				Changes::REMOVED_NAMES => DataNote::of_members(
					'which wishes were removed, with their names',
					'owners of the registry'
				),
				RegistryMeta::ITEM_IDS    => DataNote::of_members( 'ids of the wishes', 'everyone who may see the registry' ),
				RegistryMeta::INVITEES    => DataNote::of_members(
					'user names and e-mail addresses of the invitees',
					'owners, keepers, invitees and administrators',
					'they are uninvited or erased'
				),
				RegistryMeta::OWNERS      => DataNote::of_members(
					'user names and e-mail addresses of the co-owners',
					'owners, keepers, invitees and administrators',
					'they are removed or erased'
				),
				RegistryMeta::KEEPERS     => DataNote::of_members(
					'user names and e-mail addresses of the keepers',
					'owners, keepers, invitees and administrators',
					'they are removed or erased'
				),
				RegistryMeta::PROPOSED_OWNERS  => DataNote::of_members(
					'user names and e-mail addresses of people who were asked to be co-owners',
					'owners and administrators',
					'they accept, decline, are withdrawn or erased'
				),
				RegistryMeta::PROPOSED_KEEPERS => DataNote::of_members(
					'user names and e-mail addresses of people who were asked to be keepers',
					'owners and administrators',
					'they accept, decline, are withdrawn or erased'
				),
				RegistryMeta::HEADINGS    => DataNote::of_members( 'headings of the wishes', 'everyone who may see the registry' ),
				RegistryMeta::MOST_WANTED => DataNote::of_members(
					'ids of the most wanted wishes',
					'everyone who may see the registry'
				),
				RegistryMeta::EVENT_TYPE  => DataNote::of_members( 'occasion', 'everyone who may see the registry' ),
				RegistryMeta::EVENT_DATE  => DataNote::of_members( 'day of the event', 'everyone who may see the registry' ),
				RegistryMeta::SURPRISE    => DataNote::of_members(
					'how much the owner learns about gifts',
					'owners of the registry, and everyone who gives'
				),
				RegistryMeta::REVEAL_DATE => DataNote::of_members(
					'day of the reveal',
					'owners of the registry, and everyone who gives'
				),
				RegistryMeta::COVER       => DataNote::of_members(
					'address of the cover picture',
					'everyone who may see the registry'
				),
				RegistryMeta::PAST        => DataNote::of_members(
					'whether the owner marked the registry as past',
					'owners of the registry'
				),
			),
			transients: array(
				RegistryPostType::MENDED => new DataNote( 'mark that the site has repaired its rules for addresses of pages in the last hour' ),
				ActiveItems::FAILED      => new DataNote( 'why the service did not answer a request for wishes in the last ten seconds' ),
			),
		);
	}
}
