<?php
declare( strict_types=1 );

namespace Largesse\Together\DeliveryAddress;

use Largesse\DataNote;
use Largesse\Hook;
use Largesse\StoredKeys;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'delivery-address';

	public static function texts(): array {
		return array(
			'name'  => __( 'Delivery address', 'largesse' ),
			'about' => __( 'Owners enter an address that only guests who give something see.', 'largesse' ),
		);
	}

	public static function hooks(): array {
		return array(
			// Runs before WordPress's redirect to the canonical address (priority 10).
			new Hook( 'template_redirect', array( AddressPage::class, 'answer' ), 5, when: 'has_input ' . AddressPage::FIELD ),
			new Hook( 'largesse_owner_page', array( AddressPage::class, 'choose_page' ) ),
			new Hook( 'largesse_after_managed_registry', array( AddressPage::class, 'show_link' ) ),
			new Hook( 'largesse_delivery_address', array( StoredAddress::class, 'add' ) ),
		);
	}

	public static function personal_data(): array {
		return array( AddressData::GROUP => AddressData::class );
	}

	public static function stored(): StoredKeys {
		return new StoredKeys(
			records: array(
				StoredAddress::KIND => DataNote::of_members( 'encrypted delivery address; owner and time of saving', 'owners, and guests whose gift counts', '60 days after the day; without one, a year after saving' ),
			),
		);
	}
}
