<?php
declare( strict_types=1 );

namespace Largesse\DeliveryAddress;

use Largesse\PersonalData;
use Largesse\Registry\EventDate;
use Largesse\Registry\RegistryTitle;

/** Delivery addresses that a person saved, and those of the person's registries. */
final class AddressData extends PersonalData {

	public const GROUP = 'largesse-addresses';

	public function label(): string {
		return __( 'Delivery addresses', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$user = get_user_by( 'email', $email );
		$data = array();
		foreach ( $user ? StoredAddress::registries_of( $user->ID ) : array() as $registry ) {
			$address = StoredAddress::of( $registry );
			$lines   = $address->lines();
			if ( array() !== $lines ) {
				$data[] = $this->entry(
					"address-{$registry->ID}",
					array(
						__( 'Registry', 'largesse' )         => esc_html( RegistryTitle::of( $registry ) ),
						__( 'Delivery address', 'largesse' ) => null === $lines ? esc_html( AddressPage::unreadable() ) : nl2br( esc_html( implode( "\n", $lines ) ) ),
						__( 'Erased on', 'largesse' )        => esc_html( EventDate::day( $address->end() ) ),
					)
				);
			}
		}
		return self::page( $data );
	}

	public function erase( string $email, int $page = 1 ): array {
		$user = get_user_by( 'email', $email );
		return self::erasure( $user && StoredAddress::delete_of( $user->ID ) );
	}

	public function forget_user( int $user_id ): void {
		StoredAddress::delete_of( $user_id );
	}

	public function delete_expired(): void {
		StoredAddress::delete_expired();
	}

	public function policy(): string {
		return __( 'If you add a delivery address to a registry, we store it encrypted. Guests who give something see it on the page of their gift and in the mail about it. We delete it 60 days after the day of the registry or, without a day, a year after you last saved it, and when you empty the form or delete your account.', 'largesse' );
	}
}
