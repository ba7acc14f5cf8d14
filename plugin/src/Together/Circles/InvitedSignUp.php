<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\People\Accounts\Registration;
use WP_User;

/**
 * Sign-up by a mailed invitation. Its link proves that the visitor reads the mails of the invited address. So the site
 * creates the account without another mail, and adds the new member to the circle (rules: Accounts).
 */
final class InvitedSignUp {

	public function __construct( private readonly CircleChanges $changes ) {}

	/** Returns the page after a link: for an invited address without an account, the form that creates one. */
	public static function next_page( Circle $circle, JoinLink $link ): string {
		$url   = CirclePage::url( $circle->id );
		$email = $link->email( $circle );
		$is_new = '' !== $email && ! is_user_logged_in() && ! is_multisite() && ! get_user_by( 'email', $email );
		return $is_new && Registration::is_open() ? Registration::url( $url ) : $url;
	}

	/** Names the invitation in the form that creates an account. @param string $back Page that follows. */
	public static function add_invitation( ?array $invitation, string $back ): ?array {
		$invited = self::invited_to( $back );
		return null === $invited ? $invitation : array(
			'email' => $invited[1]->email( $invited[0] ),
			/* translators: %s: name of a circle. */
			'text'  => str_replace( '%s', $invited[0]->name, __( 'With an account, you join “%s”. The people in the circle see your name, and the lists that you share with them. You see theirs.', 'largesse' ) ),
		);
	}

	/** Adds a new member to the circle that the form has named. If this is not possible, the page of the circle asks. */
	public function join( WP_User $user, string $back ): void {
		$invited = self::invited_to( $back );
		if (
			null !== $invited
			&& 0 === strcasecmp( $invited[1]->email( $invited[0] ), $user->user_email )
			&& ! is_wp_error( $this->changes->join( $user, $invited[1], $user->display_name ) )
		) {
			JoinLink::delete_cookie( $invited[0]->id );
		}
	}

	/** @return array{0: Circle, 1: JoinLink}|null The circle of a page, and the mailed invitation that this browser has opened. */
	private static function invited_to( string $page ): ?array {
		wp_parse_str( (string) wp_parse_url( $page, PHP_URL_QUERY ), $query );
		$id     = $query[ CirclePage::PARAMETER ] ?? '';
		$circle = is_string( $id ) ? Circles::read( $id ) : null;
		$link   = null === $circle ? null : JoinLink::from_cookie( $circle );
		return null === $link || '' === $link->email( $circle ) ? null : array( $circle, $link );
	}
}
