<?php
declare( strict_types=1 );

namespace Largesse\Operation\Privacy;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\Setting;
use Largesse\SettingsSection;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		add_action( 'deleted_user', Services::callback( Retention::class, 'schedule_for_user' ) );
		add_action( 'wpmu_delete_user', Services::callback( Retention::class, 'schedule_for_network_user' ) );
		add_action( 'deleted_post', Services::callback( Retention::class, 'schedule_for_registry' ), 10, 2 );
		add_action( 'largesse_erase_givers', Services::callback( Retention::class, 'erase_deleted' ), 10, 2 );
		// The hook 'rest_pre_insert_user' would have no effect, because WordPress ignores its errors.
		add_filter( 'rest_request_before_callbacks', array( EmailProtection::class, 'refuse_change' ), 10, 3 );
		// Runs after all other plugins, because they may change the data to be stored.
		add_action( 'user_profile_update_errors', array( EmailProtection::class, 'refuse_unconfirmed' ), PHP_INT_MAX, 3 );
		add_filter( 'rest_user_query', array( OwnerPrivacy::class, 'exclude_registries' ) );
		add_filter( 'wp_sitemaps_users_query_args', array( OwnerPrivacy::class, 'exclude_registries' ) );
		add_filter( 'get_usernumposts', array( OwnerPrivacy::class, 'count_without_registries' ), 10, 4 );
		// Runs before WordPress redirects ?author=ID to an address with the login name (priority 10).
		add_action( 'template_redirect', Services::callback( OwnerPrivacy::class, 'close_archive' ), 1 );
		add_filter( 'author_link', Services::callback( OwnerPrivacy::class, 'replace_archive_link' ), 10, 2 );
		add_filter( 'the_author', Services::callback( OwnerPrivacy::class, 'current_name' ) );
		add_filter( 'get_the_author_display_name', Services::callback( OwnerPrivacy::class, 'public_name' ), 10, 2 );
		add_filter( 'oembed_response_data', array( OwnerPrivacy::class, 'hide_owner_in_embed' ), 10, 2 );
		if ( Request::is_without_theme() ) {
			add_filter( 'wp_privacy_personal_data_exporters', array( PrivacyTools::class, 'add_exporters' ) );
			add_filter( 'wp_privacy_personal_data_erasers', array( PrivacyTools::class, 'add_erasers' ) );
		}
		add_action( 'admin_init', array( PrivacyTools::class, 'suggest_policy' ) );
		add_action( 'delete_user', array( PrivacyTools::class, 'forget_user' ) );
		add_action( 'remove_user_from_blog', array( PrivacyTools::class, 'forget_user' ) );
		add_action( 'largesse_erase_old', array( PrivacyTools::class, 'delete_expired' ) );
		add_action( 'largesse_erase_old', Services::callback( Retention::class, 'run' ) );
	}

	public static function events(): array {
		return array( 'largesse_erase_old' => 'hourly' );
	}

	public static function settings(): array {
		$field = new Setting(
			OwnerPrivacy::OPTION,
			__( 'Author pages', 'largesse' ),
			__( 'The address of an author page contains the person’s user name.', 'largesse' ),
			__( 'Answer “not found” on the author pages of people who have published no posts', 'largesse' )
		);
		return array( new SettingsSection( SettingsSection::PAGES, array( $field ) ) );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array(
				OwnerPrivacy::OPTION => new DataNote( 'whether the author pages of people without posts are closed' ),
				Retention::PROGRESS  => new DataNote( 'progress of the daily erasure of old data' ),
			),
			events_kept: array(
				Retention::AFTER_DELETION => new DataNote( 'an erasure that waits for the service: the id of a deleted registry or account', 'nobody', 'the service has erased the data' ),
			),
		);
	}

	public static function offered_templates(): array {
		return array( 'privacy/summary' );
	}
}
