<?php
declare( strict_types=1 );

// Generated from the modules by `npm run modules`. Change the modules instead of this file.

namespace Largesse;

/**
 * Callbacks of hooks whose method belongs to an object, or has a condition. Each method creates the object if the
 * condition is true. Hooks call all other methods directly. Other plugins can remove callbacks (docs/hooks.md).
 */
final class Callbacks {

	public static function Registry_PeopleLists_remove_user( mixed ...$values ): void { Services::get( Registry\PeopleLists::class )->remove_user( ...$values ); }
	public static function Registry_PeopleLists_remove_member( mixed ...$values ): void { Services::get( Registry\PeopleLists::class )->remove_member( ...$values ); }
	public static function Registry_PeopleLists_update_address( mixed ...$values ): void { Services::get( Registry\PeopleLists::class )->update_address( ...$values ); }
	public static function Registry_DeletedRegistries_record( mixed ...$values ): void { Services::get( Registry\DeletedRegistries::class )->record( ...$values ); }
	public static function Registry_DeletedRegistries_leave_to_service( mixed ...$values ): void { Services::get( Registry\DeletedRegistries::class )->leave_to_service( ...$values ); }
	public static function Registry_Capabilities_limit_rest( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Registry\Capabilities::limit_rest( ...$values ) : ( $values[0] ?? null ); }
	public static function Registry_Capabilities_skip_password( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Registry\Capabilities::skip_password( ...$values ) : ( $values[0] ?? null ); }
	public static function Registry_RestWrites_check( mixed ...$values ): mixed { return Services::get( Registry\RestWrites::class )->check( ...$values ); }
	public static function Registry_RestWrites_write_lists( mixed ...$values ): mixed { return Services::get( Registry\RestWrites::class )->write_lists( ...$values ); }
	public static function Registry_RestWrites_propose( mixed ...$values ): void { Services::get( Registry\RestWrites::class )->propose( ...$values ); }
	public static function Accounts_AddressConfirmation_add_service_header( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Accounts\AddressConfirmation::add_service_header( ...$values ) : ( $values[0] ?? null ); }
	public static function Accounts_SignUpPage_answer( mixed ...$values ): void { Services::get( Accounts\SignUpPage::class )->answer( ...$values ); }
	public static function Accounts_SignUpConfirmation_answer( mixed ...$values ): void { Services::get( Accounts\SignUpConfirmation::class )->answer( ...$values ); }
	public static function Guests_VisitorLanguage_choose( mixed ...$values ): void { if ( Conditions::shows_registry() || Conditions::has_input( 'any' ) || Conditions::is_not_found() || Conditions::shows_page_of( 'largesse_my_registries_page' ) ) { Guests\VisitorLanguage::choose( ...$values ); } }
	public static function Guests_LoginHint_prepare( mixed ...$values ): void { if ( Conditions::is_not_found() ) { Services::get( Guests\LoginHint::class )->prepare( ...$values ); } }
	public static function Invitations_RegistryLinkPage_answer( mixed ...$values ): void { Services::get( Invitations\RegistryLinkPage::class )->answer( ...$values ); }
	public static function Invitations_GuestAccess_record_member_visit( mixed ...$values ): void { if ( Conditions::is_signed_in() ) { Invitations\GuestAccess::record_member_visit( ...$values ); } }
	public static function Invitations_Invitations_remove( mixed ...$values ): void { Services::get( Invitations\Invitations::class )->remove( ...$values ); }
	public static function Giving_GiftMailSender_queue_gift_mail( mixed ...$values ): void { Services::get( Giving\GiftMailSender::class )->queue_gift_mail( ...$values ); }
	public static function Giving_AffectedGivers_queue_removal( mixed ...$values ): void { Services::get( Giving\AffectedGivers::class )->queue_removal( ...$values ); }
	public static function Giving_AffectedGivers_follow_event( mixed ...$values ): void { Services::get( Giving\AffectedGivers::class )->follow_event( ...$values ); }
	public static function Giving_GiftMailSender_queue_release_mail( mixed ...$values ): void { Services::get( Giving\GiftMailSender::class )->queue_release_mail( ...$values ); }
	public static function Giving_RevealMailSender_queue( mixed ...$values ): void { Services::get( Giving\RevealMailSender::class )->queue( ...$values ); }
	public static function Giving_AffectedGivers_queue_deletion( mixed ...$values ): void { Services::get( Giving\AffectedGivers::class )->queue_deletion( ...$values ); }
	public static function Giving_ShopLinks_redirect( mixed ...$values ): void { Services::get( Giving\ShopLinks::class )->redirect( ...$values ); }
	public static function Giving_GiftFormPage_answer( mixed ...$values ): void { Services::get( Giving\GiftFormPage::class )->answer( ...$values ); }
	public static function Giving_OwnGiftPage_answer( mixed ...$values ): void { Services::get( Giving\OwnGiftPage::class )->answer( ...$values ); }
	public static function Giving_OwnGifts_answer( mixed ...$values ): void { Services::get( Giving\OwnGifts::class )->answer( ...$values ); }
	public static function Giving_RevealScheduler_reveal_due( mixed ...$values ): void { Services::get( Giving\RevealScheduler::class )->reveal_due( ...$values ); }
	public static function Giving_RevealScheduler_reveal_before_read( mixed ...$values ): void { Services::get( Giving\RevealScheduler::class )->reveal_before_read( ...$values ); }
	public static function Giving_RevealScheduler_reset_state( mixed ...$values ): void { Services::get( Giving\RevealScheduler::class )->reset_state( ...$values ); }
	public static function Giving_RevealScheduler_inform( mixed ...$values ): void { Services::get( Giving\RevealScheduler::class )->inform( ...$values ); }
	public static function Mail_OptOutPage_answer( mixed ...$values ): void { Services::get( Mail\OptOutPage::class )->answer( ...$values ); }
	public static function Mail_Queue_work( mixed ...$values ): void { Services::get( Mail\Queue::class )->work( ...$values ); }
	public static function Mail_MailHealth_expect_gift( mixed ...$values ): mixed { return Services::get( Mail\MailHealth::class )->expect_gift( ...$values ); }
	public static function Mail_MailHealth_record( mixed ...$values ): void { Services::get( Mail\MailHealth::class )->record( ...$values ); }
	public static function Mail_MailHealth_clear( mixed ...$values ): void { Services::get( Mail\MailHealth::class )->clear( ...$values ); }
	public static function Owners_AccountForms_answer( mixed ...$values ): void { Services::get( Owners\AccountForms::class )->answer( ...$values ); }
	public static function Owners_AccountPage_answer( mixed ...$values ): void { Services::get( Owners\AccountPage::class )->answer( ...$values ); }
	public static function Owners_AccountPage_choose_page( mixed ...$values ): mixed { return Services::get( Owners\AccountPage::class )->choose_page( ...$values ); }
	public static function Owners_AccountPage_replace_profile_link( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Owners\AccountPage::replace_profile_link( ...$values ) : ( $values[0] ?? null ); }
	public static function Owners_GiftsForm_answer( mixed ...$values ): void { Services::get( Owners\GiftsForm::class )->answer( ...$values ); }
	public static function Owners_GiftsPage_answer( mixed ...$values ): void { Services::get( Owners\GiftsPage::class )->answer( ...$values ); }
	public static function Owners_PageSetup_hide_toolbar( mixed ...$values ): void { if ( Conditions::is_signed_in() ) { Owners\PageSetup::hide_toolbar( ...$values ); } }
	public static function Owners_PageSetup_create_first( mixed ...$values ): void { if ( Conditions::lacks_page_of( 'largesse_my_registries_page' ) ) { Owners\PageSetup::create_first( ...$values ); } }
	public static function Owners_PageSetup_prepare( mixed ...$values ): void { if ( Conditions::shows_page_of( 'largesse_my_registries_page' ) ) { Owners\PageSetup::prepare( ...$values ); } }
	public static function Owners_RecentEdits_store_after_meta( mixed ...$values ): void { Services::get( Owners\RecentEdits::class )->store_after_meta( ...$values ); }
	public static function Owners_RecentEdits_store_after_post( mixed ...$values ): void { Services::get( Owners\RecentEdits::class )->store_after_post( ...$values ); }
	public static function Owners_RecentEdits_store_after_wish( mixed ...$values ): void { Services::get( Owners\RecentEdits::class )->store_after_wish( ...$values ); }
	public static function Screens_RegistryScreen_prepare( mixed ...$values ): void { Services::get( Screens\RegistryScreen::class )->prepare( ...$values ); }
	public static function Helpers_ProposalMails_queue( mixed ...$values ): void { Services::get( Helpers\ProposalMails::class )->queue( ...$values ); }
	public static function Helpers_ProposalForms_answer( mixed ...$values ): void { Services::get( Helpers\ProposalForms::class )->answer( ...$values ); }
	public static function EventLog_LogFollower_follow( mixed ...$values ): void { Services::get( EventLog\LogFollower::class )->follow( ...$values ); }
	public static function Privacy_Retention_schedule_for_user( mixed ...$values ): void { Services::get( Privacy\Retention::class )->schedule_for_user( ...$values ); }
	public static function Privacy_Retention_schedule_for_network_user( mixed ...$values ): void { Services::get( Privacy\Retention::class )->schedule_for_network_user( ...$values ); }
	public static function Privacy_Retention_schedule_for_registry( mixed ...$values ): void { Services::get( Privacy\Retention::class )->schedule_for_registry( ...$values ); }
	public static function Privacy_Retention_erase_deleted( mixed ...$values ): void { Services::get( Privacy\Retention::class )->erase_deleted( ...$values ); }
	public static function Privacy_EmailProtection_refuse_change( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Privacy\EmailProtection::refuse_change( ...$values ) : ( $values[0] ?? null ); }
	public static function Privacy_OwnerPrivacy_close_archive( mixed ...$values ): void { if ( Conditions::is_author_page() ) { Services::get( Privacy\OwnerPrivacy::class )->close_archive( ...$values ); } }
	public static function Privacy_OwnerPrivacy_replace_archive_link( mixed ...$values ): mixed { return Services::get( Privacy\OwnerPrivacy::class )->replace_archive_link( ...$values ); }
	public static function Privacy_OwnerPrivacy_current_name( mixed ...$values ): mixed { return Services::get( Privacy\OwnerPrivacy::class )->current_name( ...$values ); }
	public static function Privacy_OwnerPrivacy_public_name( mixed ...$values ): mixed { return Services::get( Privacy\OwnerPrivacy::class )->public_name( ...$values ); }
	public static function Privacy_PrivacyTools_suggest_policy( mixed ...$values ): void { if ( Conditions::is_screen( 'options-privacy.php privacy-policy-guide.php post.php' ) || Conditions::has_reviewed_policy() ) { Privacy\PrivacyTools::suggest_policy( ...$values ); } }
	public static function Privacy_Retention_run( mixed ...$values ): void { Services::get( Privacy\Retention::class )->run( ...$values ); }
	public static function Setup_SettingsPage_register_settings( mixed ...$values ): void { Services::get( Setup\SettingsPage::class )->register_settings( ...$values ); }
	public static function Updates_Updates_details( mixed ...$values ): mixed { return Services::get( Updates\Updates::class )->details( ...$values ); }
	public static function Updates_Updates_download( mixed ...$values ): mixed { return Services::get( Updates\Updates::class )->download( ...$values ); }
	public static function Updates_Updates_add_sources( mixed ...$values ): mixed { return Services::get( Updates\Updates::class )->add_sources( ...$values ); }
	public static function Wishes_AppManifest_show_link( mixed ...$values ): void { if ( Conditions::is_signed_in() || Conditions::shows_page_of( 'largesse_my_registries_page' ) ) { Wishes\AppManifest::show_link( ...$values ); } }
	public static function Pictures_Thumbnails_run( mixed ...$values ): void { Services::get( Pictures\Thumbnails::class )->run( ...$values ); }
	public static function Pictures_UnusedPictureCleaner_run( mixed ...$values ): void { Services::get( Pictures\UnusedPictureCleaner::class )->run( ...$values ); }
	public static function Finding_SearchPage_add_matches( mixed ...$values ): mixed { return Conditions::is_search() ? Services::get( Finding\SearchPage::class )->add_matches( ...$values ) : ( $values[0] ?? null ); }
	public static function Finding_SearchPage_sort_matches_first( mixed ...$values ): mixed { return Conditions::is_search() ? Services::get( Finding\SearchPage::class )->sort_matches_first( ...$values ) : ( $values[0] ?? null ); }
	public static function Finding_SearchPage_prepare( mixed ...$values ): void { if ( Conditions::is_search() ) { Services::get( Finding\SearchPage::class )->prepare( ...$values ); } }
	public static function Finding_SearchText_add_to_occasion( mixed ...$values ): mixed { return Conditions::is_search() ? Finding\SearchText::add_to_occasion( ...$values ) : ( $values[0] ?? null ); }
	public static function Finding_SearchPage_remove_last_modified( mixed ...$values ): mixed { return Conditions::is_search() ? Finding\SearchPage::remove_last_modified( ...$values ) : ( $values[0] ?? null ); }
	public static function Sharing_HeadTags_show( mixed ...$values ): void { if ( Conditions::has_no_post() || Conditions::shows_registry() ) { Sharing\HeadTags::show( ...$values ); } }
	public static function Following_Feed_answer( mixed ...$values ): void { Services::get( Following\Feed::class )->answer( ...$values ); }
	public static function Following_FollowerPage_answer( mixed ...$values ): void { Services::get( Following\FollowerPage::class )->answer( ...$values ); }
	public static function Following_FollowPage_answer( mixed ...$values ): void { Services::get( Following\FollowPage::class )->answer( ...$values ); }
	public static function Following_DailyNews_run( mixed ...$values ): void { Services::get( Following\DailyNews::class )->run( ...$values ); }
	public static function Sizes_SizesPage_answer( mixed ...$values ): void { Services::get( Sizes\SizesPage::class )->answer( ...$values ); }
	public static function Sizes_SizesPage_choose_page( mixed ...$values ): mixed { return Services::get( Sizes\SizesPage::class )->choose_page( ...$values ); }
	public static function DeliveryAddress_AddressPage_answer( mixed ...$values ): void { Services::get( DeliveryAddress\AddressPage::class )->answer( ...$values ); }
	public static function DeliveryAddress_AddressPage_choose_page( mixed ...$values ): mixed { return Services::get( DeliveryAddress\AddressPage::class )->choose_page( ...$values ); }
	public static function Ideas_IdeaSwitch_answer( mixed ...$values ): void { Services::get( Ideas\IdeaSwitch::class )->answer( ...$values ); }
	public static function Ideas_IdeasPage_answer( mixed ...$values ): void { Services::get( Ideas\IdeasPage::class )->answer( ...$values ); }
	public static function Ideas_IdeasPage_show_to_recipient( mixed ...$values ): void { Services::get( Ideas\IdeasPage::class )->show_to_recipient( ...$values ); }
	public static function Suggestions_SuggestPage_prepare_giving( mixed ...$values ): void { Services::get( Suggestions\SuggestPage::class )->prepare_giving( ...$values ); }
	public static function Suggestions_SuggestPage_answer( mixed ...$values ): void { Services::get( Suggestions\SuggestPage::class )->answer( ...$values ); }
	public static function Suggestions_SuggestionSwitch_answer( mixed ...$values ): void { Services::get( Suggestions\SuggestionSwitch::class )->answer( ...$values ); }
	public static function Suggestions_AnswerForms_answer( mixed ...$values ): void { Services::get( Suggestions\AnswerForms::class )->answer( ...$values ); }
	public static function Suggestions_AnswerForms_show( mixed ...$values ): void { Services::get( Suggestions\AnswerForms::class )->show( ...$values ); }
	public static function Suggestions_Answers_run( mixed ...$values ): void { Services::get( Suggestions\Answers::class )->run( ...$values ); }
	public static function Shares_SharesPage_answer( mixed ...$values ): void { Services::get( Shares\SharesPage::class )->answer( ...$values ); }
	public static function Shares_SharePage_answer( mixed ...$values ): void { Services::get( Shares\SharePage::class )->answer( ...$values ); }
	public static function Shares_SharesPage_end_for_gift( mixed ...$values ): void { Services::get( Shares\SharesPage::class )->end_for_gift( ...$values ); }
	public static function Shares_SharesPage_follow_event( mixed ...$values ): void { Services::get( Shares\SharesPage::class )->follow_event( ...$values ); }
	public static function Shares_ShownShares_show( mixed ...$values ): void { Services::get( Shares\ShownShares::class )->show( ...$values ); }
	public static function Unlisted_UnlistedPage_answer( mixed ...$values ): void { Services::get( Unlisted\UnlistedPage::class )->answer( ...$values ); }
	public static function Unlisted_UnlistedPage_choose_page( mixed ...$values ): mixed { return Services::get( Unlisted\UnlistedPage::class )->choose_page( ...$values ); }
	public static function Unlisted_WishMover_show_due( mixed ...$values ): void { Services::get( Unlisted\WishMover::class )->show_due( ...$values ); }
	public static function Appearances_AppearancesPage_answer( mixed ...$values ): void { Services::get( Appearances\AppearancesPage::class )->answer( ...$values ); }
	public static function Appearances_AppearancesPage_choose_page( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Services::get( Appearances\AppearancesPage::class )->choose_page( ...$values ) : ( $values[0] ?? null ); }
	public static function Appearances_AppearancesPage_add_to_state( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Appearances\AppearancesPage::add_to_state( ...$values ) : ( $values[0] ?? null ); }
	public static function Exchange_ExportFile_answer( mixed ...$values ): void { Services::get( Exchange\ExportFile::class )->answer( ...$values ); }
	public static function Circles_CircleLinkPage_answer( mixed ...$values ): void { Services::get( Circles\CircleLinkPage::class )->answer( ...$values ); }
	public static function Circles_CircleForms_answer( mixed ...$values ): void { Services::get( Circles\CircleForms::class )->answer( ...$values ); }
	public static function Circles_CirclePage_set_title( mixed ...$values ): mixed { return Conditions::shows_page_of( 'largesse_my_registries_page' ) ? Circles\CirclePage::set_title( ...$values ) : ( $values[0] ?? null ); }
	public static function Circles_InvitedSignUp_join( mixed ...$values ): void { Services::get( Circles\InvitedSignUp::class )->join( ...$values ); }
	public static function Draws_DrawSection_answer( mixed ...$values ): void { Services::get( Draws\DrawSection::class )->answer( ...$values ); }
	public static function Draws_DrawSection_add_tab( mixed ...$values ): mixed { return Services::get( Draws\DrawSection::class )->add_tab( ...$values ); }
	public static function Draws_Draws_person_left( mixed ...$values ): void { Services::get( Draws\Draws::class )->person_left( ...$values ); }
}
