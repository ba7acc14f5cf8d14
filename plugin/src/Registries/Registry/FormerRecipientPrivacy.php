<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Records\Records;
use Largesse\PersonalData;

/** Exports and erases the ids of the deleted lists whose gifts a person received. */
final class FormerRecipientPrivacy extends PersonalData {

	public const GROUP = 'largesse-former-lists';

	public function label(): string {
		return __( 'Deleted registries', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$user = get_user_by( 'email', $email );
		return self::page(
			array_map(
				fn ( int $list ): array => $this->entry(
					"former-list-{$list}",
					array( __( 'Registry', 'largesse' ) => (string) $list )
				),
				$user ? FormerRecipients::lists_of( $user ) : array()
			)
		);
	}

	public function erase( string $email, int $page = 1 ): array {
		$user    = get_user_by( 'email', $email );
		$records = $user ? Records::all( FormerRecipients::KIND, $user->ID ) : array();
		return self::outcome( array_map( 'is_null', FormerRecipients::delete( $records ) ) );
	}

	public function delete_expired(): void {
		FormerRecipients::forget_over();
	}
}
