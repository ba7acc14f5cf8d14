<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'init', array( RegistryPostType::class, 'register_post_type' ) ),
			new Hook( 'delete_user', array( PeopleLists::class, 'remove_user' ) ),
			// On a network, WordPress can remove a user from a site without deleting the account.
			new Hook( 'remove_user_from_blog', array( PeopleLists::class, 'remove_member' ) ),
			// Runs before `mark_changed_address` (priority 10), because the callback needs to know which registries the
			// user owned with the old address.
			new Hook( 'profile_update', array( PeopleLists::class, 'update_address' ), 5 ),
			new Hook( 'before_delete_post', array( DeletedRegistries::class, 'record' ) ),
			new Hook( 'rest_delete_' . RegistryPostType::NAME, array( DeletedRegistries::class, 'leave_to_service' ) ),
			new Hook( 'rest_request_before_callbacks', array( Capabilities::class, 'limit_rest' ), when: 'is_signed_in' ),
			// Runs before WordPress's own callback (priority 1).
			new Hook( 'wp_ajax_parse-embed', array( Capabilities::class, 'limit_ajax' ), 0, when: 'is_admin' ),
			new Hook( 'wp_ajax_parse-media-shortcode', array( Capabilities::class, 'limit_ajax' ), 0, when: 'is_admin' ),
			new Hook( 'wp_ajax_sample-permalink', array( Capabilities::class, 'limit_sample' ), 0, when: 'is_admin' ),
			new Hook( 'post_search_columns', array( Capabilities::class, 'limit_search' ) ),
			new Hook( 'post_password_required', array( Capabilities::class, 'skip_password' ), when: 'is_signed_in' ),
			new Hook( 'init', array( RegistryMeta::class, 'register_shown' ) ),
			new Hook( 'init', array( RegistryMeta::class, 'register_others' ), when: 'is_without_theme' ),
			new Hook( 'rest_api_init', array( RegistryMeta::class, 'register_others' ) ),
			new Hook( 'default_post_metadata', array( RegistryMeta::class, 'add_default' ) ),
			new Hook( 'wxr_export_skip_postmeta', array( RegistryMeta::class, 'skip_export' ), when: 'is_without_theme' ),
			new Hook( 'private_title_format', array( RegistryPostType::class, 'title_format' ) ),
			new Hook( 'protected_title_format', array( RegistryPostType::class, 'title_format' ) ),
			new Hook( 'the_title', array( RegistryPostType::class, 'keep_zero' ) ),
			new Hook( 'single_post_title', array( RegistryPostType::class, 'keep_zero' ) ),
			new Hook( 'pre_wp_unique_post_slug', array( RegistryPostType::class, 'replace_zero_slug' ) ),
			new Hook( 'request', array( RegistryPostType::class, 'accept_id' ), when: 'has_input any' ),
			new Hook( 'redirect_canonical', array( RegistryPostType::class, 'stay_on_front_page' ) ),
			new Hook( 'old_slug_redirect_post_id', array( RegistryPostType::class, 'hide_moved' ) ),
			new Hook( 'do_parse_request', array( RegistryPostType::class, 'repair_rewrite_rules' ) ),
			new Hook( 'rest_' . RegistryPostType::NAME . '_collection_params', array( RestReads::class, 'add_role' ) ),
			new Hook( 'rest_' . RegistryPostType::NAME . '_query', array( RestReads::class, 'limit' ) ),
			new Hook( 'rest_dispatch_request', array( RestWrites::class, 'create_once' ), when: 'has_header HTTP_X_LARGESSE_CREATION' ),
			new Hook( 'rest_prepare_' . RegistryPostType::NAME, array( RestReads::class, 'prepare' ) ),
			new Hook( 'rest_request_after_callbacks', array( RestReads::class, 'hide_unshared' ) ),
			new Hook( 'rest_post_dispatch', array( RestReads::class, 'add_headers' ) ),
			new Hook( 'rest_pre_insert_' . RegistryPostType::NAME, array( RestWrites::class, 'check' ) ),
			new Hook( 'rest_pre_insert_' . RegistryPostType::NAME, array( RestWrites::class, 'write_lists' ), 20 ),
			new Hook( 'rest_after_insert_' . RegistryPostType::NAME, array( RestWrites::class, 'propose' ) ),
			new Hook( 'activate_{plugin}', array( RegistryPostType::class, 'activate' ) ),
			// The editor reads which post types take part. Runs before the callbacks of the Gutenberg plugin (priority 10).
			new Hook( 'admin_init', array( RegistryPostType::class, 'disable_collaboration' ), 5, when: 'is_admin' ),
			new Hook( 'rest_api_init', array( RegistryPostType::class, 'disable_collaboration' ) ),
			new Hook( 'transition_post_status', array( Changes::class, 'follow_status' ) ),
			new Hook( 'deleted_post', array( Changes::class, 'follow_deletion' ) ),
		);
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			post_meta: array(
				RestWrites::CREATION_MARK => new DataNote( 'random mark of the request of the service that created the registry' ),
				Changes::REMOVED_NAMES => DataNote::of_members( 'which wishes were removed, with their names', 'owners of the registry' ),
				RegistryMeta::ITEM_IDS    => DataNote::of_members( 'ids of the wishes', 'everyone who may see the registry' ),
				RegistryMeta::INVITEES    => DataNote::of_members( 'user names and e-mail addresses of the invitees', 'owners, keepers, invitees and administrators', 'they are uninvited or erased' ),
				RegistryMeta::OWNERS      => DataNote::of_members( 'user names and e-mail addresses of the co-owners', 'owners, keepers, invitees and administrators', 'they are removed or erased' ),
				RegistryMeta::KEEPERS     => DataNote::of_members( 'user names and e-mail addresses of the keepers', 'owners, keepers, invitees and administrators', 'they are removed or erased' ),
				RegistryMeta::PROPOSED_OWNERS  => DataNote::of_members( 'user names and e-mail addresses of people who were asked to be co-owners', 'owners and administrators', 'they accept, decline, are withdrawn or erased' ),
				RegistryMeta::PROPOSED_KEEPERS => DataNote::of_members( 'user names and e-mail addresses of people who were asked to be keepers', 'owners and administrators', 'they accept, decline, are withdrawn or erased' ),
				RegistryMeta::HEADINGS    => DataNote::of_members( 'headings of the wishes', 'everyone who may see the registry' ),
				RegistryMeta::MOST_WANTED => DataNote::of_members( 'ids of the most wanted wishes', 'everyone who may see the registry' ),
				RegistryMeta::EVENT_TYPE  => DataNote::of_members( 'occasion', 'everyone who may see the registry' ),
				RegistryMeta::EVENT_DATE  => DataNote::of_members( 'day of the event', 'everyone who may see the registry' ),
				RegistryMeta::SURPRISE    => DataNote::of_members( 'how much the owner learns about gifts', 'owners of the registry, and everyone who gives' ),
				RegistryMeta::REVEAL_DATE => DataNote::of_members( 'day of the reveal', 'owners of the registry, and everyone who gives' ),
				RegistryMeta::COVER       => DataNote::of_members( 'address of the cover picture', 'everyone who may see the registry' ),
				RegistryMeta::PAST        => DataNote::of_members( 'whether the owner marked the registry as past', 'owners of the registry' ),
			),
			transients: array(
				RegistryPostType::MENDED => new DataNote( 'mark that the site has repaired its rules for addresses of pages in the last hour' ),
				ActiveItems::FAILED      => new DataNote( 'why the service did not answer a request for wishes in the last ten seconds' ),
			),
		);
	}
}
