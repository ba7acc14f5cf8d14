<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\PersonalData;

/** Exports and erases the ids of the deleted lists whose gifts a person received. */
final class FormerRecipientPrivacy extends PersonalData {

	public const GROUP = 'largesse-former-lists';

	public function label(): string {
		return __( 'Deleted registries', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$lists = array_unique( array_column( array_column( FormerRecipients::records_of( $email ), 'data' ), 'list' ) );
		return self::page(
			array_map(
				fn ( int $list ): array => $this->entry(
					"former-list-{$list}",
					array( __( 'Registry', 'largesse' ) => (string) $list )
				),
				array_values( $lists )
			)
		);
	}

	public function erase( string $email, int $page = 1 ): array {
		return self::outcome( array_map( 'is_null', FormerRecipients::delete( FormerRecipients::records_of( $email ) ) ) );
	}

	public function delete_expired(): void {
		FormerRecipients::forget_over();
	}
}
