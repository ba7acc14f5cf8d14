<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use WP_User;

/**
 * E-mail addresses that are known to belong to their accounts (rules: Accounts). Only a confirmed address opens
 * registries and finds gifts. Otherwise, anyone could register with another person's address, and take this person's
 * invitations.
 */
final class ConfirmedAddress {

	/** User meta of an unconfirmed account: a random text. The key in the confirmation mail depends on this text. */
	public const PENDING = '_largesse_unconfirmed';

	/** Checks whether a user has not confirmed their address yet. */
	public static function is_pending( WP_User $user ): bool {
		return $user->exists() && '' !== (string) get_user_meta( $user->ID, self::PENDING, true );
	}

	/** Returns the confirmed e-mail address of a user; an empty text if there is none. */
	public static function of( WP_User $user ): string {
		return ! $user->exists() || self::is_pending( $user ) ? '' : $user->user_email;
	}
}
