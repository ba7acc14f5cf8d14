<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Html\Template;
use Largesse\Http\PrivatePage;
use Largesse\Http\Request;
use Largesse\Registry\Registries;
use WP_Post;

/**
 * Page behind the link in mails to followers (FollowerLink). Buttons on the page confirm the address or end the mails.
 * Opening the page changes nothing, because mail scanners open all links. Mail programs can end the mails without the
 * page (RFC 8058). The form needs no nonce, because other sites do not know the link's key.
 */
final class FollowerPage {

	/** Form field that contains the action. The field has one of the values below. */
	public const ACT     = 'act';
	public const CONFIRM = 'confirm';
	public const END     = 'end';
	public const END_ALL = 'end-all';

	/** Form field that a mail program sends when the reader unsubscribes (RFC 8058). */
	private const ONE_CLICK = 'List-Unsubscribe';

	public function __construct( private readonly FollowPage $following ) {}

	/** Answers this request if its address or form contains a token. */
	public function answer(): void {
		// phpcs:disable WordPress.Security.NonceVerification -- The key is a secret that other sites do not know.
		$address = (array) wp_unslash( $_GET );
		$form    = Request::is_post() ? (array) wp_unslash( $_POST ) : array();
		// phpcs:enable
		$token = $form[ FollowerLink::PARAMETER ] ?? $address[ FollowerLink::PARAMETER ] ?? null;
		if ( null === $token ) {
			return;
		}
		$found = FollowerLink::find( $token );
		$act   = match ( true ) {
			! Request::is_post() => '',
			isset( $form[ self::ONE_CLICK ] ) => isset( $address[ FollowerLink::ALL ] ) ? self::END_ALL : self::END,
			default              => $form[ self::ACT ] ?? '',
		};
		if ( null === $found ) {
			self::show_missing( Request::is_post() );
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
			'hidden'       => array( FollowerLink::PARAMETER => FollowerLink::token( $registry, $follower ) ),
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
