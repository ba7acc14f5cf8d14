<?php
declare( strict_types=1 );

namespace Largesse\PageCache;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\Service\Settings;
use Largesse\Setting;
use Largesse\SettingsSection;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'largesse_page_changed', array( Purger::class, 'mark' ) ),
			new Hook( 'largesse_all_pages_changed', array( Purger::class, 'mark_all' ) ),
			// Runs while the page still has its old address. A page loses this address when it moves or becomes
			// private.
			new Hook( 'pre_post_update', array( Purger::class, 'mark' ) ),
			new Hook( 'before_delete_post', array( Purger::class, 'mark' ) ),
			// Runs when the page has its new address.
			new Hook( 'clean_post_cache', array( Purger::class, 'mark_saved' ) ),
			new Hook( 'added_post_meta', array( Purger::class, 'mark_after_meta' ) ),
			new Hook( 'added_option', array( Purger::class, 'mark_after_option' ) ),
			new Hook( 'updated_post_meta', array( Purger::class, 'mark_after_meta' ) ),
			new Hook( 'updated_option', array( Purger::class, 'mark_after_option' ) ),
			new Hook( 'deleted_post_meta', array( Purger::class, 'mark_after_meta' ) ),
			new Hook( 'deleted_option', array( Purger::class, 'mark_after_option' ) ),
			new Hook( 'switch_theme', array( Purger::class, 'mark_all' ) ),
			new Hook( 'customize_save_after', array( Purger::class, 'mark_all' ) ),
			new Hook( 'upgrader_process_complete', array( Purger::class, 'mark_all' ) ),
			// Runs after redirects, and after plugins that replace the page.
			new Hook( 'template_redirect', array( CacheablePage::class, 'start_buffer' ), PHP_INT_MAX, when: 'has_header ' . CacheablePage::REQUEST_HEADER ),
		);
	}

	public static function settings(): array {
		$fields = array(
			new Setting(
				Settings::PAGES_URL,
				__( 'Address for purging pages', 'largesse' ),
				__( 'Address of the gateway, for example http://127.0.0.1:8082. This site tells the gateway when a page has changed. Separate several addresses with spaces. Leave the field empty if you have no gateway.', 'largesse' )
			),
			new Setting(
				Settings::PAGES_KEY,
				__( 'Key for purging pages', 'largesse' ),
				__( 'The key in pages-keys.conf of the gateway.', 'largesse' ),
				removal: __( 'Remove the stored key for purging pages', 'largesse' )
			),
		);
		return array(
			new SettingsSection(
				'largesse_gateway',
				$fields,
				__( 'Pages for many guests', 'largesse' ),
				__( 'A gateway in front of this site can cache pages of public registries for some seconds, so that thousands of guests can come at once. This site tells it to purge a page when the page has changed.', 'largesse' ),
				is_rare: true
			),
		);
	}

	public static function checks(): array {
		return array( 'pages' => PagesCheck::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			transients: array(
				GatewayClient::SILENT => new DataNote( 'pause after a gateway that did not answer' ),
			),
		);
	}
}
