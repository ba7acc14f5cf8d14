<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\Setting;
use Largesse\SettingsSection;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public static function add_hooks(): void {
		add_action( 'largesse_gift_made', Services::callback( GiftMailSender::class, 'queue_gift_mail' ), 10, 5 );
		// The service's response was lost. GiftMailSender drops the mail if the service has not stored the gift.
		add_action( 'largesse_gift_unanswered', Services::callback( GiftMailSender::class, 'queue_gift_mail' ), 10, 5 );
		add_action( 'largesse_wish_removed', Services::callback( AffectedGivers::class, 'queue_removal' ), 10, 3 );
		add_action( 'largesse_event', Services::callback( AffectedGivers::class, 'follow_event' ) );
		add_action( 'largesse_gift_set_free', Services::callback( GiftMailSender::class, 'queue_release_mail' ), 10, 5 );
		add_action( 'largesse_gift_revealed', Services::callback( RevealMailSender::class, 'queue' ) );
		add_action( 'before_delete_post', Services::callback( AffectedGivers::class, 'queue_deletion' ), 10, 2 );
		if ( Request::has( 'gift' ) ) {
			// The following run before WordPress's redirect to the canonical address of the registry (priority 10).
			add_action( 'template_redirect', Services::callback( ShopLinks::class, 'redirect' ), 5 );
		}
		if ( Request::has( 'give', 'giving' ) ) {
			add_action( 'template_redirect', Services::callback( GiftFormPage::class, 'answer' ), 5 );
		}
		if ( Request::has( 'gift-of' ) ) {
			add_action( 'template_redirect', Services::callback( GiverPage::class, 'answer' ), 2 );
		}
		if ( Request::has( 'own-gifts' ) ) {
			add_action( 'template_redirect', Services::callback( GivingNotes::class, 'answer' ), 5 );
		}
		if ( Request::has_input() ) {
			// Runs before any output.
			add_action( 'template_redirect', array( GiftCookies::class, 'forget_on_page' ), 1 );
		}
		add_action( 'wp_login', array( GiftCookies::class, 'forget_at_sign_in' ), 10, 2 );
		// Before the site forgets the key of the browser, which proves whose forms these are.
		add_action( 'wp_logout', array( GiftCookies::class, 'forget_forms' ), 5 );
		add_action( 'largesse_reveals', Services::callback( RevealScheduler::class, 'reveal_due' ) );
		add_action( 'largesse_before_items_read', Services::callback( RevealScheduler::class, 'reveal_before_read' ) );
		add_action( 'added_post_meta', Services::callback( RevealScheduler::class, 'reset_state' ), 10, 3 );
		add_action( 'updated_post_meta', Services::callback( RevealScheduler::class, 'reset_state' ), 10, 3 );
		add_action( 'deleted_post_meta', Services::callback( RevealScheduler::class, 'reset_state' ), 10, 3 );
		add_action( 'largesse_shared_surprise', Services::callback( RevealScheduler::class, 'inform' ) );
	}

	public static function events(): array {
		return array(
			'largesse_reveals'         => 'hourly',
			'largesse_shared_surprise' => null,
		);
	}

	public static function routes(): array {
		return GiftRoutes::routes();
	}

	public static function fields(): array {
		return array( SurpriseFields::class );
	}

	public static function commands(): array {
		return array( 'largesse gifts' => GiftsCommand::class );
	}

	public static function settings(): array {
		$names  = new Setting(
			GivingSettings::NAMES,
			__( 'Name of the giver', 'largesse' ),
			__( 'Whether guests enter their name when they give something. The settings of each registry determine when its owners can see the names.', 'largesse' ),
			choices: array(
				GivingSettings::NEEDED   => __( 'Required', 'largesse' ),
				GivingSettings::OPTIONAL => __( 'Optional', 'largesse' ),
				GivingSettings::NONE     => __( 'Not asked', 'largesse' ),
			),
			standard: GivingSettings::OPTIONAL
		);
		$number = static fn ( string $option, string $label, string $about ): Setting => new Setting(
			$option,
			$label,
			$about,
			maximum: GivingSettings::NUMBERS[ $option ][1],
			standard: GivingSettings::NUMBERS[ $option ][0]
		);
		return array(
			new SettingsSection(
				'largesse_giving',
				array( $names ),
				__( 'Giving', 'largesse' ),
				__( 'Guests choose a wish on the page of a registry and say that they will give it. They need no account.', 'largesse' )
			),
			new SettingsSection(
				'largesse_giving_limits',
				array(
					$number(
						GivingSettings::PER_ADDRESS,
						__( 'Gifts from one network address to one registry in ten minutes', 'largesse' ),
						__( 'Anyone who gives more is asked to try again later. Everybody in one household, or on one phone network, may share an address.', 'largesse' )
					),
					$number(
						GivingSettings::PER_REGISTRY,
						__( 'Gifts for one registry in an hour', 'largesse' ),
						__( 'All guests of a registry together. Many give on the evening when they get the link.', 'largesse' )
					),
					$number(
						GivingSettings::ADDRESSES_KEPT,
						__( 'Days to keep e-mail addresses', 'largesse' ),
						__( 'The e-mail addresses of givers are erased this many days after the event. If the registry has no date, or the gift is made later, the days count from the gift.', 'largesse' )
					),
					$number(
						GivingSettings::NAMES_KEPT,
						__( 'Months to keep names', 'largesse' ),
						__( 'The names and messages of givers are erased this many months after the event, so that owners have time to thank them. The gifts stay.', 'largesse' )
					),
				),
				is_rare: true
			),
		);
	}

	public static function mails(): array {
		return array(
			AffectedGivers::class   => array(
				AffectedGivers::REMOVED => 'Sends no mail. This entry of the queue finds the givers of a removed wish, and queues their mails.',
				AffectedGivers::DELETED => 'Sends no mail. This entry of the queue finds the givers of a deleted registry, and queues their mails.',
				AffectedGivers::EDITED  => 'Sends no mail. This entry of the queue finds the givers of a changed wish, and queues their mails.',
			),
			RevealMailSender::class => array(
				RevealMailSender::REVEALED => 'To each owner on the day of the reveal, if there are gifts: the title of the registry and a link to the gifts.',
			),
			GiftMailSender::class   => array(
				GiftMailSender::GIVEN => 'To a giver who entered an address: the gift, the registry, its date and delivery address, and a link to the giver’s page.',
				GiftMailSender::CHANGED => 'To a giver, once for each change, if the owners have changed the name, the price or the shop of the wish: the gift as it was, the registry, and a link to the giver’s page.',
				GiftMailSender::GONE  => 'To a giver, if the wish or the registry was removed, or if a keeper released the gift: the gift, and the registry if the giver may open it.',
			),
		);
	}

	public static function personal_data(): array {
		return array( GiftPrivacy::GROUP => GiftPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			options: array(
				GivingSettings::NAMES          => new DataNote( 'whether givers enter their name' ),
				GivingSettings::PER_ADDRESS    => new DataNote( 'limit of gifts from one network address' ),
				GivingSettings::PER_REGISTRY   => new DataNote( 'limit of gifts for one registry' ),
				GivingSettings::ADDRESSES_KEPT => new DataNote( 'days for which addresses of givers are stored' ),
				GivingSettings::NAMES_KEPT     => new DataNote( 'months for which names of givers are stored' ),
			),
			transients: array(
				AffectedGivers::TOLD => new DataNote( 'gifts whose givers were told within the last hour that the wish was removed' ),
				AffectedGivers::KNOWN => new DataNote( 'gifts whose givers were told that the wish has changed, with a hash of the change' ),
			),
			post_meta: array(
				RevealScheduler::STATE => DataNote::of_members( 'state of the reveal of a registry’s gifts' ),
				RevealMailSender::TOLD => DataNote::of_members( 'day of the reveal about which the owner got a mail' ),
			),
		);
	}

	public static function offered_classes(): array {
		return array(
			AffectedGivers::class,
			BoughtView::class,
			ChangeNote::class,
			DeliveryLines::class,
			GiftCookies::class,
			Giver::class,
			GiverLink::class,
			GiverPromises::class,
			GiftFormPage::class,
			GiftLimits::class,
			GiftMailSender::class,
			GiftState::class,
			GivingSettings::class,
			ListView::class,
			GiverPage::class,
			GiftLink::class,
			GivingNotes::class,
			OwnGift::class,
			OwnedPieces::class,
			PriceRange::class,
			Purchases::class,
			RemainingView::class,
			ShopLinks::class,
			Surprise::class,
		);
	}

	public static function offered_templates(): array {
		return array( 'giving/after-the-day', 'giving/delivery-address' );
	}
}
