<?php
declare( strict_types=1 );

namespace Largesse\Together\DeliveryAddress;

use Largesse\DataNote;
use Largesse\Foundation\Http\Request;
use Largesse\Services;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'delivery-address';

	public static function texts(): array {
		return array(
			'name'  => __( 'Delivery address', 'largesse' ),
			'about' => __( 'For guests who let a shop send their gift: only guests who give something see the address.', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		if ( Request::has( 'largesse-address-save' ) ) {
			// Runs before WordPress's redirect to the canonical address (priority 10).
			add_action( 'template_redirect', Services::callback( AddressPage::class, 'answer' ), 5 );
		}
		add_filter( 'largesse_owner_page', Services::callback( AddressPage::class, 'choose_page' ), 10, 2 );
		add_action( 'largesse_after_managed_registry', array( AddressPage::class, 'show_link' ) );
		add_filter( 'largesse_delivery_address', array( StoredAddress::class, 'add' ), 10, 2 );
	}

	public static function personal_data(): array {
		return array( AddressPrivacy::GROUP => AddressPrivacy::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				StoredAddress::KIND => DataNote::of_members(
					'encrypted delivery address; owner and time of saving',
					'owners, and guests whose gift counts',
					'60 days after the day; without one, a year after saving'
				),
			),
		);
	}
}
