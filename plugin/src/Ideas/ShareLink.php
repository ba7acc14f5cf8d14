<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Http\KeyedHash;
use Largesse\Invitations\LinkKey;
use Largesse\Links\SecretParameters;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Link to the page of a guest's share (SharePage). The link contains a key, which depends on the site's salts. Until the
 * share is confirmed, the link also contains the data of the share, and the key depends on the data, too.
 */
final class ShareLink {

	/** Names of the parameters with the token and with the data of an unconfirmed share. */
	public const PARAMETER = SecretParameters::SHARE;
	private const PROMISE  = 'promise';

	/** Pattern of a token: the registry's id, the letter x, the share's id without hyphens, and the key. */
	private const TOKEN = '/^([1-9]\d{0,15})x([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(.*)/is';

	private function __construct(
		public readonly WP_Post $registry,
		public readonly string $id,
		public readonly ?SharePromise $promise
	) {}

	/** Returns the address of the page of a share. */
	public static function url( WP_Post $registry, string $id, string $promise = '' ): string {
		return add_query_arg( self::parameters( $registry, $id, $promise ), home_url( '/' ) );
	}

	/**
	 * Returns the parameters of a link, or the hidden fields of a form.
	 *
	 * @return array<string, string>
	 */
	public static function parameters( WP_Post $registry, string $id, string $promise ): array {
		$token = "{$registry->ID}x" . str_replace( '-', '', $id ) . self::key( $registry, $id, $promise );
		return ( '' === $promise ? array() : array( self::PROMISE => $promise ) ) + array( self::PARAMETER => $token );
	}

	/**
	 * Reads the parameters of a request; null if the link is wrong.
	 *
	 * @param array<mixed> $sent Unslashed values of the request.
	 */
	public static function of( array $sent ): ?self {
		$token    = $sent[ self::PARAMETER ] ?? '';
		$promise  = $sent[ self::PROMISE ] ?? '';
		$registry = is_string( $token ) && is_string( $promise ) && preg_match( self::TOKEN, $token, $part ) ? get_post( (int) $part[1] ) : null;
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) || 'trash' === $registry->post_status ) {
			return null;
		}
		$id = strtolower( implode( '-', array_slice( $part, 2, 5 ) ) );
		return hash_equals( self::key( $registry, $id, $promise ), SecretParameters::key( $part[7] ) ) ? new self( $registry, $id, SharePromise::of( $promise ) ) : null;
	}

	private static function key( WP_Post $registry, string $id, string $promise ): string {
		return KeyedHash::of( 'largesse-share|' . LinkKey::registry_identifier( $registry ) . "|{$id}|{$promise}" );
	}
}
