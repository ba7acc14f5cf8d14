<?php
declare( strict_types=1 );

namespace Largesse\Together\Helpers;

use Largesse\Foundation\Http\KeyedHash;
use Largesse\Foundation\Http\SignedCookie;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Links\SecretParameters;
use Largesse\Registries\Registry\PeopleEntries;
use Largesse\Registries\Registry\Proposals;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Together\Invitations\LinkKey;
use WP_Post;

/**
 * Link in the mail that asks an address to help with a registry. It works as long as the proposal exists, and proves
 * that its reader gets the mails of this address. It gives no right: only the account with this address can accept.
 */
final class ProposalLink {

	/** Parameter with the id of the registry. */
	public const PARAMETER = 'proposal';

	/** Beginning of the name of the cookie with the key; the registry's id follows. Lifetime of the cookie in days. */
	private const COOKIE = 'largesse_proposal_';
	private const DAYS   = 7;

	/** @param string $email Normalized address. */
	private function __construct( public readonly WP_Post $registry, public readonly string $email ) {}

	/** Returns the address in a mail to an e-mail address, which a proposal names. */
	public static function url( WP_Post $registry, string $email ): string {
		return SecretParameters::link(
			self::page( $registry->ID ),
			SecretParameters::OPEN,
			( new self( $registry, PeopleEntries::normalize( $email ) ) )->key()
		);
	}

	/** Returns the address of the page behind the link, without its key. */
	public static function page( int $registry_id ): string {
		return add_query_arg( self::PARAMETER, $registry_id, OwnerPage::url() );
	}

	/** Returns the link with a key; null if there is none. Compares all keys, so that the time reveals nothing. */
	public static function with_key( WP_Post $registry, string $key ): ?self {
		$found = null;
		foreach ( array_keys( RegistryMeta::PROPOSED ) as $list ) {
			foreach ( array_map( PeopleEntries::normalize( ... ), Proposals::entries_of( $registry, $list ) ) as $entry ) {
				$link  = new self( $registry, $entry );
				$found = str_contains( $entry, '@' ) && hash_equals( $link->key(), $key ) ? $link : $found;
			}
		}
		return 'trash' === $registry->post_status ? null : $found;
	}

	/** Returns the link that this browser has opened; null if there is none, or if it no longer works. */
	public static function from_cookie( WP_Post $registry ): ?self {
		$key = SignedCookie::text( self::COOKIE . $registry->ID );
		return '' === $key ? null : self::with_key( $registry, $key );
	}

	/** Sets the cookie. Call this method before any output, and only in an uncached response. */
	public function set_cookie(): void {
		SignedCookie::set( self::COOKIE . $this->registry->ID, $this->key(), self::DAYS );
	}

	private function key(): string {
		$list = LinkKey::registry_identifier( $this->registry->ID );
		return KeyedHash::of( "largesse-proposal|{$list}|{$this->email}" );
	}
}
