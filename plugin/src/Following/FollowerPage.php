<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Html\Template;
use Largesse\Http\KeyedHash;
use Largesse\Http\PrivatePage;
use Largesse\Http\Request;
use Largesse\Http\Submission;
use Largesse\Invitations\LinkKey;
use Largesse\Links\SecretParameters;
use Largesse\Registry\Registries;
use WP_Post;

/**
 * Page behind the link in mails to followers. Buttons on the page confirm the address or end the mails. Opening the page
 * changes nothing, because mail scanners open all links. Mail programs can end the mails without the page (RFC 8058).
 * The form needs no nonce, because other sites do not know the link's key. The key also needs the site's salts, so a
 * copy of the database is not enough.
 */
final class FollowerPage {

	public const PARAMETER = SecretParameters::FOLLOWER;

	/** Name of the parameter with which a one-click unsubscription (RFC 8058) ends the mails about all lists. */
	private const ALL = 'all';

	/** Purpose of a key that opens the page. */
	private const PURPOSE = 'largesse-follower';

	/** Form field that contains the action. The field has one of the values below. */
	public const ACT     = 'act';
	public const CONFIRM = 'confirm';
	public const END     = 'end';
	public const END_ALL = 'end-all';

	/** Form field that a mail program sends when the reader unsubscribes (RFC 8058). */
	private const ONE_CLICK = 'List-Unsubscribe';

	public function __construct( private readonly FollowPage $following ) {}

	public static function url( WP_Post $registry, Follower $follower, bool $is_for_all = false ): string {
		return SecretParameters::link( home_url( '/' ), self::PARAMETER, self::token( $registry, $follower ), $is_for_all ? array( self::ALL => '1' ) : array() );
	}

	/** Returns a follower's token, which is valid for one purpose: the registry's id, the letter x, and the key. */
	public static function token( WP_Post $registry, Follower $follower, string $purpose = self::PURPOSE ): string {
		return $registry->ID . 'x' . self::key( $registry, $follower, $purpose );
	}

	/** @return array{0: WP_Post, 1: Follower}|null Null if the token is invalid. */
	public static function find( mixed $token, string $purpose = self::PURPOSE ): ?array {
		list( $id, $sent ) = SecretParameters::numbered_key( $token );

		$registry = 0 === $id ? null : get_post( $id );
		if ( ! $registry instanceof WP_Post ) {
			return null;
		}
		$found = null;
		foreach ( Followers::of( $registry->ID ) as $follower ) {
			if ( hash_equals( self::key( $registry, $follower, $purpose ), $sent ) ) {
				$found = array( $registry, $follower );
			}
		}
		return $found;
	}

	private static function key( WP_Post $registry, Follower $follower, string $purpose ): string {
		return KeyedHash::of( "{$purpose}|" . LinkKey::registry_identifier( $registry ) . "|{$follower->id}" );
	}

	/** Answers this request if its address or form contains a token. */
	public function answer(): void {
		$sent  = Submission::from_request();
		// A link that lost its key is answered like an invalid link.
		$token = $sent->raw( self::PARAMETER ) ?? ( $sent->is_form ? Request::parameter( self::PARAMETER ) : null );
		if ( null === $token ) {
			return;
		}
		$found = self::find( $token );
		$act   = match ( true ) {
			! $sent->is_form => '',
			$sent->has( self::ONE_CLICK ) => '' === Request::parameter( self::ALL ) ? self::END : self::END_ALL,
			default          => $sent->text( self::ACT ),
		};
		if ( null === $found ) {
			self::show_missing( $sent->is_form );
			return;
		}
		match ( $act ) {
			self::CONFIRM => $this->confirm( ...$found ),
			self::END     => self::end( $found[0], $found[1], array( $found[1] ) ),
			self::END_ALL => self::end( $found[0], $found[1], Followers::everywhere( $found[1]->user, $found[1]->email ) ),
			default       => self::show( $found[0], $found[1] ),
		};
	}

	private function confirm( WP_Post $registry, Follower $follower ): void {
		if ( ! FollowerAccess::may_see( $registry, $follower ) ) {
			self::show( $registry, $follower );
			return;
		}
		$problem = $this->following->start( $registry, $follower );
		if ( null !== $problem ) {
			PrivatePage::show( 409, __( 'Nothing has changed', 'largesse' ), PrivatePage::panel( array( $problem->get_error_message() ), array() ) );
			return;
		}
		self::show( $registry, Followers::find( $registry->ID, $follower->user, $follower->email ) ?? $follower, true );
	}

	/** @param array<Follower> $ended The person's entries. */
	private static function end( WP_Post $registry, Follower $follower, array $ended ): void {
		foreach ( $ended as $one ) {
			$failed = Followers::remove( $one );
			if ( null !== $failed ) {
				PrivatePage::show( 503, __( 'Please try again', 'largesse' ), PrivatePage::panel( array( $failed->get_error_message() ), array() ) );
				return;
			}
		}
		$is_open = FollowerAccess::may_see( $registry, $follower );
		$text    = match ( true ) {
			count( $ended ) > 1 => __( 'You no longer follow any list, and you get no more of these mails.', 'largesse' ),
			/* translators: %s: title of a registry. */
			$is_open            => sprintf( __( 'You no longer follow “%s”, and you get no more mails about it.', 'largesse' ), Registries::title( $registry ) ),
			default             => __( 'You get no more mails about this list.', 'largesse' ),
		};
		PrivatePage::show( 200, __( 'You get no more mails', 'largesse' ), PrivatePage::panel( array( $text ), $is_open ? array( FollowerAccess::url( $registry, $follower ) => __( 'Look at the list', 'largesse' ) ) : array() ) );
	}

	/** Shows the page of a follower. @param bool $is_new Whether the follower has just confirmed. */
	private static function show( WP_Post $registry, Follower $follower, bool $is_new = false ): void {
		$is_open = FollowerAccess::may_see( $registry, $follower );
		$others  = $follower->is_confirmed ? count( Followers::confirmed( $follower->user, $follower->email ) ) - 1 : 0;
		$page    = array(
			'hidden'       => array( self::PARAMETER => self::token( $registry, $follower ) ),
			'is_new'       => $is_new,
			'is_following' => $follower->is_confirmed,
			'others'       => $others,
			'title'        => $is_open ? Registries::title( $registry ) : '',
			'feed_url'     => $is_open && $follower->is_confirmed ? Feed::url( $registry, $follower ) : '',
			'url'          => $is_open ? FollowerAccess::url( $registry, $follower ) : '',
		);
		PrivatePage::show( 200, $follower->is_confirmed ? __( 'You follow a list', 'largesse' ) : __( 'Follow a list', 'largesse' ), Template::render( 'following/follower-page', $page ) );
	}

	/** @param bool $is_done Whether the visitor asked to end mails that have already ended. */
	private static function show_missing( bool $is_done ): void {
		$texts = array(
			__( 'This link no longer works, or it is incomplete.', 'largesse' ),
			__( 'If you still get mails about a list, use the link in the newest one.', 'largesse' ),
		);
		PrivatePage::show( $is_done ? 200 : 404, __( 'There is nothing here', 'largesse' ), PrivatePage::panel( $texts, array( home_url( '/' ) => __( 'Go to the start page', 'largesse' ) ) ) );
	}
}
