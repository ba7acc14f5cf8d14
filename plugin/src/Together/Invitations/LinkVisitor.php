<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Closure;
use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\SignedCookie;
use Largesse\Registries\Registry\PeopleEntries;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\WayIn;
use WP_Post;

/** A visitor with a link to a registry, known by a cookie that becomes invalid with the link (rules: Invitations). */
final class LinkVisitor {

	/** Prefix of the cookie's name, before the registry's id; and lifetime of the cookie in days. */
	private const COOKIE = 'largesse_open_';
	private const DAYS   = 90;

	/** @var array<string, self|null> Cached guests, by registry and cookie. */
	private static array $cache = array();

	/** @param string|null $address  Invited address of the personal link, normalized; null for the family link. */
	private function __construct(
		public readonly WP_Post $registry,
		public readonly ?string $address
	) {}

	/** Returns the guest for a link's key; null if the key is invalid, or if guests cannot access the registry. */
	public static function with_key( WP_Post $registry, string $key ): ?self {
		// Always compute both values, so that the response time reveals nothing.
		$is_family = FamilyLink::is_valid_key( $registry, $key );
		$address   = PersonalLink::address_of( $registry, $key );
		return RegistryPostType::is_shared( $registry ) && ( $is_family || null !== $address )
			? new self( $registry, $address )
			: null;
	}

	/** Returns the guest with the registry's cookie; null if there is none, or if the guest's link is no longer valid. */
	public static function from_cookie( WP_Post $registry ): ?self {
		$cookie = SignedCookie::proof( self::COOKIE . $registry->ID );
		$id     = (string) strstr( $cookie, '-', true );
		if ( '' === $id ) {
			return null;
		}
		$asked = LinkKey::registry_identifier( $registry->ID ) . " {$cookie}";
		if ( ! array_key_exists( $asked, self::$cache ) ) {
			self::$cache[ $asked ] = self::find(
				$registry,
				static fn ( self $visitor ): bool => hash_equals( $visitor->id(), $id )
					&& hash_equals( $visitor->cookie(), $cookie )
			);
		}
		return self::$cache[ $asked ];
	}

	/** Returns a text that changes as soon as the visitor's link stops working. It gives no access to the registry. */
	public function fingerprint(): string {
		return KeyedHash::of( "largesse-link-visitor|{$this->cookie()}" );
	}

	/** Returns the visitor of the first link among ways in (WayIn); null if the link is no longer valid. */
	public static function with_way( WP_Post $registry, string $ways ): ?self {
		foreach ( explode( ' ', $ways ) as $way ) {
			if ( str_starts_with( $way, WayIn::LINK ) ) {
				return self::with_fingerprint( $registry, substr( $way, strlen( WayIn::LINK ) ) );
			}
		}
		return null;
	}

	/** Returns the way in (WayIn) of an invited address; unchanged if the address is not invited. */
	public static function way_of_mailbox( string $way, WP_Post $registry, string $email ): string {
		$address = PeopleEntries::normalize( $email );
		$visitor = '' === $address
			? null
			: self::find( $registry, static fn ( self $one ): bool => $one->address === $address );
		return null === $visitor ? $way : $visitor->way();
	}

	/** Returns the visitor with a fingerprint; null if the visitor's link is no longer valid. */
	public static function with_fingerprint( WP_Post $registry, string $fingerprint ): ?self {
		return self::find(
			$registry,
			static fn ( self $visitor ): bool => hash_equals( $visitor->fingerprint(), $fingerprint )
		);
	}

	/** Returns the visitor's way in (WayIn). */
	private function way(): string {
		return WayIn::LINK . $this->fingerprint();
	}

	/** Returns the address of the visitor's link; '' for a personal link of another address than `$email`. */
	public function url( string $email ): string {
		if ( null === $this->address ) {
			return FamilyLink::url( $this->registry );
		}
		return PeopleEntries::normalize( $email ) === $this->address ? PersonalLink::url( $this->registry, $email ) : '';
	}

	/** @return list<string> The ways into a list (WayIn), with that of the visitor's link. */
	public static function add_way_in( array $ways, WP_Post $registry ): array {
		$visitor = self::from_cookie( $registry );
		return null === $visitor ? $ways : array( ...$ways, $visitor->way() );
	}

	/** Checks whether a way into a list (WayIn) is that of a link that still works. */
	public static function is_way_open( bool $is_open, WP_Post $registry, string $way ): bool {
		return $is_open || null !== self::with_way( $registry, $way );
	}

	/** Sets the cookie. Call it before any output, and only in an uncached response. */
	public function set_cookie(): void {
		SignedCookie::set_proof( self::COOKIE . $this->registry->ID, $this->cookie(), self::DAYS );
	}

	/** Checks whether the cookie of a registry was set while nobody was signed in. */
	public static function has_visitors_cookie( WP_Post $registry ): bool {
		return SignedCookie::is_of_visitor( self::COOKIE . $registry->ID );
	}

	/** Deletes the cookie of a registry. Call it before any output. */
	public static function delete_cookie( WP_Post $registry ): void {
		SignedCookie::delete( self::COOKIE . $registry->ID );
	}

	/** @param Closure(self): bool $is_meant Condition for the visitor, who may access the registry. */
	private static function find( WP_Post $registry, Closure $is_meant ): ?self {
		foreach (
			RegistryPostType::is_shared( $registry )
			? array( null, ...PersonalLink::addresses( $registry ) )
			: array() as $address
		) {
			$visitor = new self( $registry, $address );
			if ( $is_meant( $visitor ) && '' !== $visitor->cookie() ) {
				return $visitor;
			}
		}
		return null;
	}

	/** Returns the beginning of the cookie: a pseudonymous id. Unlike the whole cookie, it needs no key of a link. */
	private function id(): string {
		return null === $this->address ? 'family' : InvitationStates::id( $this->registry, $this->address );
	}

	/** Returns the value of the cookie: the id, and a signature that is valid as long as the link is valid. */
	private function cookie(): string {
		$who = $this->id();
		$key = null === $this->address
			? FamilyLink::key( $this->registry )
			: PersonalLink::key( $this->registry, $this->address );
		// Without a link, the value is empty, so no cookie matches.
		return null === $key
			? ''
			: $who . '-' . KeyedHash::of(
				'largesse-open|' . LinkKey::registry_identifier( $this->registry->ID ) . "|{$who}|{$key}"
			);
	}
}
