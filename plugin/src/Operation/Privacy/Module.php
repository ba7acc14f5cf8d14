<?php
declare( strict_types=1 );

namespace Largesse\Operation\Privacy;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\Setting;
use Largesse\SettingsSection;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'deleted_user', array( Retention::class, 'schedule_for_user' ) ),
			new Hook( 'wpmu_delete_user', array( Retention::class, 'schedule_for_network_user' ) ),
			new Hook( 'deleted_post', array( Retention::class, 'schedule_for_registry' ) ),
			new Hook( Retention::AFTER_DELETION, array( Retention::class, 'erase_deleted' ) ),
			// The hook 'rest_pre_insert_user' would have no effect, because WordPress ignores its errors.
			new Hook( 'rest_request_before_callbacks', array( EmailProtection::class, 'refuse_change' ), when: 'is_signed_in' ),
			// Runs after all other plugins, because they may change the data to be stored.
			new Hook( 'user_profile_update_errors', array( EmailProtection::class, 'refuse_unconfirmed' ), PHP_INT_MAX ),
			new Hook( 'rest_user_query', array( OwnerPrivacy::class, 'exclude_registries' ) ),
			new Hook( 'wp_sitemaps_users_query_args', array( OwnerPrivacy::class, 'exclude_registries' ) ),
			new Hook( 'get_usernumposts', array( OwnerPrivacy::class, 'count_without_registries' ) ),
			// Runs before WordPress redirects ?author=ID to an address with the login name (priority 10).
			new Hook( 'template_redirect', array( OwnerPrivacy::class, 'close_archive' ), 1, when: 'is_author_page' ),
			new Hook( 'author_link', array( OwnerPrivacy::class, 'replace_archive_link' ) ),
			new Hook( 'the_author', array( OwnerPrivacy::class, 'current_name' ) ),
			new Hook( 'get_the_author_display_name', array( OwnerPrivacy::class, 'public_name' ) ),
			new Hook( 'oembed_response_data', array( OwnerPrivacy::class, 'hide_owner_in_embed' ) ),
			new Hook( 'wp_privacy_personal_data_exporters', array( PrivacyTools::class, 'add_exporters' ), when: 'is_without_theme' ),
			new Hook( 'wp_privacy_personal_data_erasers', array( PrivacyTools::class, 'add_erasers' ), when: 'is_without_theme' ),
			new Hook( 'admin_init', array( PrivacyTools::class, 'suggest_policy' ), when: array( 'is_screen options-privacy.php privacy-policy-guide.php post.php', 'has_reviewed_policy' ) ),
			new Hook( 'delete_user', array( PrivacyTools::class, 'forget_user' ) ),
			new Hook( 'remove_user_from_blog', array( PrivacyTools::class, 'forget_user' ) ),
			new Hook( Retention::HOOK, array( PrivacyTools::class, 'delete_expired' ) ),
			new Hook( Retention::HOOK, array( Retention::class, 'run' ) ),
		);
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
			events: array( Retention::HOOK => 'hourly' ),
			events_kept: array(
				Retention::AFTER_DELETION => new DataNote( 'an erasure that waits for the service: the id of a deleted registry or account', 'nobody', 'the service has erased the data' ),
			),
		);
	}

	public static function offered_templates(): array {
		return array( 'privacy/summary' );
	}
}
