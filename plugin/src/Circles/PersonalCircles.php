<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\PersonalData;

/** Circles of a person, and open invitations to the person's address. */
final class PersonalCircles extends PersonalData {

	public const GROUP = 'largesse-circles';

	public function forget_user( int $user_id ): void {
		CircleChanges::leave_all( $user_id );
	}

	public function delete_expired(): void {
		Circles::delete_expired_invitations();
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
			foreach ( self::invitations( $circle, $email ) as $invitation ) {
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
		$user       = get_user_by( 'email', $email );
		$is_removed = $user && array() !== Circles::of_user( $user->ID );
		if ( $is_removed ) {
			CircleChanges::leave_all( $user->ID );
		}
		$is_kept = $is_removed && array() !== Circles::of_user( $user->ID );
		foreach ( Circles::inviting( trim( $email ) ) as $circle ) {
			$gone = array_column( self::invitations( $circle, $email ), 'id' );
			if ( $gone ) {
				$result     = Circles::change( $circle->id, static fn ( Circle $now ): Circle => $now->with_invitations( array_filter( $now->invitations, static fn ( Invitation $one ): bool => ! in_array( $one->id, $gone, true ) ) ) );
				$is_kept    = $is_kept || is_wp_error( $result );
				$is_removed = $is_removed || ! is_wp_error( $result );
			}
		}
		return self::erasure( $is_removed, $is_kept, $is_kept ? array( esc_html__( 'Some data could not be erased, because somebody was just changing a circle. Please erase the data again.', 'largesse' ) ) : array() );
	}

	/** Exports no names of other people except those whom the user looks after. @return array<string, mixed> */
	private function membership( Circle $circle, int $user_id ): array {
		$self  = $circle->people->of_user( $user_id );
		$wards = null === $self ? array() : $circle->people->wards_of( $self->id );
		return $this->entry(
			"circle-{$circle->id}",
			array(
				__( 'Circle', 'largesse' )                  => esc_html( $circle->name ),
				__( 'Name in the circle', 'largesse' )      => esc_html( $self->name ?? '' ),
				__( 'Joined', 'largesse' )                  => self::time( $self->joined ?? 0 ),
				__( 'Organizer', 'largesse' )               => true === $self?->is_organizer ? __( 'Yes', 'largesse' ) : __( 'No', 'largesse' ),
				__( 'Looks after', 'largesse' )             => esc_html( implode( ', ', array_column( $wards, 'name' ) ) ),
			)
		);
	}

	/** Returns a circle's invitations to an e-mail address. @return list<Invitation> */
	private static function invitations( Circle $circle, string $email ): array {
		return array_values( array_filter( $circle->invitations, static fn ( Invitation $one ): bool => 0 === strcasecmp( $one->email, trim( $email ) ) ) );
	}
}
