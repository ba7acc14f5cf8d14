<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\RegistryCookie;
use Largesse\Foundation\Http\SignedCookie;
use Largesse\Foundation\Http\Submission;
use Largesse\Promises\Giving\GiftCookies;
use Largesse\Together\Invitations\LinkKey;
use Largesse\Registries\Links\SecretParameters;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\PromiseWays;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\WayIn;
use WP_Post;

/**
 * Link to the page of a guest's share (SharePage). The link contains a key, which depends on the site's salts. Until the
 * share is confirmed, the link also contains the data of the share, and the key depends on the data, too. A cookie
 * stores the ids of the shares that a visitor without an account has confirmed in this browser.
 */
final class ShareLink {

	/** Names of the parameters with the token and with the data of an unconfirmed share. */
	public const PARAMETER = SecretParameters::SHARE;
	private const PROMISE  = SecretParameters::SHARE_PROMISE;

	/** Beginning of the cookie's name; the registry's id follows. */
	private const COOKIE = 'largesse_guest_shares_';

	/** Number of hexadecimal digits of the share's id in a token. The key follows, with as many. */
	private const ID = 32;

	/** Without a registry if it was deleted, or is in the trash: the share may stay (rules: Shares on the site). */
	private function __construct(
		public readonly int $registry_id,
		public readonly ?WP_Post $registry,
		public readonly string $id,
		public readonly ?UnconfirmedShare $unconfirmed
	) {}

	/** Returns the address of the page of a share. */
	public static function url( int $registry_id, string $id, string $unconfirmed = '' ): string {
		return SecretParameters::link(
			home_url( '/' ),
			self::PARAMETER,
			self::token( $registry_id, $id, $unconfirmed ),
			array_filter( array( self::PROMISE => $unconfirmed ), 'strlen' )
		);
	}

	/** @return array<string, string> Hidden fields of a form. */
	public static function parameters( int $registry_id, string $id, string $unconfirmed ): array {
		return array_filter( array( self::PROMISE => $unconfirmed ), 'strlen' ) + array(
			self::PARAMETER => self::token( $registry_id, $id, $unconfirmed ),
		);
	}

	/** Reads the parameters of a request; null if the link is wrong. */
	public static function of( Submission $sent ): ?self {
		list( $number, $key ) = SecretParameters::numbered_key( $sent->raw( self::PARAMETER ), 2 * self::ID );

		$unconfirmed = $sent->text( self::PROMISE );
		$found       = Registries::with_id( $number );
		$registry    = 'trash' === $found?->post_status ? null : $found;
		$id = vsprintf( '%s%s-%s-%s-%s-%s%s%s', str_split( str_pad( substr( $key, 0, self::ID ), self::ID, '0' ), 4 ) );
		return hash_equals( self::key( $number, $id, $unconfirmed ), substr( $key, self::ID ) )
			? new self( $number, $registry, $id, UnconfirmedShare::of( $unconfirmed ) )
			: null;
	}

	/**
	 * Returns the list of the link if it is open to the visitor, or to the receiver of the mail with the link.
	 *
	 * @param array<string, mixed>|null $share The stored share; null if there is none.
	 */
	public function list_of( ?array $share ): ?OpenedList {
		return null === $this->registry
			? null
			: OpenedList::through(
				$this->registry,
				WayIn::of_visitor( $this->registry ),
				...self::ways( $this->registry, $share ?? array( 'id' => $this->id ), $this->unconfirmed )
			);
	}

	/**
	 * Returns the ways in of the receiver of a mail about a share: an account, or the reader of a confirmed mailbox.
	 *
	 * @param array<string, mixed> $share At least its id.
	 * @return list<string>
	 */
	public static function ways( WP_Post $registry, array $share, ?UnconfirmedShare $unconfirmed = null ): array {
		return array(
			PromiseWays::of( $share ),
			(string) $unconfirmed?->way,
			WayIn::of_mailbox( $registry, (string) ( $share['giver_email'] ?? $unconfirmed?->email ) ),
		);
	}

	/** Returns the token of a link: the registry's id, the letter x, the share's id without hyphens, and the key. */
	public static function token( int $registry_id, string $id, string $unconfirmed = '' ): string {
		return "{$registry_id}x" . str_replace( '-', '', $id ) . self::key( $registry_id, $id, $unconfirmed );
	}

	/** Checks whether this browser has confirmed shares of a registry without an account. */
	public static function has_any( WP_Post $registry ): bool {
		return array() !== ( new RegistryCookie( self::COOKIE ) )->texts( $registry->ID );
	}

	/** @return list<int> Ids of the registries of which this browser has confirmed shares without an account. */
	public static function registries(): array {
		return array_map(
			static fn ( string $name ): int => (int) substr( $name, strlen( self::COOKIE ) ),
			array_keys( SignedCookie::texts( self::COOKIE ) )
		);
	}

	/** Checks whether the visitor has made a share. */
	public static function is_own( WP_Post $registry, array $share ): bool {
		return ( new RegistryCookie( self::COOKIE ) )->is_own( $registry->ID, $share['giver_user_id'], $share['id'] );
	}

	/** Adds a share to the cookie. Call it before any output. */
	public static function remember( WP_Post $registry, string $id ): void {
		( new RegistryCookie( self::COOKIE ) )->add( $registry->ID, $id );
		if ( ! is_user_logged_in() ) {
			GiftCookies::mark_browser();
		}
	}

	private static function key( int $registry_id, string $id, string $unconfirmed ): string {
		return KeyedHash::of( 'largesse-share|' . LinkKey::registry_identifier( $registry_id ) . "|{$id}|{$unconfirmed}" );
	}
}
