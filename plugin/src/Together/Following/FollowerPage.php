<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\LinkPage;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\Together\Invitations\LinkKey;
use Largesse\Registries\Links\SecretParameters;
use Largesse\Registries\Registry\Registries;
use WP_Post;

/**
 * Page behind the link in mails to followers. Buttons on the page confirm the address or end the mails. Mail programs
 * can end the mails without the page (RFC 8058). The key also needs the site's salts, so a copy of the database is not
 * enough.
 *
 * @extends LinkPage<array{0: WP_Post, 1: Follower}>
 */
final class FollowerPage extends LinkPage {

	public const FIELD = SecretParameters::FOLLOWER;

	/** Name of the parameter with which a one-click unsubscription (RFC 8058) ends the mails about all lists. */
	private const ALL = 'all';

	/** Purpose of a key that opens the page. */
	private const PURPOSE = 'largesse-follower';

	/** Form field with the pressed button, and the buttons. */
	public const BUTTON  = 'act';
	public const CONFIRM = 'confirm';
	public const END     = 'end';
	public const END_ALL = 'end-all';

	/** Form field that a mail program sends when the reader unsubscribes (RFC 8058). */
	private const ONE_CLICK = 'List-Unsubscribe';

	public function __construct( private readonly FollowPage $following ) {}

	public static function url( WP_Post $registry, Follower $follower, bool $is_for_all = false ): string {
		return SecretParameters::link(
			home_url( '/' ),
			self::FIELD,
			self::token( $registry, $follower ),
			$is_for_all ? array( self::ALL => '1' ) : array()
		);
	}

	/** Returns a follower's token: the registry's id, the letter x, and the key. */
	private static function token( WP_Post $registry, Follower $follower ): string {
		return $registry->ID . 'x' . self::key( $registry, $follower );
	}

	/** @return array{0: WP_Post, 1: Follower}|null Null if the token is invalid. */
	private static function find( mixed $token ): ?array {
		list( $id, $sent ) = SecretParameters::numbered_key( $token );

		$registry = 0 === $id ? null : get_post( $id );
		if ( ! $registry instanceof WP_Post ) {
			return null;
		}
		$found = null;
		foreach ( Followers::of( $registry->ID ) as $follower ) {
			if ( hash_equals( self::key( $registry, $follower ), $sent ) ) {
				$found = array( $registry, $follower );
			}
		}
		return $found;
	}

	private static function key( WP_Post $registry, Follower $follower ): string {
		return KeyedHash::of( self::PURPOSE . '|' . LinkKey::registry_identifier( $registry->ID ) . "|{$follower->id}" );
	}

	/** A link that lost its key is answered like an invalid link. */
	protected function is_requested( Submission $sent ): bool {
		return null !== self::sent_token( $sent );
	}

	/** Returns the token in the form, or in the address to which a mail program sends its form. */
	private static function sent_token( Submission $sent ): mixed {
		return $sent->raw( self::FIELD ) ?? ( $sent->is_form ? Request::parameter( self::FIELD ) : null );
	}

	/** @return array{0: WP_Post, 1: Follower}|null */
	protected function subject( Submission $sent ): ?array {
		$found = self::find( self::sent_token( $sent ) );
		if ( null === $found ) {
			$texts = array(
				__( 'This link no longer works, or it is incomplete.', 'largesse' ),
				__( 'If you still get mails about a list, use the link in the newest one.', 'largesse' ),
			);
			// The sender of the form wants no mails, and gets none.
			self::show_nothing( $texts, status: $sent->is_form ? 200 : 404 );
		}
		return $found;
	}

	protected function button( Submission $sent ): string {
		if ( $sent->has( self::ONE_CLICK ) ) {
			return '' === Request::parameter( self::ALL ) ? self::END : self::END_ALL;
		}
		return parent::button( $sent );
	}

	protected function press( mixed $found, string $button, Submission $sent ): ShownPage|Refusal {
		list( $registry, $follower ) = $found;
		return match ( $button ) {
			self::CONFIRM => $this->confirm( $registry, $follower ),
			self::END     => self::end( $registry, $follower, array( $follower ) ),
			self::END_ALL => self::end( $registry, $follower, Followers::everywhere( $follower->user, $follower->email ) ),
			default       => self::unknown_button(),
		};
	}

	private function confirm( WP_Post $registry, Follower $follower ): ShownPage {
		if ( ! FollowerAccess::may_see( $registry, $follower ) ) {
			return self::show_follower( $registry, $follower );
		}
		$problem = $this->following->start( $registry, $follower );
		if ( null !== $problem ) {
			PrivatePage::show(
				409,
				__( 'Nothing has changed', 'largesse' ),
				PrivatePage::panel( array( $problem->get_error_message() ), array() )
			);
			return new ShownPage();
		}
		return self::show_follower(
			$registry,
			Followers::find( $registry->ID, $follower->user, $follower->email ) ?? $follower,
			true
		);
	}

	/** @param array<Follower> $ended The person's entries. */
	private static function end( WP_Post $registry, Follower $follower, array $ended ): ShownPage {
		foreach ( $ended as $one ) {
			$failed = Followers::remove( $one );
			if ( null !== $failed ) {
				PrivatePage::show(
					503,
					__( 'Please try again', 'largesse' ),
					PrivatePage::panel( array( $failed->get_error_message() ), array() )
				);
				return new ShownPage();
			}
		}
		$is_open = FollowerAccess::may_see( $registry, $follower );
		$text    = match ( true ) {
			count( $ended ) > 1 => __( 'You no longer follow any list, and you get no more of these mails.', 'largesse' ),
			/* translators: %s: title of a registry. */
			$is_open            => sprintf( __( 'You no longer follow “%s”, and you get no more mails about it.', 'largesse' ), Registries::title( $registry ) ),
			default             => __( 'You get no more mails about this list.', 'largesse' ),
		};
		PrivatePage::show(
			200,
			__( 'You get no more mails', 'largesse' ),
			PrivatePage::panel(
				array( $text ),
				$is_open ? array( FollowerAccess::url( $registry, $follower ) => __( 'Look at the list', 'largesse' ) ) : array()
			)
		);
		return new ShownPage();
	}

	protected function show( mixed $found, ?Refusal $refused, Submission $sent ): void {
		self::show_follower( ...$found );
	}

	/** @param bool $is_new Whether the follower has just confirmed. */
	private static function show_follower( WP_Post $registry, Follower $follower, bool $is_new = false ): ShownPage {
		$is_open = FollowerAccess::may_see( $registry, $follower );
		$others  = $follower->is_confirmed ? count( Followers::confirmed( $follower->user, $follower->email ) ) - 1 : 0;
		$page    = array(
			'hidden'       => array( self::FIELD => self::token( $registry, $follower ) ),
			'is_new'       => $is_new,
			'is_following' => $follower->is_confirmed,
			'others'       => $others,
			'title'        => $is_open ? Registries::title( $registry ) : '',
			'url'          => $is_open ? FollowerAccess::url( $registry, $follower ) : '',
		);
		PrivatePage::show(
			200,
			$follower->is_confirmed ? __( 'You follow a list', 'largesse' ) : __( 'Follow a list', 'largesse' ),
			Template::render( 'following/follower-page', $page )
		);
		return new ShownPage();
	}
}
