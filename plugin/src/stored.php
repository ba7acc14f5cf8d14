<?php
// Generated from the modules by `npm run modules`. Change the modules instead of this file.
return array(
	'events' => array(
		'largesse_reveals',
		'largesse_shared_surprise',
		'largesse_send_mails',
		'largesse_find_mails',
		'largesse_erase_old',
		'largesse_erase_givers',
		'largesse_thumbnails',
		'largesse_unused_pictures',
		'largesse_daily_news',
		'largesse_suggestions',
		'largesse_show_hidden',
		'largesse_remember_gifts',
		'largesse_daily_reminders',
	),
	'plugin' => array(
		'options' => array( 'registry_api_base_url', 'registry_api_gateway_key', 'registry_api_username', 'largesse_connected_site', 'registry_api_app_password', 'registry_api_site_key', 'largesse_event_origin', 'largesse_giver_names', 'largesse_gifts_per_address', 'largesse_gifts_per_registry', 'largesse_addresses_kept_days', 'largesse_names_kept_months', 'largesse_hide_toolbar', 'largesse_my_registries_page', 'largesse_event_log_since', 'largesse_close_author_pages', 'largesse_retention', 'largesse_currency', 'largesse_purpose', 'largesse_features', 'largesse_update_notice', 'largesse_data_version', 'largesse_remove_all_data', 'largesse_failed_templates', 'largesse_setup', 'largesse_shops_see_no_guests', 'largesse_unshown_pictures', 'largesse_pictures_at', 'largesse_search_names' ),
		'site_transients' => array( 'largesse_release_plugin', 'largesse_release_theme' ),
		'post_meta' => array( '_largesse_creation', '_largesse_edits', '_largesse_sample' ),
		'user_meta' => array( 'edit_registry_per_page', 'manageedit-registrycolumnshidden', 'closedpostboxes_registry', 'metaboxhidden_registry', 'meta-box-order_registry', 'screen_layout_registry' ),
		'records' => array( 'lock', 'limit', 'gift_entrance', 'sign_up', 'mail_failures', 'first_mail', 'mail', 'event_log', 'changed_registry', 'api_key' ),
		'folders' => array( 'thumbnails', 'shared' ),
	),
	'members' => array(
		'options' => array(),
		'site_transients' => array(),
		'post_meta' => array( '_largesse_removed_wishes', 'registry_item_ids', 'registry_invitees', 'registry_owners', 'registry_keepers', '_largesse_proposed_owners', '_largesse_proposed_keepers', 'registry_headings', 'registry_most_wanted', 'registry_event_type', 'registry_event_date', 'registry_surprise', 'registry_reveal_date', 'registry_cover', '_largesse_past', '_largesse_reveal', '_largesse_reveal_told', '_largesse_names', '_largesse_found_by', '_largesse_no_ideas', '_largesse_suggestions', '_largesse_circle', '_largesse_no_questions' ),
		'user_meta' => array( '_largesse_unconfirmed' ),
		'records' => array( 'former_recipient', 'family_link', 'link_epoch', 'opened_list', 'invitations', 'no_mails_key', 'no_mails', 'follower', 'about', 'delivery_address', 'suggestions', 'unlisted', 'circle', 'question', 'giver_link', 'remembered', 'reminders', 'draws' ),
		'folders' => array( 'pictures' ),
	),
);
