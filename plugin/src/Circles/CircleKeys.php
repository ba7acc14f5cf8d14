<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\Http\KeyedHash;
use Largesse\Http\RenewableKey;
use Largesse\Links\SecretParameters;
use WP_User;

/** Keys of links to a circle (rules: Circles), not stored, so a copy of the database is not enough to join. */
final class CircleKeys {

	private const PURPOSE = 'largesse-circle';

	/** Returns the value to store for a new family link. */
	public static function new_link( string $circle_id ): string {
		return RenewableKey::create( self::PURPOSE, self::subject( $circle_id ), KeyedHash::of( ... ) );
	}

	/** Returns the address of the family link; an empty text if there is none. */
	public static function link_url( Circle $circle ): string {
		$key = self::link( $circle )->value();
		return null === $key ? '' : self::url( $circle->id, $key );
	}

	public static function invitation_url( Circle $circle, Invitation $invitation ): string {
		return self::url( $circle->id, self::of_invitation( $circle, $invitation ) );
	}

	/** Returns the pass of a key; null if it is invalid. Compares all keys, so that the time reveals nothing. */
	public static function pass( Circle $circle, string $key ): ?JoinPass {
		$found = self::link( $circle )->matches( $key ) ? new JoinPass( $circle->id, null ) : null;
		foreach ( $circle->open_invitations( time() ) as $invitation ) {
			if ( hash_equals( self::of_invitation( $circle, $invitation ), $key ) ) {
				$found = new JoinPass( $circle->id, $invitation->id );
			}
		}
		return $found;
	}

	/** Returns the key of a pass; null if the pass's link or invitation no longer works. */
	public static function of_pass( Circle $circle, JoinPass $pass ): ?string {
		if ( null === $pass->invitation ) {
			return self::link( $circle )->value();
		}
		$invitation = $circle->invitation( $pass->invitation, time() );
		return null === $invitation ? null : self::of_invitation( $circle, $invitation );
	}

	/**
	 * Returns the id of a new circle, which is the same if a user sends the same form again. It is a keyed hash, so that
	 * nobody can test whether a circle exists, or reuse the id of a deleted circle.
	 */
	public static function circle_id( WP_User $user, string $form_id ): string {
		return substr( KeyedHash::of( 'largesse-new-circle|' . self::subject( $form_id ) . "|{$user->ID}" ), 0, 16 );
	}

	/**
	 * Returns the id of a person without an account, which is the same for the same form of the same guardian. Nobody can
	 * choose it. Otherwise, somebody could reuse the id of a person who has left.
	 */
	public static function ward_id( Circle $circle, Person $guardian, string $form_id ): string {
		return substr( KeyedHash::of( 'largesse-circle-ward|' . self::subject( $circle->id ) . "|{$guardian->id}|{$form_id}" ), 0, 16 );
	}

	/** Returns an identifier of a circle for keys. Sites of a network could have circles with the same id. */
	public static function subject( string $circle_id ): string {
		return $circle_id . '@' . get_current_blog_id();
	}

	private static function link( Circle $circle ): RenewableKey {
		return new RenewableKey( self::PURPOSE, self::subject( $circle->id ), $circle->link, KeyedHash::of( ... ) );
	}

	private static function of_invitation( Circle $circle, Invitation $invitation ): string {
		return KeyedHash::of( 'largesse-circle-invitation|' . self::subject( $circle->id ) . "|{$invitation->id}" );
	}

	private static function url( string $circle_id, string $key ): string {
		return SecretParameters::link( CirclePage::url( $circle_id ), SecretParameters::OPEN, $key );
	}
}
