<?php
declare( strict_types=1 );

namespace Largesse\Accounts;

use Largesse\PersonalData;

/**
 * Unconfirmed sign-ups of a person.
 */
final class SignUpData extends PersonalData {

	/** Group of the data in an export, and name of its exporter and eraser. */
	public const GROUP = 'largesse-sign-ups';

	/** Returns the name of the data in WordPress's export and erasure tools. */
	public function label(): string {
		return __( 'Unconfirmed accounts', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$data = array();
		foreach ( array_values( PendingSignUps::all( $email ) ) as $index => $sign_up ) {
			$data[] = array(
				'group_id'    => self::GROUP,
				'group_label' => $this->label(),
				'item_id'     => "sign-up-{$index}",
				'data'        => self::values(
					array(
						__( 'Name', 'largesse' ) => esc_html( $sign_up->name ),
						__( 'Date', 'largesse' ) => (string) wp_date( 'Y-m-d H:i:s', $sign_up->time ),
					)
				),
			);
		}
		return array(
			'data' => $data,
			'done' => true,
		);
	}

	public function erase( string $email, int $page = 1 ): array {
		$is_there = array() !== PendingSignUps::all( $email );
		PendingSignUps::delete( $email );
		return array(
			'items_removed'  => $is_there,
			'items_retained' => false,
			'messages'       => array(),
			'done'           => true,
		);
	}
}
