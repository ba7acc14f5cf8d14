<?php
declare( strict_types=1 );

// Generated from the modules by `npm run modules`. Change the modules instead of this file.

namespace Largesse;

/**
 * Callbacks of hooks. Each method creates the object of a feature, if its condition is true, and calls one method of
 * it. Other plugins can remove callbacks (docs/hooks.md).
 */
final class Callbacks {

	public static function Records_Table_create( mixed ...$values ): mixed { Records\Table::create( ...$values ); return $values[0] ?? null; }
	public static function Records_Records_delete_of_registry( mixed ...$values ): mixed { Records\Records::delete_of_registry( ...$values ); return $values[0] ?? null; }
	public static function Records_Records_delete_of_user( mixed ...$values ): mixed { Records\Records::delete_of_user( ...$values ); return $values[0] ?? null; }
	public static function Http_RateLimit_delete_expired( mixed ...$values ): mixed { Http\RateLimit::delete_expired( ...$values ); return $values[0] ?? null; }
	public static function Registry_RegistryPostType_register_post_type( mixed ...$values ): mixed { Registry\RegistryPostType::register_post_type( ...$values ); return $values[0] ?? null; }
	public static function Registry_UserChangeHandler_remove_user( mixed ...$values ): mixed { Services::get( Registry\UserChangeHandler::class )->remove_user( ...$values ); return $values[0] ?? null; }
	public static function Registry_UserChangeHandler_remove_member( mixed ...$values ): mixed { Services::get( Registry\UserChangeHandler::class )->remove_member( ...$values ); return $values[0] ?? null; }
	public static function Registry_UserChangeHandler_update_address( mixed ...$values ): mixed { Services::get( Registry\UserChangeHandler::class )->update_address( ...$values ); return $values[0] ?? null; }
	public static function Registry_DeletedRegistries_record_list( mixed ...$values ): mixed { Services::get( Registry\DeletedRegistries::class )->record_list( ...$values ); return $values[0] ?? null; }
	public static function Registry_DeletedRegistries_record_deletion( mixed ...$values ): mixed { Services::get( Registry\DeletedRegistries::class )->record_deletion( ...$values ); return $values[0] ?? null; }
	public static function Registry_DeletedRegistries_leave_to_service( mixed ...$values ): mixed { Services::get( Registry\DeletedRegistries::class )->leave_to_service( ...$values ); return $values[0] ?? null; }
	public static function Registry_EditorRequests_limit( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Services::get( Registry\EditorRequests::class )->limit( ...$values ) : ( $values[0] ?? null ); }
	public static function Registry_EditorRequests_limit_ajax( mixed ...$values ): mixed { Services::get( Registry\EditorRequests::class )->limit_ajax( ...$values ); return $values[0] ?? null; }
	public static function Registry_EditorRequests_limit_sample( mixed ...$values ): mixed { Services::get( Registry\EditorRequests::class )->limit_sample( ...$values ); return $values[0] ?? null; }
	public static function Registry_PasswordProtection_skip_password( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Registry\PasswordProtection::skip_password( ...$values ) : ( $values[0] ?? null ); }
	public static function Registry_RegistryMeta_register_keys( mixed ...$values ): mixed { Registry\RegistryMeta::register_keys( ...$values ); return $values[0] ?? null; }
	public static function Registry_RegistryPages_title_format( mixed ...$values ): mixed { return Services::get( Registry\RegistryPages::class )->title_format( ...$values ); }
	public static function Registry_RegistryPostType_replace_zero_slug( mixed ...$values ): mixed { return Services::get( Registry\RegistryPostType::class )->replace_zero_slug( ...$values ); }
	public static function Registry_RegistryPages_accept_id( mixed ...$values ): mixed { return Services::get( Registry\RegistryPages::class )->accept_id( ...$values ); }
	public static function Registry_RegistryPages_stay_on_front_page( mixed ...$values ): mixed { return Services::get( Registry\RegistryPages::class )->stay_on_front_page( ...$values ); }
	public static function Registry_RegistryPages_hide_moved( mixed ...$values ): mixed { return Services::get( Registry\RegistryPages::class )->hide_moved( ...$values ); }
	public static function Registry_RemovedItems_store( mixed ...$values ): mixed { Services::get( Registry\RemovedItems::class )->store( ...$values ); return $values[0] ?? null; }
	public static function Registry_RestLists_add_role( mixed ...$values ): mixed { return Services::get( Registry\RestLists::class )->add_role( ...$values ); }
	public static function Registry_RestLists_limit( mixed ...$values ): mixed { return Services::get( Registry\RestLists::class )->limit( ...$values ); }
	public static function Registry_RestCreations_create_once( mixed ...$values ): mixed { return Conditions::has_header( 'HTTP_X_LARGESSE_CREATION' ) ? Services::get( Registry\RestCreations::class )->create_once( ...$values ) : ( $values[0] ?? null ); }
	public static function Registry_RestCreations_add_mark( mixed ...$values ): mixed { return Conditions::has_header( 'HTTP_X_LARGESSE_CREATION' ) ? Services::get( Registry\RestCreations::class )->add_mark( ...$values ) : ( $values[0] ?? null ); }
	public static function Registry_RestResponses_prepare( mixed ...$values ): mixed { return Services::get( Registry\RestResponses::class )->prepare( ...$values ); }
	public static function Registry_RestWrites_check( mixed ...$values ): mixed { return Services::get( Registry\RestWrites::class )->check( ...$values ); }
	public static function Registry_RestWrites_write_lists( mixed ...$values ): mixed { return Services::get( Registry\RestWrites::class )->write_lists( ...$values ); }
	public static function Registry_RestWrites_propose( mixed ...$values ): mixed { Services::get( Registry\RestWrites::class )->propose( ...$values ); return $values[0] ?? null; }
	public static function Registry_RegistryPostType_activate( mixed ...$values ): mixed { Services::get( Registry\RegistryPostType::class )->activate( ...$values ); return $values[0] ?? null; }
	public static function Registry_Changes_follow_status( mixed ...$values ): mixed { Registry\Changes::follow_status( ...$values ); return $values[0] ?? null; }
	public static function Registry_Changes_follow_deletion( mixed ...$values ): mixed { Registry\Changes::follow_deletion( ...$values ); return $values[0] ?? null; }
	public static function Accounts_PendingSignUps_delete_expired( mixed ...$values ): mixed { Accounts\PendingSignUps::delete_expired( ...$values ); return $values[0] ?? null; }
	public static function Accounts_AddressConfirmation_mark_new_account( mixed ...$values ): mixed { Services::get( Accounts\AddressConfirmation::class )->mark_new_account( ...$values ); return $values[0] ?? null; }
	public static function Accounts_AddressConfirmation_mark_changed_address( mixed ...$values ): mixed { Services::get( Accounts\AddressConfirmation::class )->mark_changed_address( ...$values ); return $values[0] ?? null; }
	public static function Accounts_AddressConfirmation_confirm_after_reset( mixed ...$values ): mixed { Services::get( Accounts\AddressConfirmation::class )->confirm_after_reset( ...$values ); return $values[0] ?? null; }
	public static function Accounts_AddressConfirmation_confirm_after_activation( mixed ...$values ): mixed { Services::get( Accounts\AddressConfirmation::class )->confirm_after_activation( ...$values ); return $values[0] ?? null; }
	public static function Accounts_AddressConfirmation_add_service_header( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Services::get( Accounts\AddressConfirmation::class )->add_service_header( ...$values ) : ( $values[0] ?? null ); }
	public static function Accounts_SignUpPage_answer( mixed ...$values ): mixed { Services::get( Accounts\SignUpPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Accounts_SignUpConfirmation_answer( mixed ...$values ): mixed { Services::get( Accounts\SignUpConfirmation::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Accounts_ReturnAddress_add_to_login_link( mixed ...$values ): mixed { return Services::get( Accounts\ReturnAddress::class )->add_to_login_link( ...$values ); }
	public static function Accounts_ReturnAddress_remove_keys( mixed ...$values ): mixed { return Services::get( Accounts\ReturnAddress::class )->remove_keys( ...$values ); }
	public static function Accounts_ReturnAddress_replace_registration_link( mixed ...$values ): mixed { return Services::get( Accounts\ReturnAddress::class )->replace_registration_link( ...$values ); }
	public static function Accounts_ReturnAddress_add_to_reset_link( mixed ...$values ): mixed { return Services::get( Accounts\ReturnAddress::class )->add_to_reset_link( ...$values ); }
	public static function Accounts_ReturnAddress_print_field( mixed ...$values ): mixed { Services::get( Accounts\ReturnAddress::class )->print_field( ...$values ); return $values[0] ?? null; }
	public static function Accounts_ReturnAddress_add_to_new_user_mail( mixed ...$values ): mixed { return Services::get( Accounts\ReturnAddress::class )->add_to_new_user_mail( ...$values ); }
	public static function Accounts_ReturnAddress_add_to_reset_mail( mixed ...$values ): mixed { return Services::get( Accounts\ReturnAddress::class )->add_to_reset_mail( ...$values ); }
	public static function Blocks_Blocks_register_blocks( mixed ...$values ): mixed { Blocks\Blocks::register_blocks( ...$values ); return $values[0] ?? null; }
	public static function Blocks_Blocks_remove_unused_styles( mixed ...$values ): mixed { Blocks\Blocks::remove_unused_styles( ...$values ); return $values[0] ?? null; }
	public static function Guests_VisitorLanguage_choose( mixed ...$values ): mixed { if ( Conditions::shows_registry() || Conditions::has_input( 'any' ) || Conditions::is_not_found() || Conditions::shows_page_of( 'largesse_my_registries_page' ) ) { Guests\VisitorLanguage::choose( ...$values ); } return $values[0] ?? null; }
	public static function Guests_GuestPreview_prepare( mixed ...$values ): mixed { Services::get( Guests\GuestPreview::class )->prepare( ...$values ); return $values[0] ?? null; }
	public static function Guests_RegistryContent_replace_story( mixed ...$values ): mixed { return Services::get( Guests\RegistryContent::class )->replace_story( ...$values ); }
	public static function Guests_RegistryContent_insert_story( mixed ...$values ): mixed { return Services::get( Guests\RegistryContent::class )->insert_story( ...$values ); }
	public static function Guests_RegistryContent_begin_excerpt( mixed ...$values ): mixed { return Services::get( Guests\RegistryContent::class )->begin_excerpt( ...$values ); }
	public static function Guests_RegistryContent_end_excerpt( mixed ...$values ): mixed { return Services::get( Guests\RegistryContent::class )->end_excerpt( ...$values ); }
	public static function Guests_RegistryContent_disable_embeds( mixed ...$values ): mixed { return Services::get( Guests\RegistryContent::class )->disable_embeds( ...$values ); }
	public static function Guests_RegistryContent_prefer_page_template( mixed ...$values ): mixed { return Services::get( Guests\RegistryContent::class )->prefer_page_template( ...$values ); }
	public static function Guests_LoginHint_prepare( mixed ...$values ): mixed { if ( Conditions::is_not_found() ) { Services::get( Guests\LoginHint::class )->prepare( ...$values ); } return $values[0] ?? null; }
	public static function Guests_CacheablePage_start_buffer( mixed ...$values ): mixed { if ( Conditions::has_header( 'HTTP_X_LARGESSE_PAGE' ) ) { Services::get( Guests\CacheablePage::class )->start_buffer( ...$values ); } return $values[0] ?? null; }
	public static function Invitations_ContinuePage_answer( mixed ...$values ): mixed { Services::get( Invitations\ContinuePage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Invitations_GuestAccess_restore_requested( mixed ...$values ): mixed { return Services::get( Invitations\GuestAccess::class )->restore_requested( ...$values ); }
	public static function Invitations_GuestAccess_grant_read( mixed ...$values ): mixed { return Services::get( Invitations\GuestAccess::class )->grant_read( ...$values ); }
	public static function Invitations_GuestAccess_skip_password( mixed ...$values ): mixed { return Services::get( Invitations\GuestAccess::class )->skip_password( ...$values ); }
	public static function Invitations_GuestAccess_record_member_visit( mixed ...$values ): mixed { Services::get( Invitations\GuestAccess::class )->record_member_visit( ...$values ); return $values[0] ?? null; }
	public static function Invitations_GuestAccess_delete_outdated_states( mixed ...$values ): mixed { Services::get( Invitations\GuestAccess::class )->delete_outdated_states( ...$values ); return $values[0] ?? null; }
	public static function Invitations_GiftEntrance_remember( mixed ...$values ): mixed { Invitations\GiftEntrance::remember( ...$values ); return $values[0] ?? null; }
	public static function Invitations_GiftEntrance_forget( mixed ...$values ): mixed { Invitations\GiftEntrance::forget( ...$values ); return $values[0] ?? null; }
	public static function Invitations_GiftEntrance_delete_expired( mixed ...$values ): mixed { Invitations\GiftEntrance::delete_expired( ...$values ); return $values[0] ?? null; }
	public static function Invitations_GiftEntrance_open( mixed ...$values ): mixed { Invitations\GiftEntrance::open( ...$values ); return $values[0] ?? null; }
	public static function Invitations_Invitations_record_given_up( mixed ...$values ): mixed { Invitations\Invitations::record_given_up( ...$values ); return $values[0] ?? null; }
	public static function Invitations_InviteeView_show_section( mixed ...$values ): mixed { Invitations\InviteeView::show_section( ...$values ); return $values[0] ?? null; }
	public static function Invitations_Invitations_remove( mixed ...$values ): mixed { Services::get( Invitations\Invitations::class )->remove( ...$values ); return $values[0] ?? null; }
	public static function Invitations_LinkKey_extract( mixed ...$values ): mixed { Invitations\LinkKey::extract( ...$values ); return $values[0] ?? null; }
	public static function Giving_MailTriggers_queue_gift_mail( mixed ...$values ): mixed { Services::get( Giving\MailTriggers::class )->queue_gift_mail( ...$values ); return $values[0] ?? null; }
	public static function Giving_MailTriggers_queue_removal_mail( mixed ...$values ): mixed { Services::get( Giving\MailTriggers::class )->queue_removal_mail( ...$values ); return $values[0] ?? null; }
	public static function Giving_ReportedRemovals_forget( mixed ...$values ): mixed { Giving\ReportedRemovals::forget( ...$values ); return $values[0] ?? null; }
	public static function Giving_MailTriggers_queue_release_mail( mixed ...$values ): mixed { Services::get( Giving\MailTriggers::class )->queue_release_mail( ...$values ); return $values[0] ?? null; }
	public static function Giving_MailTriggers_queue_reveal_mail( mixed ...$values ): mixed { Services::get( Giving\MailTriggers::class )->queue_reveal_mail( ...$values ); return $values[0] ?? null; }
	public static function Giving_DeletedRegistryGivers_collect_data( mixed ...$values ): mixed { Services::get( Giving\DeletedRegistryGivers::class )->collect_data( ...$values ); return $values[0] ?? null; }
	public static function Giving_DeletedRegistryGivers_record_deletion( mixed ...$values ): mixed { Services::get( Giving\DeletedRegistryGivers::class )->record_deletion( ...$values ); return $values[0] ?? null; }
	public static function Giving_DeletedRegistryGivers_read_before_service_deletes( mixed ...$values ): mixed { Services::get( Giving\DeletedRegistryGivers::class )->read_before_service_deletes( ...$values ); return $values[0] ?? null; }
	public static function Giving_GiftLinks_redirect( mixed ...$values ): mixed { Services::get( Giving\GiftLinks::class )->redirect( ...$values ); return $values[0] ?? null; }
	public static function Giving_GivePage_answer( mixed ...$values ): mixed { Services::get( Giving\GivePage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Giving_GivePage_set_title( mixed ...$values ): mixed { return Services::get( Giving\GivePage::class )->set_title( ...$values ); }
	public static function Giving_GiverPage_answer( mixed ...$values ): mixed { Services::get( Giving\GiverPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Giving_BrowserGifts_answer( mixed ...$values ): mixed { Services::get( Giving\BrowserGifts::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Giving_GuestCookies_forget_on_page( mixed ...$values ): mixed { Services::get( Giving\GuestCookies::class )->forget_on_page( ...$values ); return $values[0] ?? null; }
	public static function Giving_GuestCookies_forget_at_sign_in( mixed ...$values ): mixed { Services::get( Giving\GuestCookies::class )->forget_at_sign_in( ...$values ); return $values[0] ?? null; }
	public static function Giving_RevealScheduler_reveal_due( mixed ...$values ): mixed { Services::get( Giving\RevealScheduler::class )->reveal_due( ...$values ); return $values[0] ?? null; }
	public static function Giving_RevealScheduler_reveal_before_read( mixed ...$values ): mixed { Services::get( Giving\RevealScheduler::class )->reveal_before_read( ...$values ); return $values[0] ?? null; }
	public static function Giving_RevealScheduler_reset_state( mixed ...$values ): mixed { Services::get( Giving\RevealScheduler::class )->reset_state( ...$values ); return $values[0] ?? null; }
	public static function Giving_SharedSurprise_inform( mixed ...$values ): mixed { Services::get( Giving\SharedSurprise::class )->inform( ...$values ); return $values[0] ?? null; }
	public static function Mail_MailOptOutPage_answer( mixed ...$values ): mixed { Services::get( Mail\MailOptOutPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Mail_Queue_work( mixed ...$values ): mixed { Services::get( Mail\Queue::class )->work( ...$values ); return $values[0] ?? null; }
	public static function Mail_MailFailures_expect_gift( mixed ...$values ): mixed { return Services::get( Mail\MailFailures::class )->expect_gift( ...$values ); }
	public static function Mail_MailFailures_record( mixed ...$values ): mixed { Services::get( Mail\MailFailures::class )->record( ...$values ); return $values[0] ?? null; }
	public static function Mail_MailFailures_clear( mixed ...$values ): mixed { Services::get( Mail\MailFailures::class )->clear( ...$values ); return $values[0] ?? null; }
	public static function Owners_AccountForms_answer( mixed ...$values ): mixed { Services::get( Owners\AccountForms::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Owners_GiftsPage_answer( mixed ...$values ): mixed { Services::get( Owners\GiftsPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Owners_MembersToolbar_is_useful( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Services::get( Owners\MembersToolbar::class )->is_useful( ...$values ) : ( $values[0] ?? null ); }
	public static function Owners_MissingPage_show( mixed ...$values ): mixed { Services::get( Owners\MissingPage::class )->show( ...$values ); return $values[0] ?? null; }
	public static function Owners_MissingPage_restore( mixed ...$values ): mixed { Services::get( Owners\MissingPage::class )->restore( ...$values ); return $values[0] ?? null; }
	public static function Owners_PageSetup_create_first( mixed ...$values ): mixed { if ( Conditions::lacks_page_of( 'largesse_my_registries_page' ) ) { Services::get( Owners\PageSetup::class )->create_first( ...$values ); } return $values[0] ?? null; }
	public static function Owners_PageSetup_forbid_framing( mixed ...$values ): mixed { if ( Conditions::shows_page_of( 'largesse_my_registries_page' ) ) { Services::get( Owners\PageSetup::class )->forbid_framing( ...$values ); } return $values[0] ?? null; }
	public static function Owners_PageSetup_select_page_with_block( mixed ...$values ): mixed { Services::get( Owners\PageSetup::class )->select_page_with_block( ...$values ); return $values[0] ?? null; }
	public static function Owners_PageSetup_exclude_from_search_engines( mixed ...$values ): mixed { return Conditions::shows_page_of( 'largesse_my_registries_page' ) ? Services::get( Owners\PageSetup::class )->exclude_from_search_engines( ...$values ) : ( $values[0] ?? null ); }
	public static function Owners_PageSetup_exclude_from_sitemap( mixed ...$values ): mixed { return Services::get( Owners\PageSetup::class )->exclude_from_sitemap( ...$values ); }
	public static function Owners_PageSetup_set_title( mixed ...$values ): mixed { return Conditions::shows_page_of( 'largesse_my_registries_page' ) ? Services::get( Owners\PageSetup::class )->set_title( ...$values ) : ( $values[0] ?? null ); }
	public static function Owners_PageSetup_label_in_list( mixed ...$values ): mixed { return Services::get( Owners\PageSetup::class )->label_in_list( ...$values ); }
	public static function Owners_PageSetup_link_to_editor( mixed ...$values ): mixed { return Services::get( Owners\PageSetup::class )->link_to_editor( ...$values ); }
	public static function Owners_PageSetup_create_on_activation( mixed ...$values ): mixed { Services::get( Owners\PageSetup::class )->create_on_activation( ...$values ); return $values[0] ?? null; }
	public static function Owners_RecentEdits_store_after_meta( mixed ...$values ): mixed { Services::get( Owners\RecentEdits::class )->store_after_meta( ...$values ); return $values[0] ?? null; }
	public static function Owners_RecentEdits_store_after_post( mixed ...$values ): mixed { Services::get( Owners\RecentEdits::class )->store_after_post( ...$values ); return $values[0] ?? null; }
	public static function Owners_RecentEdits_store_after_wish( mixed ...$values ): mixed { Services::get( Owners\RecentEdits::class )->store_after_wish( ...$values ); return $values[0] ?? null; }
	public static function Owners_RecentEdits_store_after_guests( mixed ...$values ): mixed { Services::get( Owners\RecentEdits::class )->store_after_guests( ...$values ); return $values[0] ?? null; }
	public static function Screens_RegistryColumns_add_columns( mixed ...$values ): mixed { return Services::get( Screens\RegistryColumns::class )->add_columns( ...$values ); }
	public static function Screens_RegistryColumns_print_cell( mixed ...$values ): mixed { Services::get( Screens\RegistryColumns::class )->print_cell( ...$values ); return $values[0] ?? null; }
	public static function Screens_RegistryColumns_make_sortable( mixed ...$values ): mixed { return Services::get( Screens\RegistryColumns::class )->make_sortable( ...$values ); }
	public static function Screens_RegistryColumns_sort( mixed ...$values ): mixed { Services::get( Screens\RegistryColumns::class )->sort( ...$values ); return $values[0] ?? null; }
	public static function Screens_RegistryList_limit( mixed ...$values ): mixed { Services::get( Screens\RegistryList::class )->limit( ...$values ); return $values[0] ?? null; }
	public static function Screens_RegistryList_count( mixed ...$values ): mixed { return Services::get( Screens\RegistryList::class )->count( ...$values ); }
	public static function Screens_RegistryList_offer_all_members( mixed ...$values ): mixed { return Services::get( Screens\RegistryList::class )->offer_all_members( ...$values ); }
	public static function Screens_RegistryList_preserve_owner( mixed ...$values ): mixed { Services::get( Screens\RegistryList::class )->preserve_owner( ...$values ); return $values[0] ?? null; }
	public static function Screens_RegistryList_preserve_texts( mixed ...$values ): mixed { Services::get( Screens\RegistryList::class )->preserve_texts( ...$values ); return $values[0] ?? null; }
	public static function Screens_RegistryScreen_disable_block_editor( mixed ...$values ): mixed { return Services::get( Screens\RegistryScreen::class )->disable_block_editor( ...$values ); }
	public static function Screens_RegistryScreen_redirect_to_form( mixed ...$values ): mixed { Services::get( Screens\RegistryScreen::class )->redirect_to_form( ...$values ); return $values[0] ?? null; }
	public static function Screens_RegistryScreen_link_rows_to_editor( mixed ...$values ): mixed { return Services::get( Screens\RegistryScreen::class )->link_rows_to_editor( ...$values ); }
	public static function Screens_RegistryScreen_prepare( mixed ...$values ): mixed { Services::get( Screens\RegistryScreen::class )->prepare( ...$values ); return $values[0] ?? null; }
	public static function Helpers_CoOwnersLimits_limit( mixed ...$values ): mixed { return Services::get( Helpers\CoOwnersLimits::class )->limit( ...$values ); }
	public static function Helpers_CoOwnersLimits_refuse( mixed ...$values ): mixed { return Services::get( Helpers\CoOwnersLimits::class )->refuse( ...$values ); }
	public static function Helpers_RegistryHelpers_show( mixed ...$values ): mixed { Services::get( Helpers\RegistryHelpers::class )->show( ...$values ); return $values[0] ?? null; }
	public static function Helpers_ProposalMails_queue( mixed ...$values ): mixed { Services::get( Helpers\ProposalMails::class )->queue( ...$values ); return $values[0] ?? null; }
	public static function Helpers_ProposalForms_show( mixed ...$values ): mixed { Helpers\ProposalForms::show( ...$values ); return $values[0] ?? null; }
	public static function Helpers_ProposalForms_answer( mixed ...$values ): mixed { Helpers\ProposalForms::answer( ...$values ); return $values[0] ?? null; }
	public static function Helpers_RegistryHelpers_answer( mixed ...$values ): mixed { Services::get( Helpers\RegistryHelpers::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function EventLog_LogBeginning_store( mixed ...$values ): mixed { EventLog\LogBeginning::store( ...$values ); return $values[0] ?? null; }
	public static function EventLog_LogFollower_follow( mixed ...$values ): mixed { Services::get( EventLog\LogFollower::class )->follow( ...$values ); return $values[0] ?? null; }
	public static function Privacy_DueErasures_schedule_for_user( mixed ...$values ): mixed { Services::get( Privacy\DueErasures::class )->schedule_for_user( ...$values ); return $values[0] ?? null; }
	public static function Privacy_DueErasures_schedule_for_network_user( mixed ...$values ): mixed { Services::get( Privacy\DueErasures::class )->schedule_for_network_user( ...$values ); return $values[0] ?? null; }
	public static function Privacy_DueErasures_schedule_for_registry( mixed ...$values ): mixed { Services::get( Privacy\DueErasures::class )->schedule_for_registry( ...$values ); return $values[0] ?? null; }
	public static function Privacy_DueErasures_erase( mixed ...$values ): mixed { Services::get( Privacy\DueErasures::class )->erase( ...$values ); return $values[0] ?? null; }
	public static function Privacy_EmailProtection_refuse_change( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Services::get( Privacy\EmailProtection::class )->refuse_change( ...$values ) : ( $values[0] ?? null ); }
	public static function Privacy_EmailProtection_refuse_unconfirmed( mixed ...$values ): mixed { Services::get( Privacy\EmailProtection::class )->refuse_unconfirmed( ...$values ); return $values[0] ?? null; }
	public static function Privacy_OwnerPrivacy_exclude_registries( mixed ...$values ): mixed { return Services::get( Privacy\OwnerPrivacy::class )->exclude_registries( ...$values ); }
	public static function Privacy_OwnerPrivacy_count_without_registries( mixed ...$values ): mixed { return Services::get( Privacy\OwnerPrivacy::class )->count_without_registries( ...$values ); }
	public static function Privacy_OwnerPrivacy_close_archive( mixed ...$values ): mixed { if ( Conditions::is_author_page() ) { Services::get( Privacy\OwnerPrivacy::class )->close_archive( ...$values ); } return $values[0] ?? null; }
	public static function Privacy_OwnerPrivacy_replace_archive_link( mixed ...$values ): mixed { return Services::get( Privacy\OwnerPrivacy::class )->replace_archive_link( ...$values ); }
	public static function Privacy_OwnerPrivacy_current_name( mixed ...$values ): mixed { return Services::get( Privacy\OwnerPrivacy::class )->current_name( ...$values ); }
	public static function Privacy_OwnerPrivacy_public_name( mixed ...$values ): mixed { return Services::get( Privacy\OwnerPrivacy::class )->public_name( ...$values ); }
	public static function Privacy_OwnerPrivacy_hide_owner_in_embed( mixed ...$values ): mixed { return Services::get( Privacy\OwnerPrivacy::class )->hide_owner_in_embed( ...$values ); }
	public static function Privacy_PrivacyTools_add_exporters( mixed ...$values ): mixed { return Services::get( Privacy\PrivacyTools::class )->add_exporters( ...$values ); }
	public static function Privacy_PrivacyTools_add_erasers( mixed ...$values ): mixed { return Services::get( Privacy\PrivacyTools::class )->add_erasers( ...$values ); }
	public static function Privacy_PolicyText_suggest( mixed ...$values ): mixed { if ( Conditions::is_screen( 'options-privacy.php privacy-policy-guide.php post.php' ) || Conditions::has_reviewed_policy() ) { Services::get( Privacy\PolicyText::class )->suggest( ...$values ); } return $values[0] ?? null; }
	public static function Privacy_PrivacyHints_add_help( mixed ...$values ): mixed { Services::get( Privacy\PrivacyHints::class )->add_help( ...$values ); return $values[0] ?? null; }
	public static function Privacy_PrivacyTools_forget_user( mixed ...$values ): mixed { Services::get( Privacy\PrivacyTools::class )->forget_user( ...$values ); return $values[0] ?? null; }
	public static function Privacy_PrivacyTools_delete_expired( mixed ...$values ): mixed { Services::get( Privacy\PrivacyTools::class )->delete_expired( ...$values ); return $values[0] ?? null; }
	public static function Privacy_Retention_run( mixed ...$values ): mixed { Services::get( Privacy\Retention::class )->run( ...$values ); return $values[0] ?? null; }
	public static function Setup_SettingsPage_add_page( mixed ...$values ): mixed { Setup\SettingsPage::add_page( ...$values ); return $values[0] ?? null; }
	public static function Setup_SettingsPage_register_settings( mixed ...$values ): mixed { Services::get( Setup\SettingsPage::class )->register_settings( ...$values ); return $values[0] ?? null; }
	public static function Setup_SiteHealth_add_tests( mixed ...$values ): mixed { return Services::get( Setup\SiteHealth::class )->add_tests( ...$values ); }
	public static function Setup_SiteHealth_add_information( mixed ...$values ): mixed { return Services::get( Setup\SiteHealth::class )->add_information( ...$values ); }
	public static function Setup_SettingsPage_add_link( mixed ...$values ): mixed { return Services::get( Setup\SettingsPage::class )->add_link( ...$values ); }
	public static function Setup_SettingsPage_disable_autoload( mixed ...$values ): mixed { Services::get( Setup\SettingsPage::class )->disable_autoload( ...$values ); return $values[0] ?? null; }
	public static function Setup_Cron_add_recurrence( mixed ...$values ): mixed { return Services::get( Setup\Cron::class )->add_recurrence( ...$values ); }
	public static function Features_store_first( mixed ...$values ): mixed { Features::store_first( ...$values ); return $values[0] ?? null; }
	public static function Setup_Cron_schedule( mixed ...$values ): mixed { Services::get( Setup\Cron::class )->schedule( ...$values ); return $values[0] ?? null; }
	public static function Setup_Cron_deactivate( mixed ...$values ): mixed { Services::get( Setup\Cron::class )->deactivate( ...$values ); return $values[0] ?? null; }
	public static function Setup_Translations_load( mixed ...$values ): mixed { Setup\Translations::load( ...$values ); return $values[0] ?? null; }
	public static function Updates_Updates_details( mixed ...$values ): mixed { return Services::get( Updates\Updates::class )->details( ...$values ); }
	public static function Updates_Updates_download( mixed ...$values ): mixed { return Services::get( Updates\Updates::class )->download( ...$values ); }
	public static function Updates_Updates_add_sources( mixed ...$values ): mixed { return Services::get( Updates\Updates::class )->add_sources( ...$values ); }
	public static function Updates_ReleaseSource_clear_cache( mixed ...$values ): mixed { Services::get( Updates\ReleaseSource::class )->clear_cache( ...$values ); return $values[0] ?? null; }
	public static function Wishes_IncomingWishRedirect_ignore_name_parameter( mixed ...$values ): mixed { return Services::get( Wishes\IncomingWishRedirect::class )->ignore_name_parameter( ...$values ); }
	public static function Wishes_IncomingWishRedirect_redirect( mixed ...$values ): mixed { Services::get( Wishes\IncomingWishRedirect::class )->redirect( ...$values ); return $values[0] ?? null; }
	public static function Wishes_AppManifest_answer( mixed ...$values ): mixed { if ( Conditions::has_input( 'any' ) || Conditions::is_signed_in() || Conditions::shows_page_of( 'largesse_my_registries_page' ) ) { Services::get( Wishes\AppManifest::class )->answer( ...$values ); } return $values[0] ?? null; }
	public static function Wishes_AppManifest_show_link( mixed ...$values ): mixed { if ( Conditions::has_input( 'any' ) || Conditions::is_signed_in() || Conditions::shows_page_of( 'largesse_my_registries_page' ) ) { Services::get( Wishes\AppManifest::class )->show_link( ...$values ); } return $values[0] ?? null; }
	public static function Wishes_IncomingWishRedirect_read_fragment( mixed ...$values ): mixed { Wishes\IncomingWishRedirect::read_fragment( ...$values ); return $values[0] ?? null; }
	public static function Wishes_IncomingWishRedirect_show_choice( mixed ...$values ): mixed { Wishes\IncomingWishRedirect::show_choice( ...$values ); return $values[0] ?? null; }
	public static function Wishes_BookmarkletHelp_show( mixed ...$values ): mixed { Wishes\BookmarkletHelp::show( ...$values ); return $values[0] ?? null; }
	public static function Pictures_ThumbnailMaker_run( mixed ...$values ): mixed { Services::get( Pictures\ThumbnailMaker::class )->run( ...$values ); return $values[0] ?? null; }
	public static function Pictures_ThumbnailMaker_schedule_after_wish( mixed ...$values ): mixed { Services::get( Pictures\ThumbnailMaker::class )->schedule_after_wish( ...$values ); return $values[0] ?? null; }
	public static function Pictures_ThumbnailPage_serve( mixed ...$values ): mixed { Services::get( Pictures\ThumbnailPage::class )->serve( ...$values ); return $values[0] ?? null; }
	public static function Pictures_UnusedPictureCleaner_run( mixed ...$values ): mixed { Services::get( Pictures\UnusedPictureCleaner::class )->run( ...$values ); return $values[0] ?? null; }
	public static function Pictures_UnusedPictureCleaner_schedule_after_deletion( mixed ...$values ): mixed { Services::get( Pictures\UnusedPictureCleaner::class )->schedule_after_deletion( ...$values ); return $values[0] ?? null; }
	public static function Pictures_UnusedPictureCleaner_delete_old_copies( mixed ...$values ): mixed { Services::get( Pictures\UnusedPictureCleaner::class )->delete_old_copies( ...$values ); return $values[0] ?? null; }
	public static function Finding_SearchText_update( mixed ...$values ): mixed { Finding\SearchText::update( ...$values ); return $values[0] ?? null; }
	public static function Finding_SearchText_update_after_meta( mixed ...$values ): mixed { Finding\SearchText::update_after_meta( ...$values ); return $values[0] ?? null; }
	public static function Finding_SearchPage_add_matches( mixed ...$values ): mixed { return Conditions::is_search() ? Services::get( Finding\SearchPage::class )->add_matches( ...$values ) : ( $values[0] ?? null ); }
	public static function Finding_SearchPage_sort_matches_first( mixed ...$values ): mixed { return Conditions::is_search() ? Services::get( Finding\SearchPage::class )->sort_matches_first( ...$values ) : ( $values[0] ?? null ); }
	public static function Finding_SearchPage_show_similar( mixed ...$values ): mixed { return Conditions::is_search() ? Services::get( Finding\SearchPage::class )->show_similar( ...$values ) : ( $values[0] ?? null ); }
	public static function Finding_SearchPage_prepare( mixed ...$values ): mixed { if ( Conditions::is_search() ) { Services::get( Finding\SearchPage::class )->prepare( ...$values ); } return $values[0] ?? null; }
	public static function Finding_SearchText_add_to_occasion( mixed ...$values ): mixed { return Conditions::is_search() ? Finding\SearchText::add_to_occasion( ...$values ) : ( $values[0] ?? null ); }
	public static function Finding_SearchPage_remove_last_modified( mixed ...$values ): mixed { return Conditions::is_search() ? Finding\SearchPage::remove_last_modified( ...$values ) : ( $values[0] ?? null ); }
	public static function Watching_ShopWatch_run( mixed ...$values ): mixed { Services::get( Watching\ShopWatch::class )->run( ...$values ); return $values[0] ?? null; }
	public static function Sharing_HeadTags_show( mixed ...$values ): mixed { if ( Conditions::has_no_post() || Conditions::shows_registry() ) { Services::get( Sharing\HeadTags::class )->show( ...$values ); } return $values[0] ?? null; }
	public static function Sharing_HeadTags_canonical( mixed ...$values ): mixed { return Conditions::has_no_post() || Conditions::shows_registry() ? Services::get( Sharing\HeadTags::class )->canonical( ...$values ) : ( $values[0] ?? null ); }
	public static function Sharing_SharedPicture_answer( mixed ...$values ): mixed { Services::get( Sharing\SharedPicture::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Sharing_SharedPicture_delete_outdated( mixed ...$values ): mixed { Services::get( Sharing\SharedPicture::class )->delete_outdated( ...$values ); return $values[0] ?? null; }
	public static function Sharing_SharedPicture_delete_after_meta( mixed ...$values ): mixed { Services::get( Sharing\SharedPicture::class )->delete_after_meta( ...$values ); return $values[0] ?? null; }
	public static function Following_Feed_answer( mixed ...$values ): mixed { Services::get( Following\Feed::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Following_FollowerPage_answer( mixed ...$values ): mixed { Services::get( Following\FollowerPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Following_DayDownload_answer( mixed ...$values ): mixed { Services::get( Following\DayDownload::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Following_FollowPage_answer( mixed ...$values ): mixed { Services::get( Following\FollowPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Following_DailyNews_run( mixed ...$values ): mixed { Services::get( Following\DailyNews::class )->run( ...$values ); return $values[0] ?? null; }
	public static function Sizes_SizesPage_answer( mixed ...$values ): mixed { Services::get( Sizes\SizesPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Sizes_SizesPage_choose_page( mixed ...$values ): mixed { return Services::get( Sizes\SizesPage::class )->choose_page( ...$values ); }
	public static function Sizes_SizesPage_show_link( mixed ...$values ): mixed { Sizes\SizesPage::show_link( ...$values ); return $values[0] ?? null; }
	public static function Sizes_SizesPage_show_link_of_registry( mixed ...$values ): mixed { Sizes\SizesPage::show_link_of_registry( ...$values ); return $values[0] ?? null; }
	public static function Sizes_SizesInFiles_import( mixed ...$values ): mixed { Sizes\SizesInFiles::import( ...$values ); return $values[0] ?? null; }
	public static function Sizes_SizesInFiles_copy( mixed ...$values ): mixed { Sizes\SizesInFiles::copy( ...$values ); return $values[0] ?? null; }
	public static function DeliveryAddress_AddressPage_answer( mixed ...$values ): mixed { Services::get( DeliveryAddress\AddressPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function DeliveryAddress_AddressPage_choose_page( mixed ...$values ): mixed { return Services::get( DeliveryAddress\AddressPage::class )->choose_page( ...$values ); }
	public static function DeliveryAddress_AddressPage_show_link( mixed ...$values ): mixed { DeliveryAddress\AddressPage::show_link( ...$values ); return $values[0] ?? null; }
	public static function Ideas_IdeaSwitch_show( mixed ...$values ): mixed { Ideas\IdeaSwitch::show( ...$values ); return $values[0] ?? null; }
	public static function Ideas_IdeaSwitch_answer( mixed ...$values ): mixed { Ideas\IdeaSwitch::answer( ...$values ); return $values[0] ?? null; }
	public static function Ideas_IdeasPage_answer( mixed ...$values ): mixed { Services::get( Ideas\IdeasPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Ideas_StoredIdeas_show_revealed( mixed ...$values ): mixed { Services::get( Ideas\StoredIdeas::class )->show_revealed( ...$values ); return $values[0] ?? null; }
	public static function Suggestions_SuggestPage_prepare_giving( mixed ...$values ): mixed { Services::get( Suggestions\SuggestPage::class )->prepare_giving( ...$values ); return $values[0] ?? null; }
	public static function Suggestions_SuggestPage_answer( mixed ...$values ): mixed { Services::get( Suggestions\SuggestPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Suggestions_SuggestPage_answer_switch( mixed ...$values ): mixed { Suggestions\SuggestPage::answer_switch( ...$values ); return $values[0] ?? null; }
	public static function Suggestions_AnswerForms_answer( mixed ...$values ): mixed { Services::get( Suggestions\AnswerForms::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Suggestions_AnswerForms_show( mixed ...$values ): mixed { Services::get( Suggestions\AnswerForms::class )->show( ...$values ); return $values[0] ?? null; }
	public static function Suggestions_SuggestPage_show_switch( mixed ...$values ): mixed { Suggestions\SuggestPage::show_switch( ...$values ); return $values[0] ?? null; }
	public static function Suggestions_Answers_end_promise( mixed ...$values ): mixed { Suggestions\Answers::end_promise( ...$values ); return $values[0] ?? null; }
	public static function Suggestions_Answers_run( mixed ...$values ): mixed { Services::get( Suggestions\Answers::class )->run( ...$values ); return $values[0] ?? null; }
	public static function Shares_SharesPage_answer( mixed ...$values ): mixed { Services::get( Shares\SharesPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Shares_SharePage_answer( mixed ...$values ): mixed { Services::get( Shares\SharePage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Shares_EndedShares_end_for_gift( mixed ...$values ): mixed { Services::get( Shares\EndedShares::class )->end_for_gift( ...$values ); return $values[0] ?? null; }
	public static function Shares_EndedShares_follow_event( mixed ...$values ): mixed { Services::get( Shares\EndedShares::class )->follow_event( ...$values ); return $values[0] ?? null; }
	public static function Shares_ShownShares_show( mixed ...$values ): mixed { Services::get( Shares\ShownShares::class )->show( ...$values ); return $values[0] ?? null; }
	public static function Unlisted_UnlistedPage_answer( mixed ...$values ): mixed { Services::get( Unlisted\UnlistedPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Unlisted_UnlistedPage_choose_page( mixed ...$values ): mixed { return Services::get( Unlisted\UnlistedPage::class )->choose_page( ...$values ); }
	public static function Unlisted_UnlistedPage_show_link( mixed ...$values ): mixed { Unlisted\UnlistedPage::show_link( ...$values ); return $values[0] ?? null; }
	public static function Unlisted_WishMover_forget_listed( mixed ...$values ): mixed { Unlisted\WishMover::forget_listed( ...$values ); return $values[0] ?? null; }
	public static function Unlisted_WishMover_show_due( mixed ...$values ): mixed { Services::get( Unlisted\WishMover::class )->show_due( ...$values ); return $values[0] ?? null; }
	public static function Unlisted_UnlistedInFiles_import( mixed ...$values ): mixed { Unlisted\UnlistedInFiles::import( ...$values ); return $values[0] ?? null; }
	public static function Appearances_AppearancesPage_answer( mixed ...$values ): mixed { Services::get( Appearances\AppearancesPage::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Appearances_AppearancesPage_choose_page( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Services::get( Appearances\AppearancesPage::class )->choose_page( ...$values ) : ( $values[0] ?? null ); }
	public static function Appearances_AppearancesPage_add_to_state( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Appearances\AppearancesPage::add_to_state( ...$values ) : ( $values[0] ?? null ); }
	public static function Exchange_Downloads_answer( mixed ...$values ): mixed { Services::get( Exchange\Downloads::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Exchange_ImportPage_show_link( mixed ...$values ): mixed { Exchange\ImportPage::show_link( ...$values ); return $values[0] ?? null; }
	public static function Exchange_ImportPage_show_exchange_links( mixed ...$values ): mixed { Exchange\ImportPage::show_exchange_links( ...$values ); return $values[0] ?? null; }
	public static function Circles_JoinPage_answer( mixed ...$values ): mixed { Circles\JoinPage::answer( ...$values ); return $values[0] ?? null; }
	public static function Circles_CircleForms_answer( mixed ...$values ): mixed { Services::get( Circles\CircleForms::class )->answer( ...$values ); return $values[0] ?? null; }
	public static function Circles_CirclePage_set_title( mixed ...$values ): mixed { return Conditions::shows_page_of( 'largesse_my_registries_page' ) ? Circles\CirclePage::set_title( ...$values ) : ( $values[0] ?? null ); }
	public static function Circles_CircleOverview_show( mixed ...$values ): mixed { Circles\CircleOverview::show( ...$values ); return $values[0] ?? null; }
	public static function Circles_ListChoice_show( mixed ...$values ): mixed { Circles\ListChoice::show( ...$values ); return $values[0] ?? null; }
	public static function Draws_DrawSection_handle( mixed ...$values ): mixed { Services::get( Draws\DrawSection::class )->handle( ...$values ); return $values[0] ?? null; }
	public static function Draws_DrawSection_add_tab( mixed ...$values ): mixed { return Services::get( Draws\DrawSection::class )->add_tab( ...$values ); }
	public static function Draws_DrawSection_show_drawn( mixed ...$values ): mixed { Draws\DrawSection::show_drawn( ...$values ); return $values[0] ?? null; }
	public static function Draws_Drawing_person_left( mixed ...$values ): mixed { Services::get( Draws\Drawing::class )->person_left( ...$values ); return $values[0] ?? null; }
	public static function Draws_DrawStore_delete( mixed ...$values ): mixed { Draws\DrawStore::delete( ...$values ); return $values[0] ?? null; }
	public static function Affiliates_AffiliateScreen_add_to_menu( mixed ...$values ): mixed { Affiliates\AffiliateScreen::add_to_menu( ...$values ); return $values[0] ?? null; }
	public static function Webhooks_WebhookScreen_add_page( mixed ...$values ): mixed { Webhooks\WebhookScreen::add_page( ...$values ); return $values[0] ?? null; }
	public static function Webhooks_WebhookScreen_remove_from_menu( mixed ...$values ): mixed { Webhooks\WebhookScreen::remove_from_menu( ...$values ); return $values[0] ?? null; }
	public static function Abilities_Abilities_register_category( mixed ...$values ): mixed { Services::get( Abilities\Abilities::class )->register_category( ...$values ); return $values[0] ?? null; }
}
