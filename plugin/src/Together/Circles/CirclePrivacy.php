<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\PersonalData;
use Largesse\Foundation\Records\Records;

/** Exports and erases the circles of a person, and open invitations to the person's address. */
final class CirclePrivacy extends PersonalData {

	public const GROUP = 'largesse-circles';

	public function forget_user( int $user_id ): void {
		self::leave_all( $user_id );
	}

	/** Deletes expired invitations, because they contain e-mail addresses. */
	public function delete_expired(): void {
		foreach ( Records::each( Circles::KIND, until: time() ) as $record ) {
			Circles::change(
				$record->key,
				static fn ( Circle $now ): Circle => $now->with( invitations: $now->open_invitations( time() ) )
			);
		}
	}

	public function label(): string {
		return __( 'Circles', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$user = get_user_by( 'email', $email );
		$data = array();
		foreach ( $user ? Circles::of_user( $user->ID ) : array() as $circle ) {
			$data[] = $this->membership( $circle, $user->ID );
		}
		foreach ( Circles::inviting( trim( $email ) ) as $circle ) {
			foreach (
				array_filter(
					$circle->invitations,
					static fn ( Invitation $one ): bool => self::is_to( $one, $email )
				) as $invitation
			) {
				$data[] = $this->entry(
					"circle-invitation-{$invitation->id}",
					array(
						__( 'Invitation to a circle', 'largesse' ) => esc_html( $circle->name ),
						__( 'Sent to', 'largesse' )                => esc_html( $invitation->email ),
						__( 'Requested', 'largesse' )              => self::time( $invitation->made ),
					)
				);
			}
		}
		return self::page( $data );
	}

	/** Removes the person, and those whom they look after, from all circles. Deletes invitations to the address. */
	public function erase( string $email, int $page = 1 ): array {
		$user     = get_user_by( 'email', $email );
		$outcomes = $user ? self::leave_all( $user->ID ) : array();
		foreach ( Circles::inviting( trim( $email ) ) as $circle ) {
			$outcomes[] = ! is_wp_error(
				Circles::change(
					$circle->id,
					static fn ( Circle $now ): Circle => $now->without_invitations(
						static fn ( Invitation $one ): bool => self::is_to( $one, $email )
					)
				)
			);
		}
		return self::outcome( $outcomes );
	}

	/** @return list<bool> Whether it worked in each circle of the user. */
	private static function leave_all( int $user_id ): array {
		$leave = static fn ( Circle $now ): Circle => $now->without_person( $now->member( $user_id )->id ?? '' );
		return array_map(
			static fn ( Circle $circle ): bool => ! is_wp_error( Circles::change( $circle->id, $leave ) ),
			Circles::of_user( $user_id )
		);
	}

	/** Exports no names of other people except those whom the user looks after. */
	private function membership( Circle $circle, int $user_id ): array {
		$self  = $circle->member( $user_id );
		$wards = null === $self ? array() : $circle->wards_of( $self->id );
		return $this->entry(
			"circle-{$circle->id}",
			array(
				__( 'Circle', 'largesse' )                  => esc_html( $circle->name ),
				__( 'Name in the circle', 'largesse' )      => esc_html( $self->name ?? '' ),
				__( 'Birthday', 'largesse' )                => esc_html( $self->birthday ?? '' ),
				__( 'Joined', 'largesse' )                  => self::time( $self->joined ?? 0 ),
				__( 'Organizer', 'largesse' )               => true === $self?->is_organizer
					? __( 'Yes', 'largesse' )
					: __( 'No', 'largesse' ),
				__( 'Looks after', 'largesse' )             => esc_html(
					implode(
						', ',
						array_map( static fn ( Person $ward ): string => trim( "{$ward->name} {$ward->birthday}" ), $wards )
					)
				),
			)
		);
	}

	private static function is_to( Invitation $invitation, string $email ): bool {
		return 0 === strcasecmp( $invitation->email, trim( $email ) );
	}
}
