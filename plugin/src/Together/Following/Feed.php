<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Promises\Giving\ShopLinks;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Together\Invitations\LinkKey;
use Largesse\Registries\Links\SecretParameters;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Store;
use WP_Post;

/**
 * Private feed of a followed registry (rules: Following). Each follower has a separate address with a key. The key
 * depends on the follower's id and the site's salts. The feed ends when the follower may no longer see the registry.
 */
final class Feed {

	public const PARAMETER = SecretParameters::FEED;

	private const PURPOSE = 'largesse-feed';

	private const MOST = 50;

	public function __construct( private readonly Store $store ) {}

	public static function url( WP_Post $registry, Follower $follower ): string {
		return SecretParameters::link(
			home_url( '/' ),
			self::PARAMETER,
			FollowerPage::token( $registry, $follower, self::PURPOSE )
		);
	}

	/** Sends the feed if the address of this request contains a token. */
	public function answer(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Reading needs no nonce, and the token is only compared.
		$token = wp_unslash( $_GET[ self::PARAMETER ] ?? null );
		if ( null === $token ) {
			return;
		}
		NoCacheHeaders::send_headers();
		$found = FollowerPage::find( $token, self::PURPOSE );
		$list  = true === ( $found[1]->is_confirmed ?? false ) ? FollowerAccess::list_of( ...$found ) : null;
		if ( null === $list ) {
			self::refuse( 404, __( 'There is no feed at this address, or you can no longer see its list.', 'largesse' ) );
		}
		$wishes = FollowerAccess::wishes( $this->store, $list, true );
		if ( is_wp_error( $wishes ) ) {
			header( 'Retry-After: ' . PrivatePage::RETRY );
			self::refuse( 503, __( 'The wishes cannot be shown right now. Please try again in a minute.', 'largesse' ) );
		}
		status_header( 200 );
		header( 'Content-Type: application/rss+xml; charset=UTF-8' );
		header( 'X-Content-Type-Options: nosniff' );
		// phpcs:ignore WordPress.Security.EscapeOutput -- The output is a file, not a page.
		echo self::file( $list->registry, array_slice( $wishes, 0, self::MOST ) );
		exit;
	}

	/** @param list<array<string, mixed>> $wishes The newest first. */
	private static function file( WP_Post $registry, array $wishes ): string {
		$page  = LinkKey::permalink( $registry );
		$host  = (string) wp_parse_url( home_url(), PHP_URL_HOST );
		$items = array_map(
			static fn ( array $wish ): array => array(
				'id'    => "largesse-wish-{$wish['id']}@{$host}",
				'title' => $wish['name'],
				// Like the registry's page, use an address of this site that redirects to the shop. The redirect may
				// lead to an affiliate link, and nobody may see affiliate links.
				'url'   => '' === ShopLinks::shop( $wish ) ? $page : add_query_arg( ShopLinks::PARAMETER, $wish['id'], $page ),
				'new'   => $wish['created_at'],
			),
			$wishes
		);
		return FeedFile::of(
			Registries::title( $registry ),
			__( 'New wishes on this list', 'largesse' ),
			$page,
			str_replace( '_', '-', determine_locale() ),
			$items
		);
	}

	private static function refuse( int $status, string $text ): never {
		status_header( $status );
		header( 'Content-Type: text/plain; charset=UTF-8' );
		echo esc_html( $text );
		exit;
	}
}
