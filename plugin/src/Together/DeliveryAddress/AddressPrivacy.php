<?php
declare( strict_types=1 );

namespace Largesse\Together\DeliveryAddress;

use Largesse\Foundation\Records\Record;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\RecordPrivacy;
use WP_Post;

/** Delivery addresses that a person saved, and those of the person's registries. */
final class AddressPrivacy extends RecordPrivacy {

	public const GROUP = 'largesse-addresses';

	protected const KIND = StoredAddress::KIND;

	public function label(): string {
		return __( 'Delivery addresses', 'largesse' );
	}

	protected function entries( Record $record, string $title ): array {
		$registry = get_post( $record->registry );
		$address  = $registry instanceof WP_Post ? StoredAddress::of( $registry ) : null;
		$lines    = $address?->lines();
		if ( null === $address || array() === $lines ) {
			return array();
		}
		$entry = $this->entry(
			"address-{$record->registry}",
			array(
				__( 'Registry', 'largesse' )         => $title,
				__( 'Delivery address', 'largesse' ) => null === $lines
					? esc_html( AddressPage::unreadable() )
					: nl2br( esc_html( implode( "\n", $lines ) ) ),
				__( 'Erased on', 'largesse' )        => esc_html( Occasion::day( $address->end() ) ),
			)
		);
		return array( $entry );
	}

	/** Also deletes the addresses of the user's registries, because no other author can read them. */
	public function forget_user( int $user_id ): void {
		$page = 1;
		while ( ! $this->erase( (string) ( get_userdata( $user_id )->user_email ?? '' ), $page )['done'] ) {
			++$page;
		}
	}

	public function delete_expired(): void {
		StoredAddress::delete_expired();
	}

	public function policy(): string {
		return __( 'If you add a delivery address to a registry, we store it encrypted. Guests who give something see it on the page of their gift and in the mail about it. We delete it 60 days after the day of the registry or, without a day, a year after you last saved it, and when you empty the form or delete your account.', 'largesse' );
	}
}
