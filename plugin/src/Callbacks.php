<?php
declare( strict_types=1 );

// Generated from the modules by `npm run modules`. Change the modules instead of this file.

namespace Largesse;

/**
 * Callbacks of hooks whose method belongs to an object, or has a condition. Each method creates the object if the
 * condition is true. Hooks call all other methods directly. Other plugins can remove callbacks (docs/hooks.md).
 */
final class Callbacks {

	public static function Registries_Registry_PeopleLists_remove_user( mixed ...$values ): void { Services::get( Registries\Registry\PeopleLists::class )->remove_user( ...$values ); }
	public static function Registries_Registry_PeopleLists_remove_member( mixed ...$values ): void { Services::get( Registries\Registry\PeopleLists::class )->remove_member( ...$values ); }
	public static function Registries_Registry_PeopleLists_update_address( mixed ...$values ): void { Services::get( Registries\Registry\PeopleLists::class )->update_address( ...$values ); }
	public static function Registries_Registry_DeletedRegistries_record( mixed ...$values ): void { Services::get( Registries\Registry\DeletedRegistries::class )->record( ...$values ); }
	public static function Registries_Registry_DeletedRegistries_leave_to_service( mixed ...$values ): void { Services::get( Registries\Registry\DeletedRegistries::class )->leave_to_service( ...$values ); }
	public static function Registries_Registry_Capabilities_limit_rest( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Registries\Registry\Capabilities::limit_rest( ...$values ) : ( $values[0] ?? null ); }
	public static function Registries_Registry_Capabilities_skip_password( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Registries\Registry\Capabilities::skip_password( ...$values ) : ( $values[0] ?? null ); }
	public static function Registries_Registry_RestWrites_check( mixed ...$values ): mixed { return Services::get( Registries\Registry\RestWrites::class )->check( ...$values ); }
	public static function Registries_Registry_RestWrites_write_lists( mixed ...$values ): mixed { return Services::get( Registries\Registry\RestWrites::class )->write_lists( ...$values ); }
	public static function Registries_Registry_RestWrites_propose( mixed ...$values ): void { Services::get( Registries\Registry\RestWrites::class )->propose( ...$values ); }
	public static function People_Accounts_AddressConfirmation_add_service_header( mixed ...$values ): mixed { return Conditions::is_signed_in() ? People\Accounts\AddressConfirmation::add_service_header( ...$values ) : ( $values[0] ?? null ); }
	public static function People_Accounts_SignUpPage_answer( mixed ...$values ): void { Services::get( People\Accounts\SignUpPage::class )->answer( ...$values ); }
	public static function People_Accounts_SignUpConfirmation_answer( mixed ...$values ): void { Services::get( People\Accounts\SignUpConfirmation::class )->answer( ...$values ); }
	public static function Pages_Guests_VisitorLanguage_choose( mixed ...$values ): void { if ( Conditions::shows_registry() || Conditions::has_input( 'any' ) || Conditions::is_not_found() || Conditions::shows_page_of( 'largesse_my_registries_page' ) ) { Pages\Guests\VisitorLanguage::choose( ...$values ); } }
	public static function Pages_Guests_LoginHint_prepare( mixed ...$values ): void { if ( Conditions::is_not_found() ) { Services::get( Pages\Guests\LoginHint::class )->prepare( ...$values ); } }
	public static function Together_Invitations_RegistryLinkPage_answer( mixed ...$values ): void { Services::get( Together\Invitations\RegistryLinkPage::class )->answer( ...$values ); }
	public static function Together_Invitations_GuestAccess_record_member_visit( mixed ...$values ): void { if ( Conditions::is_signed_in() ) { Together\Invitations\GuestAccess::record_member_visit( ...$values ); } }
	public static function Together_Invitations_GuestAccess_add_to_account( mixed ...$values ): void { if ( Conditions::is_signed_in() ) { Together\Invitations\GuestAccess::add_to_account( ...$values ); } }
	public static function Together_Invitations_OpenedListForm_answer( mixed ...$values ): void { Services::get( Together\Invitations\OpenedListForm::class )->answer( ...$values ); }
	public static function Together_Invitations_OpenedListForm_show_result( mixed ...$values ): void { Services::get( Together\Invitations\OpenedListForm::class )->show_result( ...$values ); }
	public static function Together_Invitations_Invitations_remove( mixed ...$values ): void { Services::get( Together\Invitations\Invitations::class )->remove( ...$values ); }
	public static function Promises_Giving_GiftMailSender_queue_gift_mail( mixed ...$values ): void { Services::get( Promises\Giving\GiftMailSender::class )->queue_gift_mail( ...$values ); }
	public static function Promises_Giving_AffectedGivers_queue_removal( mixed ...$values ): void { Services::get( Promises\Giving\AffectedGivers::class )->queue_removal( ...$values ); }
	public static function Promises_Giving_AffectedGivers_follow_event( mixed ...$values ): void { Services::get( Promises\Giving\AffectedGivers::class )->follow_event( ...$values ); }
	public static function Promises_Giving_GiftMailSender_queue_release_mail( mixed ...$values ): void { Services::get( Promises\Giving\GiftMailSender::class )->queue_release_mail( ...$values ); }
	public static function Promises_Giving_RevealMailSender_queue( mixed ...$values ): void { Services::get( Promises\Giving\RevealMailSender::class )->queue( ...$values ); }
	public static function Promises_Giving_AffectedGivers_queue_deletion( mixed ...$values ): void { Services::get( Promises\Giving\AffectedGivers::class )->queue_deletion( ...$values ); }
	public static function Promises_Giving_ShopLinks_redirect( mixed ...$values ): void { Services::get( Promises\Giving\ShopLinks::class )->redirect( ...$values ); }
	public static function Promises_Giving_GiftFormPage_answer( mixed ...$values ): void { Services::get( Promises\Giving\GiftFormPage::class )->answer( ...$values ); }
	public static function Promises_Giving_OwnGiftPage_answer( mixed ...$values ): void { Services::get( Promises\Giving\OwnGiftPage::class )->answer( ...$values ); }
	public static function Promises_Giving_OwnGifts_answer( mixed ...$values ): void { Services::get( Promises\Giving\OwnGifts::class )->answer( ...$values ); }
	public static function Promises_Giving_RevealScheduler_reveal_due( mixed ...$values ): void { Services::get( Promises\Giving\RevealScheduler::class )->reveal_due( ...$values ); }
	public static function Promises_Giving_RevealScheduler_reveal_before_read( mixed ...$values ): void { Services::get( Promises\Giving\RevealScheduler::class )->reveal_before_read( ...$values ); }
	public static function Promises_Giving_RevealScheduler_reset_state( mixed ...$values ): void { Services::get( Promises\Giving\RevealScheduler::class )->reset_state( ...$values ); }
	public static function Promises_Giving_RevealScheduler_inform( mixed ...$values ): void { Services::get( Promises\Giving\RevealScheduler::class )->inform( ...$values ); }
	public static function People_Mail_OptOutPage_answer( mixed ...$values ): void { Services::get( People\Mail\OptOutPage::class )->answer( ...$values ); }
	public static function People_Mail_Queue_work( mixed ...$values ): void { Services::get( People\Mail\Queue::class )->work( ...$values ); }
	public static function People_Mail_MailHealth_expect_gift( mixed ...$values ): mixed { return Services::get( People\Mail\MailHealth::class )->expect_gift( ...$values ); }
	public static function People_Mail_MailHealth_record( mixed ...$values ): void { Services::get( People\Mail\MailHealth::class )->record( ...$values ); }
	public static function People_Mail_MailHealth_clear( mixed ...$values ): void { Services::get( People\Mail\MailHealth::class )->clear( ...$values ); }
	public static function Pages_Owners_AccountForms_answer( mixed ...$values ): void { Services::get( Pages\Owners\AccountForms::class )->answer( ...$values ); }
	public static function Pages_Owners_AccountPage_answer( mixed ...$values ): void { Services::get( Pages\Owners\AccountPage::class )->answer( ...$values ); }
	public static function Pages_Owners_AccountPage_choose_page( mixed ...$values ): mixed { return Services::get( Pages\Owners\AccountPage::class )->choose_page( ...$values ); }
	public static function Pages_Owners_AccountPage_replace_profile_link( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Pages\Owners\AccountPage::replace_profile_link( ...$values ) : ( $values[0] ?? null ); }
	public static function Pages_Owners_GiftsForm_answer( mixed ...$values ): void { Services::get( Pages\Owners\GiftsForm::class )->answer( ...$values ); }
	public static function Pages_Owners_GiftsPage_answer( mixed ...$values ): void { Services::get( Pages\Owners\GiftsPage::class )->answer( ...$values ); }
	public static function Pages_Owners_PageSetup_hide_toolbar( mixed ...$values ): void { if ( Conditions::is_signed_in() ) { Pages\Owners\PageSetup::hide_toolbar( ...$values ); } }
	public static function Pages_Owners_PageSetup_create_first( mixed ...$values ): void { if ( Conditions::lacks_page_of( 'largesse_my_registries_page' ) ) { Pages\Owners\PageSetup::create_first( ...$values ); } }
	public static function Pages_Owners_PageSetup_prepare( mixed ...$values ): void { if ( Conditions::shows_page_of( 'largesse_my_registries_page' ) ) { Pages\Owners\PageSetup::prepare( ...$values ); } }
	public static function Pages_Owners_RecentEdits_store_after_meta( mixed ...$values ): void { Services::get( Pages\Owners\RecentEdits::class )->store_after_meta( ...$values ); }
	public static function Pages_Owners_RecentEdits_store_after_post( mixed ...$values ): void { Services::get( Pages\Owners\RecentEdits::class )->store_after_post( ...$values ); }
	public static function Pages_Owners_RecentEdits_store_after_wish( mixed ...$values ): void { Services::get( Pages\Owners\RecentEdits::class )->store_after_wish( ...$values ); }
	public static function Pages_Screens_RegistryScreen_prepare( mixed ...$values ): void { Services::get( Pages\Screens\RegistryScreen::class )->prepare( ...$values ); }
	public static function Together_Helpers_ProposalMails_queue( mixed ...$values ): void { Services::get( Together\Helpers\ProposalMails::class )->queue( ...$values ); }
	public static function Together_Helpers_ProposalForms_answer( mixed ...$values ): void { Services::get( Together\Helpers\ProposalForms::class )->answer( ...$values ); }
	public static function Operation_EventLog_LogFollower_follow( mixed ...$values ): void { Services::get( Operation\EventLog\LogFollower::class )->follow( ...$values ); }
	public static function Operation_EventLog_ChangeReports_report( mixed ...$values ): void { Services::get( Operation\EventLog\ChangeReports::class )->report( ...$values ); }
	public static function Operation_EventLog_ChangeReports_record_post( mixed ...$values ): void { Services::get( Operation\EventLog\ChangeReports::class )->record_post( ...$values ); }
	public static function Operation_EventLog_ChangeReports_record_new( mixed ...$values ): void { Services::get( Operation\EventLog\ChangeReports::class )->record_new( ...$values ); }
	public static function Operation_EventLog_ChangeReports_record_added( mixed ...$values ): void { Services::get( Operation\EventLog\ChangeReports::class )->record_added( ...$values ); }
	public static function Operation_EventLog_ChangeReports_record_changed( mixed ...$values ): void { Services::get( Operation\EventLog\ChangeReports::class )->record_changed( ...$values ); }
	public static function Operation_Privacy_Retention_schedule_for_user( mixed ...$values ): void { Services::get( Operation\Privacy\Retention::class )->schedule_for_user( ...$values ); }
	public static function Operation_Privacy_Retention_schedule_for_network_user( mixed ...$values ): void { Services::get( Operation\Privacy\Retention::class )->schedule_for_network_user( ...$values ); }
	public static function Operation_Privacy_Retention_schedule_for_registry( mixed ...$values ): void { Services::get( Operation\Privacy\Retention::class )->schedule_for_registry( ...$values ); }
	public static function Operation_Privacy_Retention_erase_deleted( mixed ...$values ): void { Services::get( Operation\Privacy\Retention::class )->erase_deleted( ...$values ); }
	public static function Operation_Privacy_EmailProtection_refuse_change( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Operation\Privacy\EmailProtection::refuse_change( ...$values ) : ( $values[0] ?? null ); }
	public static function Operation_Privacy_OwnerPrivacy_close_archive( mixed ...$values ): void { if ( Conditions::is_author_page() ) { Services::get( Operation\Privacy\OwnerPrivacy::class )->close_archive( ...$values ); } }
	public static function Operation_Privacy_OwnerPrivacy_replace_archive_link( mixed ...$values ): mixed { return Services::get( Operation\Privacy\OwnerPrivacy::class )->replace_archive_link( ...$values ); }
	public static function Operation_Privacy_OwnerPrivacy_current_name( mixed ...$values ): mixed { return Services::get( Operation\Privacy\OwnerPrivacy::class )->current_name( ...$values ); }
	public static function Operation_Privacy_OwnerPrivacy_public_name( mixed ...$values ): mixed { return Services::get( Operation\Privacy\OwnerPrivacy::class )->public_name( ...$values ); }
	public static function Operation_Privacy_PrivacyTools_suggest_policy( mixed ...$values ): void { if ( Conditions::is_screen( 'options-privacy.php privacy-policy-guide.php post.php' ) || Conditions::has_reviewed_policy() ) { Operation\Privacy\PrivacyTools::suggest_policy( ...$values ); } }
	public static function Operation_Privacy_Retention_run( mixed ...$values ): void { Services::get( Operation\Privacy\Retention::class )->run( ...$values ); }
	public static function Operation_Setup_SettingsPage_register_settings( mixed ...$values ): void { Services::get( Operation\Setup\SettingsPage::class )->register_settings( ...$values ); }
	public static function Operation_Updates_Updates_details( mixed ...$values ): mixed { return Services::get( Operation\Updates\Updates::class )->details( ...$values ); }
	public static function Operation_Updates_Updates_download( mixed ...$values ): mixed { return Services::get( Operation\Updates\Updates::class )->download( ...$values ); }
	public static function Operation_Updates_Updates_add_sources( mixed ...$values ): mixed { return Services::get( Operation\Updates\Updates::class )->add_sources( ...$values ); }
	public static function Managing_Wishes_AppManifest_show_link( mixed ...$values ): void { if ( Conditions::is_signed_in() || Conditions::shows_page_of( 'largesse_my_registries_page' ) ) { Managing\Wishes\AppManifest::show_link( ...$values ); } }
	public static function Registries_Pictures_Thumbnails_run( mixed ...$values ): void { Services::get( Registries\Pictures\Thumbnails::class )->run( ...$values ); }
	public static function Registries_Pictures_UnusedPictureCleaner_run( mixed ...$values ): void { Services::get( Registries\Pictures\UnusedPictureCleaner::class )->run( ...$values ); }
	public static function Managing_Finding_SearchPage_add_matches( mixed ...$values ): mixed { return Conditions::is_search() ? Services::get( Managing\Finding\SearchPage::class )->add_matches( ...$values ) : ( $values[0] ?? null ); }
	public static function Managing_Finding_SearchPage_sort_matches_first( mixed ...$values ): mixed { return Conditions::is_search() ? Services::get( Managing\Finding\SearchPage::class )->sort_matches_first( ...$values ) : ( $values[0] ?? null ); }
	public static function Managing_Finding_SearchPage_prepare( mixed ...$values ): void { if ( Conditions::is_search() ) { Services::get( Managing\Finding\SearchPage::class )->prepare( ...$values ); } }
	public static function Managing_Finding_SearchText_add_to_occasion( mixed ...$values ): mixed { return Conditions::is_search() ? Managing\Finding\SearchText::add_to_occasion( ...$values ) : ( $values[0] ?? null ); }
	public static function Managing_Finding_SearchPage_remove_last_modified( mixed ...$values ): mixed { return Conditions::is_search() ? Managing\Finding\SearchPage::remove_last_modified( ...$values ) : ( $values[0] ?? null ); }
	public static function Managing_Sharing_HeadTags_show( mixed ...$values ): void { if ( Conditions::has_no_post() || Conditions::shows_registry() ) { Managing\Sharing\HeadTags::show( ...$values ); } }
	public static function Together_Following_Feed_answer( mixed ...$values ): void { Services::get( Together\Following\Feed::class )->answer( ...$values ); }
	public static function Together_Following_FollowerPage_answer( mixed ...$values ): void { Services::get( Together\Following\FollowerPage::class )->answer( ...$values ); }
	public static function Together_Following_FollowPage_answer( mixed ...$values ): void { Services::get( Together\Following\FollowPage::class )->answer( ...$values ); }
	public static function Together_Following_DailyNews_run( mixed ...$values ): void { Services::get( Together\Following\DailyNews::class )->run( ...$values ); }
	public static function Together_Calendar_CalendarPage_answer( mixed ...$values ): void { Services::get( Together\Calendar\CalendarPage::class )->answer( ...$values ); }
	public static function Together_Calendar_CalendarPage_choose_page( mixed ...$values ): mixed { return Services::get( Together\Calendar\CalendarPage::class )->choose_page( ...$values ); }
	public static function Together_Sizes_SizesPage_answer( mixed ...$values ): void { Services::get( Together\Sizes\SizesPage::class )->answer( ...$values ); }
	public static function Together_Sizes_SizesPage_choose_page( mixed ...$values ): mixed { return Services::get( Together\Sizes\SizesPage::class )->choose_page( ...$values ); }
	public static function Together_DeliveryAddress_AddressPage_answer( mixed ...$values ): void { Services::get( Together\DeliveryAddress\AddressPage::class )->answer( ...$values ); }
	public static function Together_DeliveryAddress_AddressPage_choose_page( mixed ...$values ): mixed { return Services::get( Together\DeliveryAddress\AddressPage::class )->choose_page( ...$values ); }
	public static function Together_Ideas_IdeaSwitch_answer( mixed ...$values ): void { Services::get( Together\Ideas\IdeaSwitch::class )->answer( ...$values ); }
	public static function Together_Ideas_IdeasPage_answer( mixed ...$values ): void { Services::get( Together\Ideas\IdeasPage::class )->answer( ...$values ); }
	public static function Together_Ideas_IdeasPage_show_to_recipient( mixed ...$values ): void { Services::get( Together\Ideas\IdeasPage::class )->show_to_recipient( ...$values ); }
	public static function Together_Suggestions_SuggestPage_prepare_giving( mixed ...$values ): void { Services::get( Together\Suggestions\SuggestPage::class )->prepare_giving( ...$values ); }
	public static function Together_Suggestions_SuggestPage_answer( mixed ...$values ): void { Services::get( Together\Suggestions\SuggestPage::class )->answer( ...$values ); }
	public static function Together_Suggestions_SuggestionSwitch_answer( mixed ...$values ): void { Services::get( Together\Suggestions\SuggestionSwitch::class )->answer( ...$values ); }
	public static function Together_Suggestions_AnswerForms_answer( mixed ...$values ): void { Services::get( Together\Suggestions\AnswerForms::class )->answer( ...$values ); }
	public static function Together_Suggestions_AnswerForms_show( mixed ...$values ): void { Services::get( Together\Suggestions\AnswerForms::class )->show( ...$values ); }
	public static function Together_Suggestions_Answers_run( mixed ...$values ): void { Services::get( Together\Suggestions\Answers::class )->run( ...$values ); }
	public static function Together_Shares_SharesPage_answer( mixed ...$values ): void { Services::get( Together\Shares\SharesPage::class )->answer( ...$values ); }
	public static function Together_Shares_SharePage_answer( mixed ...$values ): void { Services::get( Together\Shares\SharePage::class )->answer( ...$values ); }
	public static function Together_Shares_SharesPage_end_for_gift( mixed ...$values ): void { Services::get( Together\Shares\SharesPage::class )->end_for_gift( ...$values ); }
	public static function Together_Shares_SharesPage_follow_event( mixed ...$values ): void { Services::get( Together\Shares\SharesPage::class )->follow_event( ...$values ); }
	public static function Together_Shares_ShownShares_show( mixed ...$values ): void { Services::get( Together\Shares\ShownShares::class )->show( ...$values ); }
	public static function Managing_Unlisted_UnlistedPage_answer( mixed ...$values ): void { Services::get( Managing\Unlisted\UnlistedPage::class )->answer( ...$values ); }
	public static function Managing_Unlisted_UnlistedPage_choose_page( mixed ...$values ): mixed { return Services::get( Managing\Unlisted\UnlistedPage::class )->choose_page( ...$values ); }
	public static function Managing_Unlisted_WishMover_show_due( mixed ...$values ): void { Services::get( Managing\Unlisted\WishMover::class )->show_due( ...$values ); }
	public static function Managing_Appearances_AppearancesPage_answer( mixed ...$values ): void { Services::get( Managing\Appearances\AppearancesPage::class )->answer( ...$values ); }
	public static function Managing_Appearances_AppearancesPage_choose_page( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Services::get( Managing\Appearances\AppearancesPage::class )->choose_page( ...$values ) : ( $values[0] ?? null ); }
	public static function Managing_Appearances_AppearancesPage_add_to_state( mixed ...$values ): mixed { return Conditions::is_signed_in() ? Managing\Appearances\AppearancesPage::add_to_state( ...$values ) : ( $values[0] ?? null ); }
	public static function Managing_Exchange_ExportFile_answer( mixed ...$values ): void { Services::get( Managing\Exchange\ExportFile::class )->answer( ...$values ); }
	public static function Together_Circles_CircleLinkPage_answer( mixed ...$values ): void { Services::get( Together\Circles\CircleLinkPage::class )->answer( ...$values ); }
	public static function Together_Circles_CircleForms_answer( mixed ...$values ): void { Services::get( Together\Circles\CircleForms::class )->answer( ...$values ); }
	public static function Together_Circles_CirclePage_set_title( mixed ...$values ): mixed { return Conditions::shows_page_of( 'largesse_my_registries_page' ) ? Together\Circles\CirclePage::set_title( ...$values ) : ( $values[0] ?? null ); }
	public static function Together_Circles_InvitedSignUp_join( mixed ...$values ): void { Services::get( Together\Circles\InvitedSignUp::class )->join( ...$values ); }
	public static function Together_Circles_CircleReminders_add( mixed ...$values ): mixed { return Services::get( Together\Circles\CircleReminders::class )->add( ...$values ); }
	public static function Together_Questions_QuestionsPage_answer( mixed ...$values ): void { Services::get( Together\Questions\QuestionsPage::class )->answer( ...$values ); }
	public static function Together_Questions_OwnerAnswers_answer( mixed ...$values ): void { Services::get( Together\Questions\OwnerAnswers::class )->answer( ...$values ); }
	public static function Together_Questions_QuestionSwitch_answer( mixed ...$values ): void { Services::get( Together\Questions\QuestionSwitch::class )->answer( ...$values ); }
	public static function Together_Questions_CircleQuestions_answer( mixed ...$values ): void { Services::get( Together\Questions\CircleQuestions::class )->answer( ...$values ); }
	public static function Together_Questions_OwnerAnswers_show( mixed ...$values ): void { Services::get( Together\Questions\OwnerAnswers::class )->show( ...$values ); }
	public static function Together_Questions_CircleQuestions_show( mixed ...$values ): void { Services::get( Together\Questions\CircleQuestions::class )->show( ...$values ); }
	public static function Together_Digest_EndReminders_answer( mixed ...$values ): void { Services::get( Together\Digest\EndReminders::class )->answer( ...$values ); }
	public static function Together_Digest_RemindersPage_answer( mixed ...$values ): void { Services::get( Together\Digest\RemindersPage::class )->answer( ...$values ); }
	public static function Together_Digest_RemindersPage_choose_page( mixed ...$values ): mixed { return Services::get( Together\Digest\RemindersPage::class )->choose_page( ...$values ); }
	public static function Together_Digest_EmptyLists_add( mixed ...$values ): mixed { return Services::get( Together\Digest\EmptyLists::class )->add( ...$values ); }
	public static function Together_Digest_DigestMails_run( mixed ...$values ): void { Services::get( Together\Digest\DigestMails::class )->run( ...$values ); }
	public static function Together_Draws_DrawSection_answer( mixed ...$values ): void { Services::get( Together\Draws\DrawSection::class )->answer( ...$values ); }
	public static function Together_Draws_DrawSection_add_tab( mixed ...$values ): mixed { return Services::get( Together\Draws\DrawSection::class )->add_tab( ...$values ); }
	public static function Together_Draws_Draws_person_left( mixed ...$values ): void { Services::get( Together\Draws\Draws::class )->person_left( ...$values ); }
}
