<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\Together\Invitations\LinkKey;
use Largesse\Registries\Links\SecretParameters;
use Largesse\Registries\Registry\ListLinkPage;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use WP_Post;

/**
 * Page behind the link in mails to followers. Buttons on the page confirm the address or end the mails. Mail programs
 * can end the mails without the page (RFC 8058). The key also needs the site's salts, so a copy of the database is not
 * enough.
 *
 * @extends ListLinkPage<array{0: WP_Post, 1: Follower}>
 */
final class FollowerPage extends ListLinkPage {

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

	protected function list_of( mixed $found ): ?OpenedList {
		return FollowerAccess::list_of( ...$found );
	}

	protected function press_opened(
		mixed $found,
		OpenedList $list,
		string $button,
		Submission $sent
	): ShownPage|Refusal {
		return self::CONFIRM === $button
			? $this->confirm( $list, $found[1] )
			: self::end_mails( $found, $list, $button );
	}

	protected function press_own( mixed $found, string $button, Submission $sent ): ShownPage|Refusal {
		return self::CONFIRM === $button ? self::not_open() : self::end_mails( $found, null, $button );
	}

	private static function end_mails( array $found, ?OpenedList $list, string $button ): ShownPage|Refusal {
		$follower = $found[1];
		return match ( $button ) {
			self::END     => self::end( $list, $follower, array( $follower ) ),
			self::END_ALL => self::end( $list, $follower, Followers::everywhere( $follower->user, $follower->email ) ),
			default       => self::unknown_button(),
		};
	}

	private function confirm( OpenedList $list, Follower $follower ): ShownPage {
		$problem = $this->following->start( $list, $follower );
		if ( null !== $problem ) {
			PrivatePage::show(
				409,
				__( 'Nothing has changed', 'largesse' ),
				PrivatePage::panel( array( $problem->get_error_message() ), array() )
			);
			return new ShownPage();
		}
		$started = Followers::find( $list->registry->ID, $follower->user, $follower->email ) ?? $follower;
		return self::show_follower( $list->registry, $started, $list, true );
	}

	/** @param array<Follower> $ended The person's entries. */
	private static function end( ?OpenedList $list, Follower $follower, array $ended ): ShownPage {
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
		$text = match ( true ) {
			count( $ended ) > 1 => __( 'You no longer follow any list, and you get no more of these mails.', 'largesse' ),
			/* translators: %s: title of a registry. */
			null !== $list      => sprintf( __( 'You no longer follow “%s”, and you get no more mails about it.', 'largesse' ), Registries::title( $list->registry ) ),
			default             => __( 'You get no more mails about this list.', 'largesse' ),
		};
		PrivatePage::show(
			200,
			__( 'You get no more mails', 'largesse' ),
			PrivatePage::panel(
				array( $text ),
				null === $list
					? array()
					: array( FollowerAccess::url( $list->registry, $follower ) => __( 'Look at the list', 'largesse' ) )
			)
		);
		return new ShownPage();
	}

	protected function show_opened( mixed $found, OpenedList $list, ?Refusal $refused, Submission $sent ): void {
		self::show_follower( $found[0], $found[1], $list, status: $refused->status ?? 200 );
	}

	protected function show_own( mixed $found, ?Refusal $refused, Submission $sent ): void {
		self::show_follower( $found[0], $found[1], null, status: $refused->status ?? 200 );
	}

	/**
	 * @param WP_Post $registry The registry, for the key of the form.
	 * @param bool    $is_new   Whether the follower has just confirmed.
	 */
	private static function show_follower(
		WP_Post $registry,
		Follower $follower,
		?OpenedList $list,
		bool $is_new = false,
		int $status = 200
	): ShownPage {
		$others = $follower->is_confirmed ? count( Followers::confirmed( $follower->user, $follower->email ) ) - 1 : 0;
		$page   = array(
			'hidden'       => array( self::FIELD => self::token( $registry, $follower ) ),
			'buttons'      => array(
				'name'    => self::BUTTON,
				'confirm' => self::CONFIRM,
				'end'     => self::END,
				'end_all' => self::END_ALL,
			),
			'is_new'       => $is_new,
			'is_following' => $follower->is_confirmed,
			'others'       => $others,
			'title'        => null === $list ? '' : Registries::title( $list->registry ),
			'url'          => null === $list ? '' : FollowerAccess::url( $list->registry, $follower ),
		);
		PrivatePage::show(
			$status,
			$follower->is_confirmed ? __( 'You follow a list', 'largesse' ) : __( 'Follow a list', 'largesse' ),
			Template::render( 'following/follower-page', $page )
		);
		return new ShownPage();
	}
}
