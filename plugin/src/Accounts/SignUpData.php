<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\PersonalData;

/** Unconfirmed sign-ups of a person. */
final class SignUpData extends PersonalData {

	public const GROUP = 'largesse-sign-ups';

	public function label(): string {
		return __( 'Unconfirmed accounts', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$data = array();
		foreach ( array_values( PendingSignUps::all( $email ) ) as $index => $sign_up ) {
			$data[] = $this->entry(
				"sign-up-{$index}",
				array(
					__( 'Name', 'largesse' ) => esc_html( $sign_up->name ),
					__( 'Date', 'largesse' ) => self::time( $sign_up->time ),
				)
			);
		}
		return self::page( $data );
	}

	public function erase( string $email, int $page = 1 ): array {
		$is_there = array() !== PendingSignUps::all( $email );
		PendingSignUps::delete( $email );
		return self::erasure( $is_there );
	}
}
