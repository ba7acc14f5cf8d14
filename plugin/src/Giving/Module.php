<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Hook;
use Largesse\Registry\RegistryPostType;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function hooks(): array {
		return array(
			new Hook( 'largesse_gift_made', array( MailTriggers::class, 'queue_gift_mail' ) ),
			// The queue drops the mail later if the service has not stored the gift.
			new Hook( 'largesse_gift_unanswered', array( MailTriggers::class, 'queue_gift_mail' ) ),
			new Hook( 'largesse_gift_readdressed', array( MailTriggers::class, 'queue_gift_mail' ) ),
			new Hook( 'largesse_wish_removed', array( MailTriggers::class, 'queue_removal_mail' ) ),
			new Hook( 'largesse_wish_added', array( ReportedRemovals::class, 'forget' ) ),
			new Hook( 'largesse_gift_set_free', array( MailTriggers::class, 'queue_release_mail' ) ),
			new Hook( 'largesse_gift_revealed', array( MailTriggers::class, 'queue_reveal_mail' ) ),
			new Hook( 'before_delete_post', array( DeletedRegistryGivers::class, 'collect_data' ) ),
			new Hook( 'deleted_post', array( DeletedRegistryGivers::class, 'record_deletion' ) ),
			new Hook( 'rest_delete_' . RegistryPostType::NAME, array( DeletedRegistryGivers::class, 'read_before_service_deletes' ) ),
			// Runs before WordPress's redirect to the canonical address of the registry (priority 10).
			new Hook( 'template_redirect', array( GiftLinks::class, 'redirect' ), 5, when: 'has_input' ),
			// Runs before WordPress's redirect to the canonical address of the registry (priority 10).
			new Hook( 'template_redirect', array( GivePage::class, 'answer' ), 5, when: 'has_input' ),
			new Hook( 'document_title_parts', array( GivePage::class, 'set_title' ), when: 'has_input' ),
			// Runs before WordPress redirects to a canonical address.
			new Hook( 'template_redirect', array( GiverPage::class, 'answer' ), 2, when: 'has_input' ),
			// Runs before WordPress's redirect to the canonical address of the registry (priority 10).
			new Hook( 'template_redirect', array( BrowserGifts::class, 'answer' ), 5, when: 'has_input' ),
			// Runs before any output.
			new Hook( 'template_redirect', array( BrowserGifts::class, 'forget_for_owner' ), when: 'has_input' ),
			new Hook( 'largesse_registry_details', array( SurpriseFields::class, 'add_to_details' ) ),
			new Hook( RevealScheduler::HOOK, array( RevealScheduler::class, 'reveal_due' ) ),
			new Hook( 'added_post_meta', array( RevealScheduler::class, 'reset_state' ) ),
			new Hook( 'updated_post_meta', array( RevealScheduler::class, 'reset_state' ) ),
			new Hook( 'deleted_post_meta', array( RevealScheduler::class, 'reset_state' ) ),
		);
	}

	public static function mails(): array {
		return array(
			AffectedGivers::class   => array( AffectedGivers::REMOVED, AffectedGivers::DELETED ),
			RevealMailSender::class => array( RevealMailSender::REVEALED ),
			GiverMailSender::class  => array( GiverMailSender::GIVEN, GiverMailSender::GONE ),
		);
	}

	public static function personal_data(): array {
		return array( 'largesse-gifts' => GiverData::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array( GivingSettings::NAMES, GivingSettings::PER_ADDRESS, GivingSettings::PER_REGISTRY, GivingSettings::ADDRESSES_KEPT, GivingSettings::NAMES_KEPT ),
			post_meta: array( RevealScheduler::STATE, MailTriggers::TOLD, ReportedRemovals::META ),
			events: array( RevealScheduler::HOOK => 'hourly' ),
		);
	}
}
