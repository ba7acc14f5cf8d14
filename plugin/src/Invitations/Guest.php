<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\KeyedHash;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Stands for a visitor who came to a registry through a link, and remembers them in a cookie for that registry alone
 * (rules: Invitations). The cookie is bound to the key of the link: when that ends, so does what the cookie opens.
 */
final class Guest {

	/** What the name of the cookie begins with; the id of the registry follows. */
	public const COOKIE = 'largesse_open_';

	/** Days for which browsers keep it. */
	private const DAYS = 90;

	/** Stands in the cookie where an address would, for the family link. */
	private const FAMILY = 'family';

	/** Statuses in which a registry is there for guests. */
	private const OPEN = array( 'publish', 'private' );

	/**
	 * Remembers who has the cookie of a registry, by registry and cookie.
	 *
	 * @var array<string, self|null>
	 */
	private static array $known = array();

	/**
	 * @param string|null $address  The invited address whose link they have, normalized; null for the family link.
	 */
	private function __construct(
		private readonly WP_Post $registry,
		public readonly ?string $address
	) {}

	/** Returns who has a key that opens a registry; null if it does not, or the registry is not there for guests. */
	public static function with_key( WP_Post $registry, string $key ): ?self {
		// Both, whatever the first says.
		$is_family = FamilyLink::fits( $registry, $key );
		$address   = PersonalLink::address_of( $registry, $key );
		return self::is_there( $registry ) && ( $is_family || null !== $address ) ? new self( $registry, $address ) : null;
	}

	/** Returns who has the cookie of a registry, while the link through which they came is good; otherwise null. */
	public static function of_cookie( WP_Post $registry ): ?self {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It counts only if the site signed it.
		$cookie = wp_unslash( $_COOKIE[ self::COOKIE . $registry->ID ] ?? '' );
		if ( ! is_string( $cookie ) || ! self::is_there( $registry ) || ! preg_match( '/^(family|[0-9a-f]{32})-[0-9a-f]{32}$/D', $cookie, $part ) ) {
			return null;
		}
		$asked = SentKey::place( $registry ) . " {$cookie}";
		if ( ! array_key_exists( $asked, self::$known ) ) {
			$guest                 = self::FAMILY === $part[1] ? new self( $registry, null ) : self::with_id( $registry, $part[1] );
			self::$known[ $asked ] = $guest && hash_equals( $guest->cookie(), $cookie ) ? $guest : null;
		}
		return self::$known[ $asked ];
	}

	/** Remembers them in their browser. Only before the page begins, and only in an answer that no cache keeps. */
	public function remember(): void {
		$home = (array) wp_parse_url( home_url( '/' ) );
		setcookie(
			self::COOKIE . $this->registry->ID,
			$this->cookie(),
			array(
				'expires'  => time() + self::DAYS * DAY_IN_SECONDS,
				// Of this site alone, where several share a host.
				'path'     => $home['path'] ?? '/',
				'secure'   => is_ssl() || 'https' === ( $home['scheme'] ?? '' ),
				'httponly' => true,
				'samesite' => 'Lax',
			)
		);
	}

	/** Notes that they have been here, where they are one of the invited people. */
	public function note_here(): void {
		if ( null !== $this->address ) {
			State::note_here( $this->registry, $this->address );
		}
	}

	/** Returns whose address has an id among the invitations of a registry; null for nobody's. */
	private static function with_id( WP_Post $registry, string $id ): ?self {
		foreach ( PersonalLink::addresses( $registry ) as $address ) {
			if ( hash_equals( State::id( $registry, $address ), $id ) ) {
				return new self( $registry, $address );
			}
		}
		return null;
	}

	/**
	 * Returns what the cookie holds: who, without naming them, and what only this site can compute while their link is
	 * good.
	 */
	private function cookie(): string {
		$who = null === $this->address ? self::FAMILY : State::id( $this->registry, $this->address );
		$key = null === $this->address ? FamilyLink::key( $this->registry ) : PersonalLink::key( $this->registry, $this->address );
		// Without a link nothing fits, not even what was computed while there was none.
		return null === $key ? '' : $who . '-' . KeyedHash::of( 'largesse-open|' . SentKey::place( $this->registry ) . "|{$who}|{$key}" );
	}

	/** Checks whether a registry is there for guests at all. */
	private static function is_there( WP_Post $registry ): bool {
		return RegistryPostType::is( $registry ) && in_array( $registry->post_status, self::OPEN, true );
	}
}
