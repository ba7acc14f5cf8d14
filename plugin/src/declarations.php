<?php
// Generated from the modules by `npm run modules`. Change the modules instead of this file.
return array(
	'' => array(
		'hooks' => array(
			array( '', array(
				'activate_{plugin}' => array( 10 => array( 'Largesse\\Records\\Records::create_table' => array( 'function' => array( 'Largesse\\Records\\Records', 'create_table' ), 'accepted_args' => 1 ), 'Largesse\\Registry\\RegistryPostType::activate' => array( 'function' => array( 'Largesse\\Registry\\RegistryPostType', 'activate' ), 'accepted_args' => 1 ), 'Largesse\\Owners\\PageSetup::create_on_activation' => array( 'function' => array( 'Largesse\\Owners\\PageSetup', 'create_on_activation' ), 'accepted_args' => 1 ) ) ),
				'wpmu_drop_tables' => array( 10 => array( 'Largesse\\Records\\Records::drop_with_site' => array( 'function' => array( 'Largesse\\Records\\Records', 'drop_with_site' ), 'accepted_args' => 2 ) ) ),
				'largesse_registry_deleted' => array( 10 => array( 'Largesse\\Records\\Records::delete_of_registry' => array( 'function' => array( 'Largesse\\Records\\Records', 'delete_of_registry' ), 'accepted_args' => 1 ) ) ),
				'delete_user' => array( 10 => array( 'Largesse\\Callbacks::Registry_PeopleLists_remove_user' => array( 'function' => array( 'Largesse\\Callbacks', 'Registry_PeopleLists_remove_user' ), 'accepted_args' => 3 ), 'Largesse\\Privacy\\PrivacyTools::forget_user' => array( 'function' => array( 'Largesse\\Privacy\\PrivacyTools', 'forget_user' ), 'accepted_args' => 1 ) ), 30 => array( 'Largesse\\Records\\Records::delete_of_user' => array( 'function' => array( 'Largesse\\Records\\Records', 'delete_of_user' ), 'accepted_args' => 1 ) ) ),
				'remove_user_from_blog' => array( 10 => array( 'Largesse\\Callbacks::Registry_PeopleLists_remove_member' => array( 'function' => array( 'Largesse\\Callbacks', 'Registry_PeopleLists_remove_member' ), 'accepted_args' => 1 ), 'Largesse\\Privacy\\PrivacyTools::forget_user' => array( 'function' => array( 'Largesse\\Privacy\\PrivacyTools', 'forget_user' ), 'accepted_args' => 1 ) ), 30 => array( 'Largesse\\Records\\Records::delete_of_user' => array( 'function' => array( 'Largesse\\Records\\Records', 'delete_of_user' ), 'accepted_args' => 1 ) ) ),
				'rest_pre_dispatch' => array( array( 'Largesse\\Http\\Routes::register_for_request' => array( 'function' => array( 'Largesse\\Http\\Routes', 'register_for_request' ), 'accepted_args' => 3 ) ) ),
				'rest_post_dispatch' => array( 10 => array( 'Largesse\\Http\\Routes::disable_caching' => array( 'function' => array( 'Largesse\\Http\\Routes', 'disable_caching' ), 'accepted_args' => 3 ), 'Largesse\\Registry\\RestReads::add_headers' => array( 'function' => array( 'Largesse\\Registry\\RestReads', 'add_headers' ), 'accepted_args' => 3 ), 'Largesse\\Callbacks::Accounts_AddressConfirmation_add_service_header' => array( 'function' => array( 'Largesse\\Callbacks', 'Accounts_AddressConfirmation_add_service_header' ), 'accepted_args' => 3 ) ) ),
				'delete_expired_transients' => array( 10 => array( 'Largesse\\Http\\RateLimit::delete_expired' => array( 'function' => array( 'Largesse\\Http\\RateLimit', 'delete_expired' ), 'accepted_args' => 1 ), 'Largesse\\Invitations\\GiftEntrance::delete_expired' => array( 'function' => array( 'Largesse\\Invitations\\GiftEntrance', 'delete_expired' ), 'accepted_args' => 1 ) ) ),
				'init' => array( 1 => array( 'Largesse\\Plugin::load_translations' => array( 'function' => array( 'Largesse\\Plugin', 'load_translations' ), 'accepted_args' => 1 ) ), 10 => array( 'Largesse\\Registry\\RegistryPostType::register_post_type' => array( 'function' => array( 'Largesse\\Registry\\RegistryPostType', 'register_post_type' ), 'accepted_args' => 1 ), 'Largesse\\Registry\\RegistryMeta::register_shown' => array( 'function' => array( 'Largesse\\Registry\\RegistryMeta', 'register_shown' ), 'accepted_args' => 1 ) ) ),
				'profile_update' => array( 5 => array( 'Largesse\\Callbacks::Registry_PeopleLists_update_address' => array( 'function' => array( 'Largesse\\Callbacks', 'Registry_PeopleLists_update_address' ), 'accepted_args' => 2 ) ), 10 => array( 'Largesse\\Accounts\\AddressConfirmation::mark_changed_address' => array( 'function' => array( 'Largesse\\Accounts\\AddressConfirmation', 'mark_changed_address' ), 'accepted_args' => 2 ) ) ),
				'before_delete_post' => array( 10 => array( 'Largesse\\Callbacks::Registry_DeletedRegistries_record' => array( 'function' => array( 'Largesse\\Callbacks', 'Registry_DeletedRegistries_record' ), 'accepted_args' => 2 ), 'Largesse\\Callbacks::Giving_AffectedGivers_queue_deletion' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_AffectedGivers_queue_deletion' ), 'accepted_args' => 2 ) ) ),
				'rest_delete_registry' => array( 10 => array( 'Largesse\\Callbacks::Registry_DeletedRegistries_leave_to_service' => array( 'function' => array( 'Largesse\\Callbacks', 'Registry_DeletedRegistries_leave_to_service' ), 'accepted_args' => 1 ) ) ),
				'rest_request_before_callbacks' => array( 10 => array( 'Largesse\\Callbacks::Registry_Capabilities_limit_rest' => array( 'function' => array( 'Largesse\\Callbacks', 'Registry_Capabilities_limit_rest' ), 'accepted_args' => 3 ), 'Largesse\\Callbacks::Privacy_EmailProtection_refuse_change' => array( 'function' => array( 'Largesse\\Callbacks', 'Privacy_EmailProtection_refuse_change' ), 'accepted_args' => 3 ) ) ),
				'post_search_columns' => array( 10 => array( 'Largesse\\Registry\\Capabilities::limit_search' => array( 'function' => array( 'Largesse\\Registry\\Capabilities', 'limit_search' ), 'accepted_args' => 1 ) ) ),
				'post_password_required' => array( 10 => array( 'Largesse\\Callbacks::Registry_Capabilities_skip_password' => array( 'function' => array( 'Largesse\\Callbacks', 'Registry_Capabilities_skip_password' ), 'accepted_args' => 2 ) ) ),
				'rest_api_init' => array( 10 => array( 'Largesse\\Registry\\RegistryMeta::register_others' => array( 'function' => array( 'Largesse\\Registry\\RegistryMeta', 'register_others' ), 'accepted_args' => 1 ) ) ),
				'default_post_metadata' => array( 10 => array( 'Largesse\\Registry\\RegistryMeta::add_default' => array( 'function' => array( 'Largesse\\Registry\\RegistryMeta', 'add_default' ), 'accepted_args' => 4 ) ) ),
				'private_title_format' => array( 10 => array( 'Largesse\\Registry\\RegistryPostType::title_format' => array( 'function' => array( 'Largesse\\Registry\\RegistryPostType', 'title_format' ), 'accepted_args' => 2 ) ) ),
				'protected_title_format' => array( 10 => array( 'Largesse\\Registry\\RegistryPostType::title_format' => array( 'function' => array( 'Largesse\\Registry\\RegistryPostType', 'title_format' ), 'accepted_args' => 2 ) ) ),
				'the_title' => array( 10 => array( 'Largesse\\Registry\\RegistryPostType::keep_zero' => array( 'function' => array( 'Largesse\\Registry\\RegistryPostType', 'keep_zero' ), 'accepted_args' => 2 ) ) ),
				'single_post_title' => array( 10 => array( 'Largesse\\Registry\\RegistryPostType::keep_zero' => array( 'function' => array( 'Largesse\\Registry\\RegistryPostType', 'keep_zero' ), 'accepted_args' => 2 ) ) ),
				'pre_wp_unique_post_slug' => array( 10 => array( 'Largesse\\Registry\\RegistryPostType::replace_zero_slug' => array( 'function' => array( 'Largesse\\Registry\\RegistryPostType', 'replace_zero_slug' ), 'accepted_args' => 5 ) ) ),
				'redirect_canonical' => array( 10 => array( 'Largesse\\Registry\\RegistryPostType::stay_on_front_page' => array( 'function' => array( 'Largesse\\Registry\\RegistryPostType', 'stay_on_front_page' ), 'accepted_args' => 1 ) ) ),
				'old_slug_redirect_post_id' => array( 10 => array( 'Largesse\\Registry\\RegistryPostType::hide_moved' => array( 'function' => array( 'Largesse\\Registry\\RegistryPostType', 'hide_moved' ), 'accepted_args' => 1 ) ) ),
				'do_parse_request' => array( 10 => array( 'Largesse\\Registry\\RegistryPostType::repair_rewrite_rules' => array( 'function' => array( 'Largesse\\Registry\\RegistryPostType', 'repair_rewrite_rules' ), 'accepted_args' => 1 ) ) ),
				'rest_registry_collection_params' => array( 10 => array( 'Largesse\\Registry\\RestReads::add_role' => array( 'function' => array( 'Largesse\\Registry\\RestReads', 'add_role' ), 'accepted_args' => 1 ) ) ),
				'rest_registry_query' => array( 10 => array( 'Largesse\\Registry\\RestReads::limit' => array( 'function' => array( 'Largesse\\Registry\\RestReads', 'limit' ), 'accepted_args' => 2 ) ) ),
				'rest_prepare_registry' => array( 10 => array( 'Largesse\\Registry\\RestReads::prepare' => array( 'function' => array( 'Largesse\\Registry\\RestReads', 'prepare' ), 'accepted_args' => 3 ) ) ),
				'rest_request_after_callbacks' => array( 10 => array( 'Largesse\\Registry\\RestReads::hide_unshared' => array( 'function' => array( 'Largesse\\Registry\\RestReads', 'hide_unshared' ), 'accepted_args' => 3 ) ) ),
				'rest_pre_insert_registry' => array( 5 => array( 'Largesse\\Helpers\\CoOwnersLimits::refuse' => array( 'function' => array( 'Largesse\\Helpers\\CoOwnersLimits', 'refuse' ), 'accepted_args' => 2 ) ), 10 => array( 'Largesse\\Callbacks::Registry_RestWrites_check' => array( 'function' => array( 'Largesse\\Callbacks', 'Registry_RestWrites_check' ), 'accepted_args' => 2 ) ), 20 => array( 'Largesse\\Callbacks::Registry_RestWrites_write_lists' => array( 'function' => array( 'Largesse\\Callbacks', 'Registry_RestWrites_write_lists' ), 'accepted_args' => 2 ) ) ),
				'rest_after_insert_registry' => array( 10 => array( 'Largesse\\Callbacks::Registry_RestWrites_propose' => array( 'function' => array( 'Largesse\\Callbacks', 'Registry_RestWrites_propose' ), 'accepted_args' => 2 ) ) ),
				'transition_post_status' => array( 10 => array( 'Largesse\\Registry\\Changes::follow_status' => array( 'function' => array( 'Largesse\\Registry\\Changes', 'follow_status' ), 'accepted_args' => 3 ) ) ),
				'deleted_post' => array( 10 => array( 'Largesse\\Registry\\Changes::follow_deletion' => array( 'function' => array( 'Largesse\\Registry\\Changes', 'follow_deletion' ), 'accepted_args' => 2 ), 'Largesse\\Callbacks::Privacy_Retention_schedule_for_registry' => array( 'function' => array( 'Largesse\\Callbacks', 'Privacy_Retention_schedule_for_registry' ), 'accepted_args' => 2 ) ) ),
				'user_register' => array( 10 => array( 'Largesse\\Accounts\\AddressConfirmation::mark_new_account' => array( 'function' => array( 'Largesse\\Accounts\\AddressConfirmation', 'mark_new_account' ), 'accepted_args' => 1 ) ) ),
				'password_reset' => array( 10 => array( 'Largesse\\Accounts\\AddressConfirmation::confirm_after_reset' => array( 'function' => array( 'Largesse\\Accounts\\AddressConfirmation', 'confirm_after_reset' ), 'accepted_args' => 1 ) ) ),
				'wpmu_activate_user' => array( 10 => array( 'Largesse\\Accounts\\AddressConfirmation::confirm_after_activation' => array( 'function' => array( 'Largesse\\Accounts\\AddressConfirmation', 'confirm_after_activation' ), 'accepted_args' => 2 ) ) ),
				'wpmu_activate_blog' => array( 10 => array( 'Largesse\\Accounts\\AddressConfirmation::confirm_after_activation' => array( 'function' => array( 'Largesse\\Accounts\\AddressConfirmation', 'confirm_after_activation' ), 'accepted_args' => 2 ) ) ),
				'largesse_may_publish' => array( 10 => array( 'Largesse\\Accounts\\AddressConfirmation::may_publish' => array( 'function' => array( 'Largesse\\Accounts\\AddressConfirmation', 'may_publish' ), 'accepted_args' => 2 ) ) ),
				'register_url' => array( 10 => array( 'Largesse\\Accounts\\ReturnAddress::replace_registration_link' => array( 'function' => array( 'Largesse\\Accounts\\ReturnAddress', 'replace_registration_link' ), 'accepted_args' => 1 ) ) ),
				'enqueue_block_assets' => array( 11 => array( 'Largesse\\Blocks\\Blocks::remove_unused_styles' => array( 'function' => array( 'Largesse\\Blocks\\Blocks', 'remove_unused_styles' ), 'accepted_args' => 1 ) ) ),
				'template_redirect' => array( 0 => array( 'Largesse\\Callbacks::Guests_VisitorLanguage_choose' => array( 'function' => array( 'Largesse\\Callbacks', 'Guests_VisitorLanguage_choose' ), 'accepted_args' => 1 ) ), 10 => array( 'Largesse\\Callbacks::Guests_LoginHint_prepare' => array( 'function' => array( 'Largesse\\Callbacks', 'Guests_LoginHint_prepare' ), 'accepted_args' => 1 ), 'Largesse\\Callbacks::Invitations_GuestAccess_record_member_visit' => array( 'function' => array( 'Largesse\\Callbacks', 'Invitations_GuestAccess_record_member_visit' ), 'accepted_args' => 1 ), 'Largesse\\Callbacks::Owners_PageSetup_prepare' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_PageSetup_prepare' ), 'accepted_args' => 1 ) ) ),
				'the_content' => array( PHP_INT_MIN => array( 'Largesse\\Guests\\RegistryContent::replace_story' => array( 'function' => array( 'Largesse\\Guests\\RegistryContent', 'replace_story' ), 'accepted_args' => 1 ) ), PHP_INT_MAX => array( 'Largesse\\Guests\\RegistryContent::insert_story' => array( 'function' => array( 'Largesse\\Guests\\RegistryContent', 'insert_story' ), 'accepted_args' => 1 ) ) ),
				'get_the_excerpt' => array( PHP_INT_MIN => array( 'Largesse\\Guests\\RegistryContent::begin_excerpt' => array( 'function' => array( 'Largesse\\Guests\\RegistryContent', 'begin_excerpt' ), 'accepted_args' => 2 ) ), PHP_INT_MAX => array( 'Largesse\\Guests\\RegistryContent::end_excerpt' => array( 'function' => array( 'Largesse\\Guests\\RegistryContent', 'end_excerpt' ), 'accepted_args' => 1 ) ) ),
				'render_block_core/post-title' => array( 10 => array( 'Largesse\\Guests\\RegistryContent::add_occasion' => array( 'function' => array( 'Largesse\\Guests\\RegistryContent', 'add_occasion' ), 'accepted_args' => 3 ) ) ),
				'embed_cache_oembed_types' => array( 10 => array( 'Largesse\\Guests\\RegistryContent::disable_embeds' => array( 'function' => array( 'Largesse\\Guests\\RegistryContent', 'disable_embeds' ), 'accepted_args' => 1 ) ) ),
				'single_template_hierarchy' => array( 10 => array( 'Largesse\\Guests\\RegistryContent::prefer_page_template' => array( 'function' => array( 'Largesse\\Guests\\RegistryContent', 'prefer_page_template' ), 'accepted_args' => 1 ) ) ),
				'updated_post_meta' => array( 10 => array( 'Largesse\\Invitations\\InvitationStates::delete_outdated' => array( 'function' => array( 'Largesse\\Invitations\\InvitationStates', 'delete_outdated' ), 'accepted_args' => 3 ), 'Largesse\\Callbacks::Giving_RevealScheduler_reset_state' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_RevealScheduler_reset_state' ), 'accepted_args' => 3 ), 'Largesse\\Callbacks::Owners_RecentEdits_store_after_meta' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_RecentEdits_store_after_meta' ), 'accepted_args' => 3 ) ) ),
				'deleted_post_meta' => array( 10 => array( 'Largesse\\Invitations\\InvitationStates::delete_outdated' => array( 'function' => array( 'Largesse\\Invitations\\InvitationStates', 'delete_outdated' ), 'accepted_args' => 3 ), 'Largesse\\Callbacks::Giving_RevealScheduler_reset_state' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_RevealScheduler_reset_state' ), 'accepted_args' => 3 ) ) ),
				'largesse_gift_made' => array( 10 => array( 'Largesse\\Invitations\\GiftEntrance::remember' => array( 'function' => array( 'Largesse\\Invitations\\GiftEntrance', 'remember' ), 'accepted_args' => 4 ), 'Largesse\\Callbacks::Giving_GiftMailSender_queue_gift_mail' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_GiftMailSender_queue_gift_mail' ), 'accepted_args' => 5 ) ) ),
				'largesse_gift_unanswered' => array( 10 => array( 'Largesse\\Invitations\\GiftEntrance::remember' => array( 'function' => array( 'Largesse\\Invitations\\GiftEntrance', 'remember' ), 'accepted_args' => 4 ), 'Largesse\\Callbacks::Giving_GiftMailSender_queue_gift_mail' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_GiftMailSender_queue_gift_mail' ), 'accepted_args' => 5 ) ) ),
				'largesse_gift_given_back' => array( 10 => array( 'Largesse\\Invitations\\GiftEntrance::forget' => array( 'function' => array( 'Largesse\\Invitations\\GiftEntrance', 'forget' ), 'accepted_args' => 1 ) ) ),
				'largesse_gift_page' => array( 10 => array( 'Largesse\\Invitations\\GiftEntrance::open' => array( 'function' => array( 'Largesse\\Invitations\\GiftEntrance', 'open' ), 'accepted_args' => 2 ) ) ),
				'largesse_giver_knows_owner' => array( 10 => array( 'Largesse\\Invitations\\GiftEntrance::is_known' => array( 'function' => array( 'Largesse\\Invitations\\GiftEntrance', 'is_known' ), 'accepted_args' => 2 ) ) ),
				'largesse_owner_page_state' => array( 10 => array( 'Largesse\\Invitations\\InviteeRoutes::add_to_state' => array( 'function' => array( 'Largesse\\Invitations\\InviteeRoutes', 'add_to_state' ), 'accepted_args' => 3 ) ) ),
				'largesse_mail_given_up' => array( 10 => array( 'Largesse\\Invitations\\Invitations::record_given_up' => array( 'function' => array( 'Largesse\\Invitations\\Invitations', 'record_given_up' ), 'accepted_args' => 1 ) ) ),
				'largesse_uninvited' => array( 10 => array( 'Largesse\\Callbacks::Invitations_Invitations_remove' => array( 'function' => array( 'Largesse\\Callbacks', 'Invitations_Invitations_remove' ), 'accepted_args' => 2 ) ) ),
				'largesse_wish_removed' => array( 10 => array( 'Largesse\\Callbacks::Giving_AffectedGivers_queue_removal' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_AffectedGivers_queue_removal' ), 'accepted_args' => 3 ) ) ),
				'largesse_gift_set_free' => array( 10 => array( 'Largesse\\Callbacks::Giving_GiftMailSender_queue_release_mail' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_GiftMailSender_queue_release_mail' ), 'accepted_args' => 4 ) ) ),
				'largesse_gift_revealed' => array( 10 => array( 'Largesse\\Callbacks::Giving_RevealMailSender_queue' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_RevealMailSender_queue' ), 'accepted_args' => 1 ) ) ),
				'wp_login' => array( 10 => array( 'Largesse\\Giving\\GiftCookies::forget_at_sign_in' => array( 'function' => array( 'Largesse\\Giving\\GiftCookies', 'forget_at_sign_in' ), 'accepted_args' => 2 ) ) ),
				'largesse_reveals' => array( 10 => array( 'Largesse\\Callbacks::Giving_RevealScheduler_reveal_due' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_RevealScheduler_reveal_due' ), 'accepted_args' => 1 ) ) ),
				'largesse_before_items_read' => array( 10 => array( 'Largesse\\Callbacks::Giving_RevealScheduler_reveal_before_read' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_RevealScheduler_reveal_before_read' ), 'accepted_args' => 1 ) ) ),
				'added_post_meta' => array( 10 => array( 'Largesse\\Callbacks::Giving_RevealScheduler_reset_state' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_RevealScheduler_reset_state' ), 'accepted_args' => 3 ), 'Largesse\\Callbacks::Owners_RecentEdits_store_after_meta' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_RecentEdits_store_after_meta' ), 'accepted_args' => 3 ) ) ),
				'largesse_shared_surprise' => array( 10 => array( 'Largesse\\Callbacks::Giving_RevealScheduler_inform' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_RevealScheduler_inform' ), 'accepted_args' => 1 ) ) ),
				'largesse_send_mails' => array( 5 => array( 'Largesse\\Callbacks::EventLog_LogFollower_follow' => array( 'function' => array( 'Largesse\\Callbacks', 'EventLog_LogFollower_follow' ), 'accepted_args' => 1 ) ), 10 => array( 'Largesse\\Callbacks::Mail_Queue_work' => array( 'function' => array( 'Largesse\\Callbacks', 'Mail_Queue_work' ), 'accepted_args' => 1 ) ) ),
				'largesse_find_mails' => array( 5 => array( 'Largesse\\Callbacks::EventLog_LogFollower_follow' => array( 'function' => array( 'Largesse\\Callbacks', 'EventLog_LogFollower_follow' ), 'accepted_args' => 1 ) ), 10 => array( 'Largesse\\Callbacks::Mail_Queue_work' => array( 'function' => array( 'Largesse\\Callbacks', 'Mail_Queue_work' ), 'accepted_args' => 1 ) ) ),
				'largesse_mail' => array( PHP_INT_MAX => array( 'Largesse\\Callbacks::Mail_MailHealth_expect_gift' => array( 'function' => array( 'Largesse\\Callbacks', 'Mail_MailHealth_expect_gift' ), 'accepted_args' => 2 ) ) ),
				'wp_mail_failed' => array( 10 => array( 'Largesse\\Callbacks::Mail_MailHealth_record' => array( 'function' => array( 'Largesse\\Callbacks', 'Mail_MailHealth_record' ), 'accepted_args' => 1 ) ) ),
				'wp_mail_succeeded' => array( 10 => array( 'Largesse\\Callbacks::Mail_MailHealth_clear' => array( 'function' => array( 'Largesse\\Callbacks', 'Mail_MailHealth_clear' ), 'accepted_args' => 1 ) ) ),
				'largesse_owner_page' => array( 10 => array( 'Largesse\\Callbacks::Owners_AccountPage_choose_page' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_AccountPage_choose_page' ), 'accepted_args' => 2 ) ) ),
				'largesse_overview_sections' => array( 20 => array( 'Largesse\\Owners\\AccountPage::show_link' => array( 'function' => array( 'Largesse\\Owners\\AccountPage', 'show_link' ), 'accepted_args' => 1 ) ) ),
				'load-profile.php' => array( 10 => array( 'Largesse\\Owners\\AccountPage::replace_profile' => array( 'function' => array( 'Largesse\\Owners\\AccountPage', 'replace_profile' ), 'accepted_args' => 1 ) ) ),
				'edit_profile_url' => array( 10 => array( 'Largesse\\Callbacks::Owners_AccountPage_replace_profile_link' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_AccountPage_replace_profile_link' ), 'accepted_args' => 2 ) ) ),
				'admin_init' => array( 10 => array( 'Largesse\\Callbacks::Owners_PageSetup_create_first' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_PageSetup_create_first' ), 'accepted_args' => 1 ), 'Largesse\\Callbacks::Privacy_PrivacyTools_suggest_policy' => array( 'function' => array( 'Largesse\\Callbacks', 'Privacy_PrivacyTools_suggest_policy' ), 'accepted_args' => 1 ) ) ),
				'save_post_page' => array( 10 => array( 'Largesse\\Owners\\PageSetup::select_page_with_block' => array( 'function' => array( 'Largesse\\Owners\\PageSetup', 'select_page_with_block' ), 'accepted_args' => 2 ) ) ),
				'get_edit_post_link' => array( 10 => array( 'Largesse\\Owners\\PageSetup::link_to_editor' => array( 'function' => array( 'Largesse\\Owners\\PageSetup', 'link_to_editor' ), 'accepted_args' => 2 ) ) ),
				'post_updated' => array( 10 => array( 'Largesse\\Callbacks::Owners_RecentEdits_store_after_post' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_RecentEdits_store_after_post' ), 'accepted_args' => 2 ) ) ),
				'largesse_wish_changed' => array( 10 => array( 'Largesse\\Callbacks::Owners_RecentEdits_store_after_wish' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_RecentEdits_store_after_wish' ), 'accepted_args' => 1 ) ) ),
				'largesse_page_changed' => array( 10 => array( 'Largesse\\Owners\\RecentEdits::store_after_guests' => array( 'function' => array( 'Largesse\\Owners\\RecentEdits', 'store_after_guests' ), 'accepted_args' => 1 ) ) ),
				'wp_insert_post_data' => array( 10 => array( 'Largesse\\Helpers\\CoOwnersLimits::limit' => array( 'function' => array( 'Largesse\\Helpers\\CoOwnersLimits', 'limit' ), 'accepted_args' => 2 ) ) ),
				'largesse_proposed' => array( 10 => array( 'Largesse\\Callbacks::Helpers_ProposalMails_queue' => array( 'function' => array( 'Largesse\\Callbacks', 'Helpers_ProposalMails_queue' ), 'accepted_args' => 2 ) ) ),
				'largesse_before_overview' => array( 10 => array( 'Largesse\\Helpers\\ProposalForms::show' => array( 'function' => array( 'Largesse\\Helpers\\ProposalForms', 'show' ), 'accepted_args' => 1 ) ) ),
				'deleted_user' => array( 10 => array( 'Largesse\\Callbacks::Privacy_Retention_schedule_for_user' => array( 'function' => array( 'Largesse\\Callbacks', 'Privacy_Retention_schedule_for_user' ), 'accepted_args' => 1 ) ) ),
				'wpmu_delete_user' => array( 10 => array( 'Largesse\\Callbacks::Privacy_Retention_schedule_for_network_user' => array( 'function' => array( 'Largesse\\Callbacks', 'Privacy_Retention_schedule_for_network_user' ), 'accepted_args' => 1 ) ) ),
				'largesse_erase_givers' => array( 10 => array( 'Largesse\\Callbacks::Privacy_Retention_erase_deleted' => array( 'function' => array( 'Largesse\\Callbacks', 'Privacy_Retention_erase_deleted' ), 'accepted_args' => 2 ) ) ),
				'user_profile_update_errors' => array( PHP_INT_MAX => array( 'Largesse\\Privacy\\EmailProtection::refuse_unconfirmed' => array( 'function' => array( 'Largesse\\Privacy\\EmailProtection', 'refuse_unconfirmed' ), 'accepted_args' => 3 ) ) ),
				'rest_user_query' => array( 10 => array( 'Largesse\\Privacy\\OwnerPrivacy::exclude_registries' => array( 'function' => array( 'Largesse\\Privacy\\OwnerPrivacy', 'exclude_registries' ), 'accepted_args' => 1 ) ) ),
				'wp_sitemaps_users_query_args' => array( 10 => array( 'Largesse\\Privacy\\OwnerPrivacy::exclude_registries' => array( 'function' => array( 'Largesse\\Privacy\\OwnerPrivacy', 'exclude_registries' ), 'accepted_args' => 1 ) ) ),
				'get_usernumposts' => array( 10 => array( 'Largesse\\Privacy\\OwnerPrivacy::count_without_registries' => array( 'function' => array( 'Largesse\\Privacy\\OwnerPrivacy', 'count_without_registries' ), 'accepted_args' => 4 ) ) ),
				'author_link' => array( 10 => array( 'Largesse\\Callbacks::Privacy_OwnerPrivacy_replace_archive_link' => array( 'function' => array( 'Largesse\\Callbacks', 'Privacy_OwnerPrivacy_replace_archive_link' ), 'accepted_args' => 2 ) ) ),
				'the_author' => array( 10 => array( 'Largesse\\Callbacks::Privacy_OwnerPrivacy_current_name' => array( 'function' => array( 'Largesse\\Callbacks', 'Privacy_OwnerPrivacy_current_name' ), 'accepted_args' => 1 ) ) ),
				'get_the_author_display_name' => array( 10 => array( 'Largesse\\Callbacks::Privacy_OwnerPrivacy_public_name' => array( 'function' => array( 'Largesse\\Callbacks', 'Privacy_OwnerPrivacy_public_name' ), 'accepted_args' => 2 ) ) ),
				'oembed_response_data' => array( 10 => array( 'Largesse\\Privacy\\OwnerPrivacy::hide_owner_in_embed' => array( 'function' => array( 'Largesse\\Privacy\\OwnerPrivacy', 'hide_owner_in_embed' ), 'accepted_args' => 2 ) ) ),
				'largesse_erase_old' => array( 10 => array( 'Largesse\\Privacy\\PrivacyTools::delete_expired' => array( 'function' => array( 'Largesse\\Privacy\\PrivacyTools', 'delete_expired' ), 'accepted_args' => 1 ), 'Largesse\\Callbacks::Privacy_Retention_run' => array( 'function' => array( 'Largesse\\Callbacks', 'Privacy_Retention_run' ), 'accepted_args' => 1 ) ) ),
				'site_status_tests' => array( 10 => array( 'Largesse\\Setup\\SiteHealth::add_tests' => array( 'function' => array( 'Largesse\\Setup\\SiteHealth', 'add_tests' ), 'accepted_args' => 1 ) ) ),
				'cron_schedules' => array( 10 => array( 'Largesse\\Setup\\Cron::add_recurrence' => array( 'function' => array( 'Largesse\\Setup\\Cron', 'add_recurrence' ), 'accepted_args' => 1 ) ) ),
				'deactivate_{plugin}' => array( 10 => array( 'Largesse\\Setup\\Cron::deactivate' => array( 'function' => array( 'Largesse\\Setup\\Cron', 'deactivate' ), 'accepted_args' => 1 ) ) ),
				'plugins_api' => array( 10 => array( 'Largesse\\Callbacks::Updates_Updates_details' => array( 'function' => array( 'Largesse\\Callbacks', 'Updates_Updates_details' ), 'accepted_args' => 3 ) ) ),
				'upgrader_pre_download' => array( 10 => array( 'Largesse\\Callbacks::Updates_Updates_download' => array( 'function' => array( 'Largesse\\Callbacks', 'Updates_Updates_download' ), 'accepted_args' => 2 ) ) ),
				'pre_site_transient_update_plugins' => array( PHP_INT_MIN => array( 'Largesse\\Callbacks::Updates_Updates_add_sources' => array( 'function' => array( 'Largesse\\Callbacks', 'Updates_Updates_add_sources' ), 'accepted_args' => 1 ) ) ),
				'delete_site_transient_update_plugins' => array( 10 => array( 'Largesse\\Updates\\ReleaseSource::clear_cache' => array( 'function' => array( 'Largesse\\Updates\\ReleaseSource', 'clear_cache' ), 'accepted_args' => 1 ) ) ),
				'pre_site_transient_update_themes' => array( PHP_INT_MIN => array( 'Largesse\\Callbacks::Updates_Updates_add_sources' => array( 'function' => array( 'Largesse\\Callbacks', 'Updates_Updates_add_sources' ), 'accepted_args' => 1 ) ) ),
				'delete_site_transient_update_themes' => array( 10 => array( 'Largesse\\Updates\\ReleaseSource::clear_cache' => array( 'function' => array( 'Largesse\\Updates\\ReleaseSource', 'clear_cache' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'is_admin', array(
				'wp_ajax_parse-embed' => array( array( 'Largesse\\Registry\\Capabilities::limit_ajax' => array( 'function' => array( 'Largesse\\Registry\\Capabilities', 'limit_ajax' ), 'accepted_args' => 1 ) ) ),
				'wp_ajax_parse-media-shortcode' => array( array( 'Largesse\\Registry\\Capabilities::limit_ajax' => array( 'function' => array( 'Largesse\\Registry\\Capabilities', 'limit_ajax' ), 'accepted_args' => 1 ) ) ),
				'wp_ajax_sample-permalink' => array( array( 'Largesse\\Registry\\Capabilities::limit_sample' => array( 'function' => array( 'Largesse\\Registry\\Capabilities', 'limit_sample' ), 'accepted_args' => 1 ) ) ),
				'largesse_registry_sections' => array( 10 => array( 'Largesse\\Invitations\\InviteeView::show_section' => array( 'function' => array( 'Largesse\\Invitations\\InviteeView', 'show_section' ), 'accepted_args' => 1 ) ) ),
				'display_post_states' => array( 10 => array( 'Largesse\\Owners\\PageSetup::label_in_list' => array( 'function' => array( 'Largesse\\Owners\\PageSetup', 'label_in_list' ), 'accepted_args' => 2 ) ) ),
				'manage_registry_posts_columns' => array( 10 => array( 'Largesse\\Screens\\RegistryList::add_columns' => array( 'function' => array( 'Largesse\\Screens\\RegistryList', 'add_columns' ), 'accepted_args' => 1 ) ) ),
				'manage_registry_posts_custom_column' => array( 10 => array( 'Largesse\\Screens\\RegistryList::print_cell' => array( 'function' => array( 'Largesse\\Screens\\RegistryList', 'print_cell' ), 'accepted_args' => 2 ) ) ),
				'quick_edit_dropdown_authors_args' => array( 10 => array( 'Largesse\\Screens\\RegistryList::offer_all_members' => array( 'function' => array( 'Largesse\\Screens\\RegistryList', 'offer_all_members' ), 'accepted_args' => 1 ) ) ),
				'wp_ajax_inline-save' => array( array( 'Largesse\\Screens\\RegistryList::preserve_owner' => array( 'function' => array( 'Largesse\\Screens\\RegistryList', 'preserve_owner' ), 'accepted_args' => 1 ) ) ),
				'load-edit.php' => array( 10 => array( 'Largesse\\Screens\\RegistryList::preserve_texts' => array( 'function' => array( 'Largesse\\Screens\\RegistryList', 'preserve_texts' ), 'accepted_args' => 1 ) ) ),
				'use_block_editor_for_post_type' => array( PHP_INT_MAX => array( 'Largesse\\Screens\\RegistryScreen::disable_block_editor' => array( 'function' => array( 'Largesse\\Screens\\RegistryScreen', 'disable_block_editor' ), 'accepted_args' => 2 ) ) ),
				'load-post-new.php' => array( 10 => array( 'Largesse\\Screens\\RegistryScreen::redirect_to_form' => array( 'function' => array( 'Largesse\\Screens\\RegistryScreen', 'redirect_to_form' ), 'accepted_args' => 1 ) ) ),
				'post_row_actions' => array( 10 => array( 'Largesse\\Screens\\RegistryScreen::link_rows_to_editor' => array( 'function' => array( 'Largesse\\Screens\\RegistryScreen', 'link_rows_to_editor' ), 'accepted_args' => 2 ) ) ),
				'load-post.php' => array( 10 => array( 'Largesse\\Callbacks::Screens_RegistryScreen_prepare' => array( 'function' => array( 'Largesse\\Callbacks', 'Screens_RegistryScreen_prepare' ), 'accepted_args' => 1 ) ) ),
				'admin_menu' => array( 10 => array( 'Largesse\\Setup\\SettingsPage::add_page' => array( 'function' => array( 'Largesse\\Setup\\SettingsPage', 'add_page' ), 'accepted_args' => 1 ) ) ),
				'plugin_action_links_{plugin}' => array( 10 => array( 'Largesse\\Setup\\SettingsPage::add_link' => array( 'function' => array( 'Largesse\\Setup\\SettingsPage', 'add_link' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'is_without_theme', array(
				'init' => array( 10 => array( 'Largesse\\Registry\\RegistryMeta::register_others' => array( 'function' => array( 'Largesse\\Registry\\RegistryMeta', 'register_others' ), 'accepted_args' => 1 ) ) ),
				'wxr_export_skip_postmeta' => array( 10 => array( 'Largesse\\Registry\\RegistryMeta::skip_export' => array( 'function' => array( 'Largesse\\Registry\\RegistryMeta', 'skip_export' ), 'accepted_args' => 2 ), 'Largesse\\Owners\\RecentEdits::skip_export' => array( 'function' => array( 'Largesse\\Owners\\RecentEdits', 'skip_export' ), 'accepted_args' => 2 ) ) ),
				'wp_privacy_personal_data_exporters' => array( 10 => array( 'Largesse\\Privacy\\PrivacyTools::add_exporters' => array( 'function' => array( 'Largesse\\Privacy\\PrivacyTools', 'add_exporters' ), 'accepted_args' => 1 ) ) ),
				'wp_privacy_personal_data_erasers' => array( 10 => array( 'Largesse\\Privacy\\PrivacyTools::add_erasers' => array( 'function' => array( 'Largesse\\Privacy\\PrivacyTools', 'add_erasers' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input any', array(
				'request' => array( 10 => array( 'Largesse\\Registry\\RegistryPostType::accept_id' => array( 'function' => array( 'Largesse\\Registry\\RegistryPostType', 'accept_id' ), 'accepted_args' => 1 ) ) ),
				'login_url' => array( 10 => array( 'Largesse\\Accounts\\ReturnAddress::add_to_login_link' => array( 'function' => array( 'Largesse\\Accounts\\ReturnAddress', 'add_to_login_link' ), 'accepted_args' => 2 ) ), 20 => array( 'Largesse\\Accounts\\ReturnAddress::remove_keys' => array( 'function' => array( 'Largesse\\Accounts\\ReturnAddress', 'remove_keys' ), 'accepted_args' => 2 ) ) ),
				'logout_url' => array( 20 => array( 'Largesse\\Accounts\\ReturnAddress::remove_keys' => array( 'function' => array( 'Largesse\\Accounts\\ReturnAddress', 'remove_keys' ), 'accepted_args' => 2 ) ) ),
				'lostpassword_url' => array( 10 => array( 'Largesse\\Accounts\\ReturnAddress::add_to_reset_link' => array( 'function' => array( 'Largesse\\Accounts\\ReturnAddress', 'add_to_reset_link' ), 'accepted_args' => 2 ) ) ),
				'resetpass_form' => array( 10 => array( 'Largesse\\Accounts\\ReturnAddress::print_field' => array( 'function' => array( 'Largesse\\Accounts\\ReturnAddress', 'print_field' ), 'accepted_args' => 1 ) ) ),
				'retrieve_password_message' => array( 10 => array( 'Largesse\\Accounts\\ReturnAddress::add_to_reset_mail' => array( 'function' => array( 'Largesse\\Accounts\\ReturnAddress', 'add_to_reset_mail' ), 'accepted_args' => 1 ) ) ),
				'the_posts' => array( 10 => array( 'Largesse\\Invitations\\GuestAccess::restore_requested' => array( 'function' => array( 'Largesse\\Invitations\\GuestAccess', 'restore_requested' ), 'accepted_args' => 2 ) ) ),
				'map_meta_cap' => array( 10 => array( 'Largesse\\Invitations\\GuestAccess::grant_read' => array( 'function' => array( 'Largesse\\Invitations\\GuestAccess', 'grant_read' ), 'accepted_args' => 4 ) ) ),
				'post_password_required' => array( 10 => array( 'Largesse\\Invitations\\GuestAccess::skip_password' => array( 'function' => array( 'Largesse\\Invitations\\GuestAccess', 'skip_password' ), 'accepted_args' => 2 ) ) ),
				'plugins_loaded' => array( PHP_INT_MIN => array( 'Largesse\\Invitations\\LinkKey::extract' => array( 'function' => array( 'Largesse\\Invitations\\LinkKey', 'extract' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_header HTTP_X_LARGESSE_CREATION', array(
				'rest_dispatch_request' => array( 10 => array( 'Largesse\\Registry\\RestWrites::create_once' => array( 'function' => array( 'Largesse\\Registry\\RestWrites', 'create_once' ), 'accepted_args' => 4 ) ) ),
			) ),
			array( 'has_input largesse-sign-up', array(
				'template_redirect' => array( 2 => array( 'Largesse\\Callbacks::Accounts_SignUpPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Accounts_SignUpPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input largesse-confirm', array(
				'template_redirect' => array( 2 => array( 'Largesse\\Callbacks::Accounts_SignUpConfirmation_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Accounts_SignUpConfirmation_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( '', array(
				'init' => array( 10 => array( 'Largesse\\Blocks\\Blocks::register_blocks' => array( 'function' => array( 'Largesse\\Blocks\\Blocks', 'register_blocks' ), 'accepted_args' => 1 ), 'Largesse\\Callbacks::Owners_PageSetup_hide_toolbar' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_PageSetup_hide_toolbar' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input as', array(
				'template_redirect' => array( 1 => array( 'Largesse\\Guests\\GuestPreview::prepare' => array( 'function' => array( 'Largesse\\Guests\\GuestPreview', 'prepare' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_header HTTP_X_LARGESSE_PAGE', array(
				'template_redirect' => array( PHP_INT_MAX => array( 'Largesse\\Guests\\CacheablePage::start_buffer' => array( 'function' => array( 'Largesse\\Guests\\CacheablePage', 'start_buffer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input any', array(
				'template_redirect' => array( 1 => array( 'Largesse\\Callbacks::Invitations_RegistryLinkPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Invitations_RegistryLinkPage_answer' ), 'accepted_args' => 1 ), 'Largesse\\Giving\\GiftCookies::forget_on_page' => array( 'function' => array( 'Largesse\\Giving\\GiftCookies', 'forget_on_page' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input gift', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Giving_ShopLinks_redirect' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_ShopLinks_redirect' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input give giving', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Giving_GiftFormPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_GiftFormPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input gift-of', array(
				'template_redirect' => array( 2 => array( 'Largesse\\Callbacks::Giving_OwnGiftPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_OwnGiftPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input own-gifts', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Giving_OwnGifts_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Giving_OwnGifts_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input no-invitations', array(
				'template_redirect' => array( 2 => array( 'Largesse\\Callbacks::Mail_OptOutPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Mail_OptOutPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input largesse-account', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Owners_AccountForms_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_AccountForms_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input largesse-own-account', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Owners_AccountPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_AccountPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input largesse_gifts', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Owners_GiftsForm_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_GiftsForm_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input gifts', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Owners_GiftsPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Owners_GiftsPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'is_screen edit.php', array(
				'pre_get_posts' => array( 10 => array( 'Largesse\\Screens\\RegistryList::limit' => array( 'function' => array( 'Largesse\\Screens\\RegistryList', 'limit' ), 'accepted_args' => 1 ) ) ),
				'wp_count_posts' => array( 10 => array( 'Largesse\\Screens\\RegistryList::count' => array( 'function' => array( 'Largesse\\Screens\\RegistryList', 'count' ), 'accepted_args' => 2 ) ) ),
			) ),
			array( 'has_input largesse-proposal', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Helpers_ProposalForms_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Helpers_ProposalForms_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'is_without_theme', array(
				'init' => array( 10 => array( 'Largesse\\EventLog\\LogBeginning::store' => array( 'function' => array( 'Largesse\\EventLog\\LogBeginning', 'store' ), 'accepted_args' => 1 ), 'Largesse\\Features::store_first' => array( 'function' => array( 'Largesse\\Features', 'store_first' ), 'accepted_args' => 1 ), 'Largesse\\Upgrade::run' => array( 'function' => array( 'Largesse\\Upgrade', 'run' ), 'accepted_args' => 1 ), 'Largesse\\Setup\\Cron::schedule' => array( 'function' => array( 'Largesse\\Setup\\Cron', 'schedule' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( '', array(
				'template_redirect' => array( 1 => array( 'Largesse\\Callbacks::Privacy_OwnerPrivacy_close_archive' => array( 'function' => array( 'Largesse\\Callbacks', 'Privacy_OwnerPrivacy_close_archive' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'is_screen options.php options-general.php', array(
				'admin_init' => array( 10 => array( 'Largesse\\Callbacks::Setup_SettingsPage_register_settings' => array( 'function' => array( 'Largesse\\Callbacks', 'Setup_SettingsPage_register_settings' ), 'accepted_args' => 1 ) ) ),
			) ),
		),
	),
	'Guests' => array(
		'blocks' => array(
			'registry' => 'Largesse\\Guests\\RegistryBlock',
		),
	),
	'Invitations' => array(
		'fields' => array(
			'Largesse\\Invitations\\InviteeView' => array(),
		),
	),
	'Giving' => array(
		'fields' => array(
			'Largesse\\Giving\\SurpriseFields' => array( 'registry_surprise', 'registry_reveal_date' ),
		),
		'events' => array(
			'largesse_reveals' => 'hourly',
			'largesse_shared_surprise' => null,
		),
	),
	'Mail' => array(
		'events' => array(
			'largesse_send_mails' => null,
			'largesse_find_mails' => 'largesse_five_minutes',
		),
	),
	'Owners' => array(
		'blocks' => array(
			'my-registries' => 'Largesse\\Owners\\MyRegistriesBlock',
		),
	),
	'Helpers' => array(
		'fields' => array(
			'Largesse\\Helpers\\HelperNames' => array(),
		),
	),
	'Privacy' => array(
		'events' => array(
			'largesse_erase_old' => 'hourly',
		),
	),
	'Wishes' => array(
		'feature' => 'wishes',
		'is_standard' => true,
		'hooks' => array(
			array( 'has_input add-wish add-wish-text', array(
				'request' => array( 10 => array( 'Largesse\\Wishes\\IncomingWishes::ignore_name_parameter' => array( 'function' => array( 'Largesse\\Wishes\\IncomingWishes', 'ignore_name_parameter' ), 'accepted_args' => 1 ) ) ),
				'template_redirect' => array( 5 => array( 'Largesse\\Wishes\\IncomingWishes::redirect' => array( 'function' => array( 'Largesse\\Wishes\\IncomingWishes', 'redirect' ), 'accepted_args' => 1 ) ) ),
				'wp_head' => array( 1 => array( 'Largesse\\Wishes\\IncomingWishes::read_fragment' => array( 'function' => array( 'Largesse\\Wishes\\IncomingWishes', 'read_fragment' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input largesse-app', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Wishes\\AppManifest::answer' => array( 'function' => array( 'Largesse\\Wishes\\AppManifest', 'answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( '', array(
				'wp_head' => array( 10 => array( 'Largesse\\Callbacks::Wishes_AppManifest_show_link' => array( 'function' => array( 'Largesse\\Callbacks', 'Wishes_AppManifest_show_link' ), 'accepted_args' => 1 ) ) ),
				'largesse_sign_in_notice' => array( 10 => array( 'Largesse\\Wishes\\IncomingWishes::carry_through_login' => array( 'function' => array( 'Largesse\\Wishes\\IncomingWishes', 'carry_through_login' ), 'accepted_args' => 1 ) ) ),
				'largesse_owner_page_state' => array( 10 => array( 'Largesse\\Wishes\\IncomingWishes::add_to_state' => array( 'function' => array( 'Largesse\\Wishes\\IncomingWishes', 'add_to_state' ), 'accepted_args' => 3 ) ) ),
				'largesse_before_overview' => array( 10 => array( 'Largesse\\Wishes\\IncomingWishes::show_choice' => array( 'function' => array( 'Largesse\\Wishes\\IncomingWishes', 'show_choice' ), 'accepted_args' => 1 ) ) ),
				'largesse_after_overview' => array( 10 => array( 'Largesse\\Wishes\\IncomingWishes::show_help' => array( 'function' => array( 'Largesse\\Wishes\\IncomingWishes', 'show_help' ), 'accepted_args' => 1 ) ) ),
			) ),
		),
	),
	'Pictures' => array(
		'feature' => 'pictures',
		'is_standard' => true,
		'hooks' => array(
			array( '', array(
				'largesse_picture_address' => array( 10 => array( 'Largesse\\Pictures\\Thumbnails::address' => array( 'function' => array( 'Largesse\\Pictures\\Thumbnails', 'address' ), 'accepted_args' => 2 ) ) ),
				'largesse_registry_page_options' => array( 10 => array( 'Largesse\\Pictures\\Thumbnails::add_option' => array( 'function' => array( 'Largesse\\Pictures\\Thumbnails', 'add_option' ), 'accepted_args' => 1 ) ) ),
				'largesse_policy_on_shops' => array( 10 => array( 'Largesse\\Pictures\\Thumbnails::describe_privacy' => array( 'function' => array( 'Largesse\\Pictures\\Thumbnails', 'describe_privacy' ), 'accepted_args' => 1 ) ) ),
				'largesse_owner_page_state' => array( 10 => array( 'Largesse\\Pictures\\Uploads::add_to_state' => array( 'function' => array( 'Largesse\\Pictures\\Uploads', 'add_to_state' ), 'accepted_args' => 1 ) ) ),
				'largesse_thumbnails' => array( 10 => array( 'Largesse\\Callbacks::Pictures_Thumbnails_run' => array( 'function' => array( 'Largesse\\Callbacks', 'Pictures_Thumbnails_run' ), 'accepted_args' => 1 ) ) ),
				'largesse_wish_added' => array( 10 => array( 'Largesse\\Pictures\\Thumbnails::schedule_after_wish' => array( 'function' => array( 'Largesse\\Pictures\\Thumbnails', 'schedule_after_wish' ), 'accepted_args' => 1 ) ) ),
				'largesse_wish_changed' => array( 10 => array( 'Largesse\\Pictures\\Thumbnails::schedule_after_wish' => array( 'function' => array( 'Largesse\\Pictures\\Thumbnails', 'schedule_after_wish' ), 'accepted_args' => 1 ) ) ),
				'largesse_wish_removed' => array( 10 => array( 'Largesse\\Pictures\\Thumbnails::schedule_after_wish' => array( 'function' => array( 'Largesse\\Pictures\\Thumbnails', 'schedule_after_wish' ), 'accepted_args' => 1 ) ) ),
				'largesse_unused_pictures' => array( 10 => array( 'Largesse\\Callbacks::Pictures_UnusedPictureCleaner_run' => array( 'function' => array( 'Largesse\\Callbacks', 'Pictures_UnusedPictureCleaner_run' ), 'accepted_args' => 1 ) ) ),
				'deleted_post' => array( 10 => array( 'Largesse\\Pictures\\UnusedPictureCleaner::schedule_after_deletion' => array( 'function' => array( 'Largesse\\Pictures\\UnusedPictureCleaner', 'schedule_after_deletion' ), 'accepted_args' => 2 ) ) ),
				'update_option_largesse_shops_see_no_guests' => array( 10 => array( 'Largesse\\Pictures\\UnusedPictureCleaner::delete_old_copies' => array( 'function' => array( 'Largesse\\Pictures\\UnusedPictureCleaner', 'delete_old_copies' ), 'accepted_args' => 1 ) ) ),
			) ),
		),
		'fields' => array(
			'Largesse\\Pictures\\CoverField' => array( 'registry_cover' ),
		),
		'events' => array(
			'largesse_thumbnails' => null,
			'largesse_unused_pictures' => 'daily',
		),
	),
	'Finding' => array(
		'feature' => 'finding',
		'hooks' => array(
			array( '', array(
				'save_post_registry' => array( PHP_INT_MAX => array( 'Largesse\\Finding\\SearchText::update' => array( 'function' => array( 'Largesse\\Finding\\SearchText', 'update' ), 'accepted_args' => 1 ) ) ),
				'added_post_meta' => array( 10 => array( 'Largesse\\Finding\\SearchText::update_after_meta' => array( 'function' => array( 'Largesse\\Finding\\SearchText', 'update_after_meta' ), 'accepted_args' => 3 ) ) ),
				'updated_post_meta' => array( 10 => array( 'Largesse\\Finding\\SearchText::update_after_meta' => array( 'function' => array( 'Largesse\\Finding\\SearchText', 'update_after_meta' ), 'accepted_args' => 3 ) ) ),
				'deleted_post_meta' => array( 10 => array( 'Largesse\\Finding\\SearchText::update_after_meta' => array( 'function' => array( 'Largesse\\Finding\\SearchText', 'update_after_meta' ), 'accepted_args' => 3 ) ) ),
				'posts_search' => array( 20 => array( 'Largesse\\Callbacks::Finding_SearchPage_add_matches' => array( 'function' => array( 'Largesse\\Callbacks', 'Finding_SearchPage_add_matches' ), 'accepted_args' => 2 ) ) ),
				'posts_search_orderby' => array( 20 => array( 'Largesse\\Callbacks::Finding_SearchPage_sort_matches_first' => array( 'function' => array( 'Largesse\\Callbacks', 'Finding_SearchPage_sort_matches_first' ), 'accepted_args' => 2 ) ) ),
				'wp_sitemaps_posts_query_args' => array( 10 => array( 'Largesse\\Finding\\SearchPage::exclude_protected' => array( 'function' => array( 'Largesse\\Finding\\SearchPage', 'exclude_protected' ), 'accepted_args' => 2 ) ) ),
				'template_redirect' => array( 10 => array( 'Largesse\\Callbacks::Finding_SearchPage_prepare' => array( 'function' => array( 'Largesse\\Callbacks', 'Finding_SearchPage_prepare' ), 'accepted_args' => 1 ) ) ),
				'largesse_occasion_names' => array( 10 => array( 'Largesse\\Callbacks::Finding_SearchText_add_to_occasion' => array( 'function' => array( 'Largesse\\Callbacks', 'Finding_SearchText_add_to_occasion' ), 'accepted_args' => 2 ) ) ),
				'wp_headers' => array( 10 => array( 'Largesse\\Callbacks::Finding_SearchPage_remove_last_modified' => array( 'function' => array( 'Largesse\\Callbacks', 'Finding_SearchPage_remove_last_modified' ), 'accepted_args' => 2 ) ) ),
			) ),
			array( 'is_without_theme', array(
				'wxr_export_skip_postmeta' => array( 10 => array( 'Largesse\\Finding\\SearchText::skip_export' => array( 'function' => array( 'Largesse\\Finding\\SearchText', 'skip_export' ), 'accepted_args' => 2 ) ) ),
			) ),
		),
		'fields' => array(
			'Largesse\\Finding\\NameFields' => array( '_largesse_names' ),
		),
	),
	'Sharing' => array(
		'feature' => 'sharing',
		'is_standard' => true,
		'hooks' => array(
			array( '', array(
				'wp_head' => array( 5 => array( 'Largesse\\Callbacks::Sharing_HeadTags_show' => array( 'function' => array( 'Largesse\\Callbacks', 'Sharing_HeadTags_show' ), 'accepted_args' => 1 ) ) ),
				'clean_post_cache' => array( 10 => array( 'Largesse\\Sharing\\SharedPicture::delete_outdated' => array( 'function' => array( 'Largesse\\Sharing\\SharedPicture', 'delete_outdated' ), 'accepted_args' => 2 ) ) ),
				'added_post_meta' => array( 10 => array( 'Largesse\\Sharing\\SharedPicture::delete_after_meta' => array( 'function' => array( 'Largesse\\Sharing\\SharedPicture', 'delete_after_meta' ), 'accepted_args' => 3 ) ) ),
				'updated_post_meta' => array( 10 => array( 'Largesse\\Sharing\\SharedPicture::delete_after_meta' => array( 'function' => array( 'Largesse\\Sharing\\SharedPicture', 'delete_after_meta' ), 'accepted_args' => 3 ) ) ),
				'deleted_post_meta' => array( 10 => array( 'Largesse\\Sharing\\SharedPicture::delete_after_meta' => array( 'function' => array( 'Largesse\\Sharing\\SharedPicture', 'delete_after_meta' ), 'accepted_args' => 3 ) ) ),
			) ),
		),
	),
	'Following' => array(
		'feature' => 'following',
		'hooks' => array(
			array( '', array(
				'largesse_below_registry_header' => array( 10 => array( 'Largesse\\Following\\FollowPage::add_button' => array( 'function' => array( 'Largesse\\Following\\FollowPage', 'add_button' ), 'accepted_args' => 2 ), 'Largesse\\Following\\DayDownload::add_button' => array( 'function' => array( 'Largesse\\Following\\DayDownload', 'add_button' ), 'accepted_args' => 2 ) ) ),
				'largesse_daily_news' => array( 10 => array( 'Largesse\\Callbacks::Following_DailyNews_run' => array( 'function' => array( 'Largesse\\Callbacks', 'Following_DailyNews_run' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input wishes-feed', array(
				'template_redirect' => array( 2 => array( 'Largesse\\Callbacks::Following_Feed_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Following_Feed_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input follower', array(
				'template_redirect' => array( 2 => array( 'Largesse\\Callbacks::Following_FollowerPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Following_FollowerPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input calendar', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Following\\DayDownload::answer' => array( 'function' => array( 'Largesse\\Following\\DayDownload', 'answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input follow', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Following_FollowPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Following_FollowPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
		),
		'events' => array(
			'largesse_daily_news' => 'daily',
		),
	),
	'Sizes' => array(
		'feature' => 'sizes',
		'hooks' => array(
			array( 'has_input largesse-sizes-save', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Sizes_SizesPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Sizes_SizesPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( '', array(
				'largesse_owner_page' => array( 10 => array( 'Largesse\\Callbacks::Sizes_SizesPage_choose_page' => array( 'function' => array( 'Largesse\\Callbacks', 'Sizes_SizesPage_choose_page' ), 'accepted_args' => 2 ) ) ),
				'largesse_after_overview' => array( 10 => array( 'Largesse\\Sizes\\SizesPage::show_link' => array( 'function' => array( 'Largesse\\Sizes\\SizesPage', 'show_link' ), 'accepted_args' => 1 ) ) ),
				'largesse_after_managed_registry' => array( 10 => array( 'Largesse\\Sizes\\SizesPage::show_link_of_registry' => array( 'function' => array( 'Largesse\\Sizes\\SizesPage', 'show_link_of_registry' ), 'accepted_args' => 1 ) ) ),
				'largesse_registry_introduction' => array( 10 => array( 'Largesse\\Sizes\\RegistrySizes::add_to_page' => array( 'function' => array( 'Largesse\\Sizes\\RegistrySizes', 'add_to_page' ), 'accepted_args' => 2 ) ) ),
				'largesse_registry_file' => array( 10 => array( 'Largesse\\Sizes\\RegistrySizes::add_to_file' => array( 'function' => array( 'Largesse\\Sizes\\RegistrySizes', 'add_to_file' ), 'accepted_args' => 2 ) ) ),
				'largesse_registry_file_problems' => array( 10 => array( 'Largesse\\Sizes\\RegistrySizes::check' => array( 'function' => array( 'Largesse\\Sizes\\RegistrySizes', 'check' ), 'accepted_args' => 2 ) ) ),
				'largesse_registry_imported' => array( 10 => array( 'Largesse\\Sizes\\RegistrySizes::import' => array( 'function' => array( 'Largesse\\Sizes\\RegistrySizes', 'import' ), 'accepted_args' => 2 ) ) ),
				'largesse_registry_copied' => array( 10 => array( 'Largesse\\Sizes\\RegistrySizes::copy' => array( 'function' => array( 'Largesse\\Sizes\\RegistrySizes', 'copy' ), 'accepted_args' => 2 ) ) ),
			) ),
		),
	),
	'DeliveryAddress' => array(
		'feature' => 'delivery-address',
		'hooks' => array(
			array( 'has_input largesse-address-save', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::DeliveryAddress_AddressPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'DeliveryAddress_AddressPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( '', array(
				'largesse_owner_page' => array( 10 => array( 'Largesse\\Callbacks::DeliveryAddress_AddressPage_choose_page' => array( 'function' => array( 'Largesse\\Callbacks', 'DeliveryAddress_AddressPage_choose_page' ), 'accepted_args' => 2 ) ) ),
				'largesse_after_managed_registry' => array( 10 => array( 'Largesse\\DeliveryAddress\\AddressPage::show_link' => array( 'function' => array( 'Largesse\\DeliveryAddress\\AddressPage', 'show_link' ), 'accepted_args' => 1 ) ) ),
				'largesse_delivery_address' => array( 10 => array( 'Largesse\\DeliveryAddress\\StoredAddress::add' => array( 'function' => array( 'Largesse\\DeliveryAddress\\StoredAddress', 'add' ), 'accepted_args' => 2 ) ) ),
			) ),
		),
	),
	'Ideas' => array(
		'feature' => 'ideas',
		'hooks' => array(
			array( '', array(
				'largesse_below_registry' => array( 10 => array( 'Largesse\\Ideas\\IdeasPage::add_link' => array( 'function' => array( 'Largesse\\Ideas\\IdeasPage', 'add_link' ), 'accepted_args' => 3 ) ) ),
				'largesse_after_managed_registry' => array( 10 => array( 'Largesse\\Ideas\\IdeaSwitch::show' => array( 'function' => array( 'Largesse\\Ideas\\IdeaSwitch', 'show' ), 'accepted_args' => 1 ) ) ),
				'largesse_after_gifts' => array( 10 => array( 'Largesse\\Callbacks::Ideas_IdeasPage_show_to_recipient' => array( 'function' => array( 'Largesse\\Callbacks', 'Ideas_IdeasPage_show_to_recipient' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input largesse-ideas', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Ideas_IdeaSwitch_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Ideas_IdeaSwitch_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input ideas', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Ideas_IdeasPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Ideas_IdeasPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
		),
	),
	'Suggestions' => array(
		'feature' => 'suggestions',
		'needs' => 'wishes',
		'hooks' => array(
			array( '', array(
				'largesse_below_registry' => array( 10 => array( 'Largesse\\Suggestions\\SuggestPage::add_link' => array( 'function' => array( 'Largesse\\Suggestions\\SuggestPage', 'add_link' ), 'accepted_args' => 3 ) ) ),
				'largesse_before_managed_registry' => array( 10 => array( 'Largesse\\Callbacks::Suggestions_AnswerForms_show' => array( 'function' => array( 'Largesse\\Callbacks', 'Suggestions_AnswerForms_show' ), 'accepted_args' => 1 ) ) ),
				'largesse_overview_facts' => array( 10 => array( 'Largesse\\Suggestions\\AnswerForms::add_number' => array( 'function' => array( 'Largesse\\Suggestions\\AnswerForms', 'add_number' ), 'accepted_args' => 2 ) ) ),
				'largesse_after_managed_registry' => array( 10 => array( 'Largesse\\Suggestions\\SuggestionSwitch::show' => array( 'function' => array( 'Largesse\\Suggestions\\SuggestionSwitch', 'show' ), 'accepted_args' => 1 ) ) ),
				'largesse_gift_given_back' => array( 10 => array( 'Largesse\\Suggestions\\Answers::end_promise' => array( 'function' => array( 'Largesse\\Suggestions\\Answers', 'end_promise' ), 'accepted_args' => 2 ) ) ),
				'largesse_suggestions' => array( 10 => array( 'Largesse\\Callbacks::Suggestions_Answers_run' => array( 'function' => array( 'Largesse\\Callbacks', 'Suggestions_Answers_run' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input giving give suggest', array(
				'template_redirect' => array( 4 => array( 'Largesse\\Callbacks::Suggestions_SuggestPage_prepare_giving' => array( 'function' => array( 'Largesse\\Callbacks', 'Suggestions_SuggestPage_prepare_giving' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input suggest', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Suggestions_SuggestPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Suggestions_SuggestPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input largesse-suggestions', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Suggestions_SuggestionSwitch_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Suggestions_SuggestionSwitch_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input largesse-suggestion', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Suggestions_AnswerForms_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Suggestions_AnswerForms_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
		),
		'events' => array(
			'largesse_suggestions' => 'hourly',
		),
	),
	'Shares' => array(
		'feature' => 'shares',
		'hooks' => array(
			array( '', array(
				'largesse_below_registry' => array( 10 => array( 'Largesse\\Shares\\SharesPage::add_link' => array( 'function' => array( 'Largesse\\Shares\\SharesPage', 'add_link' ), 'accepted_args' => 3 ) ) ),
				'largesse_wish_parts' => array( 10 => array( 'Largesse\\Shares\\ShownShares::add_parts' => array( 'function' => array( 'Largesse\\Shares\\ShownShares', 'add_parts' ), 'accepted_args' => 3 ) ) ),
				'largesse_gift_made' => array( 10 => array( 'Largesse\\Callbacks::Shares_SharesPage_end_for_gift' => array( 'function' => array( 'Largesse\\Callbacks', 'Shares_SharesPage_end_for_gift' ), 'accepted_args' => 2 ) ) ),
				'largesse_event' => array( 10 => array( 'Largesse\\Callbacks::Shares_SharesPage_follow_event' => array( 'function' => array( 'Largesse\\Callbacks', 'Shares_SharesPage_follow_event' ), 'accepted_args' => 1 ) ) ),
				'largesse_after_gifts' => array( 10 => array( 'Largesse\\Callbacks::Shares_ShownShares_show' => array( 'function' => array( 'Largesse\\Callbacks', 'Shares_ShownShares_show' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input shares', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Shares_SharesPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Shares_SharesPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input my-share', array(
				'template_redirect' => array( 2 => array( 'Largesse\\Callbacks::Shares_SharePage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Shares_SharePage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
		),
		'fields' => array(
			'Largesse\\Shares\\ShownShares' => array(),
		),
	),
	'Unlisted' => array(
		'feature' => 'hidden-wishes',
		'hooks' => array(
			array( 'has_input largesse-unlisted', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Unlisted_UnlistedPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Unlisted_UnlistedPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( '', array(
				'largesse_owner_page' => array( 10 => array( 'Largesse\\Callbacks::Unlisted_UnlistedPage_choose_page' => array( 'function' => array( 'Largesse\\Callbacks', 'Unlisted_UnlistedPage_choose_page' ), 'accepted_args' => 2 ) ) ),
				'largesse_after_managed_registry' => array( 10 => array( 'Largesse\\Unlisted\\UnlistedPage::show_link' => array( 'function' => array( 'Largesse\\Unlisted\\UnlistedPage', 'show_link' ), 'accepted_args' => 1 ) ) ),
				'largesse_owner_page_state' => array( 10 => array( 'Largesse\\Unlisted\\UnlistedPage::add_to_state' => array( 'function' => array( 'Largesse\\Unlisted\\UnlistedPage', 'add_to_state' ), 'accepted_args' => 3 ) ) ),
				'largesse_wish_added' => array( 10 => array( 'Largesse\\Unlisted\\WishMover::forget_listed' => array( 'function' => array( 'Largesse\\Unlisted\\WishMover', 'forget_listed' ), 'accepted_args' => 2 ) ) ),
				'largesse_show_hidden' => array( 10 => array( 'Largesse\\Callbacks::Unlisted_WishMover_show_due' => array( 'function' => array( 'Largesse\\Callbacks', 'Unlisted_WishMover_show_due' ), 'accepted_args' => 1 ) ) ),
				'largesse_received_gifts' => array( 10 => array( 'Largesse\\Unlisted\\UnlistedInFeatures::add_to_gifts' => array( 'function' => array( 'Largesse\\Unlisted\\UnlistedInFeatures', 'add_to_gifts' ), 'accepted_args' => 2 ) ) ),
				'largesse_received_gifts_thanked' => array( 10 => array( 'Largesse\\Unlisted\\UnlistedInFeatures::thank' => array( 'function' => array( 'Largesse\\Unlisted\\UnlistedInFeatures', 'thank' ), 'accepted_args' => 3 ) ) ),
				'largesse_registry_file' => array( 10 => array( 'Largesse\\Unlisted\\UnlistedInFeatures::add_to_file' => array( 'function' => array( 'Largesse\\Unlisted\\UnlistedInFeatures', 'add_to_file' ), 'accepted_args' => 2 ) ) ),
				'largesse_registry_file_problems' => array( 10 => array( 'Largesse\\Unlisted\\UnlistedInFeatures::check' => array( 'function' => array( 'Largesse\\Unlisted\\UnlistedInFeatures', 'check' ), 'accepted_args' => 2 ) ) ),
				'largesse_registry_imported' => array( 10 => array( 'Largesse\\Unlisted\\UnlistedInFeatures::import' => array( 'function' => array( 'Largesse\\Unlisted\\UnlistedInFeatures', 'import' ), 'accepted_args' => 2 ) ) ),
			) ),
		),
		'events' => array(
			'largesse_show_hidden' => 'hourly',
		),
	),
	'Appearances' => array(
		'feature' => 'appearances',
		'hooks' => array(
			array( 'has_input largesse-appearances', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Appearances_AppearancesPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Appearances_AppearancesPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( '', array(
				'largesse_owner_page' => array( 10 => array( 'Largesse\\Callbacks::Appearances_AppearancesPage_choose_page' => array( 'function' => array( 'Largesse\\Callbacks', 'Appearances_AppearancesPage_choose_page' ), 'accepted_args' => 2 ) ) ),
				'largesse_owner_page_state' => array( 10 => array( 'Largesse\\Callbacks::Appearances_AppearancesPage_add_to_state' => array( 'function' => array( 'Largesse\\Callbacks', 'Appearances_AppearancesPage_add_to_state' ), 'accepted_args' => 3 ) ) ),
			) ),
		),
		'fields' => array(
			'Largesse\\Appearances\\ListNames' => array(),
		),
	),
	'Exchange' => array(
		'feature' => 'export',
		'is_standard' => true,
		'hooks' => array(
			array( 'has_input export', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Exchange_ExportFile_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Exchange_ExportFile_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( '', array(
				'largesse_owner_page' => array( 10 => array( 'Largesse\\Exchange\\ImportPage::choose_page' => array( 'function' => array( 'Largesse\\Exchange\\ImportPage', 'choose_page' ), 'accepted_args' => 4 ) ) ),
				'largesse_after_create_form' => array( 10 => array( 'Largesse\\Exchange\\ImportPage::show_link' => array( 'function' => array( 'Largesse\\Exchange\\ImportPage', 'show_link' ), 'accepted_args' => 1 ) ) ),
				'largesse_after_managed_registry' => array( 10 => array( 'Largesse\\Exchange\\ImportPage::show_exchange_links' => array( 'function' => array( 'Largesse\\Exchange\\ImportPage', 'show_exchange_links' ), 'accepted_args' => 1 ) ) ),
			) ),
		),
	),
	'Circles' => array(
		'feature' => 'circles',
		'hooks' => array(
			array( '', array(
				'largesse_may_read_registry' => array( 10 => array( 'Largesse\\Circles\\OpenLists::grant_read' => array( 'function' => array( 'Largesse\\Circles\\OpenLists', 'grant_read' ), 'accepted_args' => 3 ) ) ),
				'largesse_open_without_password' => array( 10 => array( 'Largesse\\Circles\\OpenLists::skip_password' => array( 'function' => array( 'Largesse\\Circles\\OpenLists', 'skip_password' ), 'accepted_args' => 3 ) ) ),
				'document_title_parts' => array( 10 => array( 'Largesse\\Callbacks::Circles_CirclePage_set_title' => array( 'function' => array( 'Largesse\\Callbacks', 'Circles_CirclePage_set_title' ), 'accepted_args' => 1 ) ) ),
				'largesse_owner_page' => array( 10 => array( 'Largesse\\Circles\\CirclePage::choose_page' => array( 'function' => array( 'Largesse\\Circles\\CirclePage', 'choose_page' ), 'accepted_args' => 2 ) ) ),
				'largesse_sign_in_notice' => array( 10 => array( 'Largesse\\Circles\\CirclePage::word_sign_in' => array( 'function' => array( 'Largesse\\Circles\\CirclePage', 'word_sign_in' ), 'accepted_args' => 1 ) ) ),
				'largesse_sign_up_invitation' => array( 10 => array( 'Largesse\\Circles\\InvitedSignUp::add_invitation' => array( 'function' => array( 'Largesse\\Circles\\InvitedSignUp', 'add_invitation' ), 'accepted_args' => 2 ) ) ),
				'largesse_account_opened' => array( 10 => array( 'Largesse\\Callbacks::Circles_InvitedSignUp_join' => array( 'function' => array( 'Largesse\\Callbacks', 'Circles_InvitedSignUp_join' ), 'accepted_args' => 2 ) ) ),
				'largesse_overview_sections' => array( 10 => array( 'Largesse\\Circles\\CircleView::show_overview' => array( 'function' => array( 'Largesse\\Circles\\CircleView', 'show_overview' ), 'accepted_args' => 1 ) ) ),
				'largesse_after_managed_registry' => array( 5 => array( 'Largesse\\Circles\\ListChoice::show' => array( 'function' => array( 'Largesse\\Circles\\ListChoice', 'show' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input circle', array(
				'template_redirect' => array( 4 => array( 'Largesse\\Callbacks::Circles_CircleLinkPage_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Circles_CircleLinkPage_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'has_input largesse-circle', array(
				'template_redirect' => array( 5 => array( 'Largesse\\Callbacks::Circles_CircleForms_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Circles_CircleForms_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( 'is_without_theme', array(
				'wxr_export_skip_postmeta' => array( 10 => array( 'Largesse\\Circles\\OpenLists::skip_export' => array( 'function' => array( 'Largesse\\Circles\\OpenLists', 'skip_export' ), 'accepted_args' => 2 ) ) ),
			) ),
		),
	),
	'Draws' => array(
		'feature' => 'draws',
		'needs' => 'circles',
		'hooks' => array(
			array( 'has_input largesse_draw', array(
				'template_redirect' => array( array( 'Largesse\\Callbacks::Draws_DrawSection_answer' => array( 'function' => array( 'Largesse\\Callbacks', 'Draws_DrawSection_answer' ), 'accepted_args' => 1 ) ) ),
			) ),
			array( '', array(
				'largesse_circle_tabs' => array( 10 => array( 'Largesse\\Callbacks::Draws_DrawSection_add_tab' => array( 'function' => array( 'Largesse\\Callbacks', 'Draws_DrawSection_add_tab' ), 'accepted_args' => 2 ) ) ),
				'largesse_circle_head' => array( 10 => array( 'Largesse\\Draws\\DrawSection::show_drawn' => array( 'function' => array( 'Largesse\\Draws\\DrawSection', 'show_drawn' ), 'accepted_args' => 1 ) ) ),
				'largesse_circle_leave_notes' => array( 10 => array( 'Largesse\\Draws\\DrawSection::add_leave_note' => array( 'function' => array( 'Largesse\\Draws\\DrawSection', 'add_leave_note' ), 'accepted_args' => 3 ) ) ),
				'largesse_circle_left' => array( 10 => array( 'Largesse\\Callbacks::Draws_Draws_person_left' => array( 'function' => array( 'Largesse\\Callbacks', 'Draws_Draws_person_left' ), 'accepted_args' => 2 ) ) ),
				'largesse_circle_removed' => array( 10 => array( 'Largesse\\Callbacks::Draws_Draws_person_left' => array( 'function' => array( 'Largesse\\Callbacks', 'Draws_Draws_person_left' ), 'accepted_args' => 2 ) ) ),
				'largesse_circle_deleted' => array( 10 => array( 'Largesse\\Draws\\CircleDraws::delete' => array( 'function' => array( 'Largesse\\Draws\\CircleDraws', 'delete' ), 'accepted_args' => 1 ) ) ),
			) ),
		),
	),
	'Affiliates' => array(
		'feature' => 'affiliates',
		'is_standard' => true,
		'hooks' => array(
			array( 'is_admin', array(
				'largesse_item_columns' => array( 10 => array( 'Largesse\\Affiliates\\AffiliateScreen::add_column' => array( 'function' => array( 'Largesse\\Affiliates\\AffiliateScreen', 'add_column' ), 'accepted_args' => 1 ) ) ),
				'admin_menu' => array( 10 => array( 'Largesse\\Affiliates\\AffiliateScreen::add_to_menu' => array( 'function' => array( 'Largesse\\Affiliates\\AffiliateScreen', 'add_to_menu' ), 'accepted_args' => 1 ) ) ),
			) ),
		),
	),
	'Abilities' => array(
		'feature' => 'abilities',
		'hooks' => array(
			array( '', array(
				'wp_abilities_api_categories_init' => array( 10 => array( 'Largesse\\Abilities\\Ability::register_category' => array( 'function' => array( 'Largesse\\Abilities\\Ability', 'register_category' ), 'accepted_args' => 1 ) ) ),
			) ),
		),
	),
);
