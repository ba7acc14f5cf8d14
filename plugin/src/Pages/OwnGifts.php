<?php
declare( strict_types=1 );

namespace Largesse\Pages;

use Closure;
use Largesse\Feature;
use Largesse\Giving\GiverCookie;
use Largesse\Giving\GiverLink;
use Largesse\Html\FilterShield;
use Largesse\Registry\People;
use WP_Post;

/**
 * Says "You give this" on the cards of wishes, to the browser that was used to give them, and leads to the giver's page.
 * Only where guests are looking for a gift: that page is kept by no cache, and nobody who merely opens the registry on a
 * device that they share reads it.
 *
 * The owner of a registry is never told, and once they are signed in the browser forgets what is given to them: else it
 * would tell them as soon as they sign out.
 */
final class OwnGifts implements Feature {

	/** Adds the hooks of this feature. */
	public function register(): void {
		// Before the page begins.
		add_action( 'template_redirect', array( $this, 'forget_for_owner' ) );
	}

	/** Makes the browser forget what is given on the registry of this page, where its owner is signed in. */
	public function forget_for_owner(): void {
		$registry = isset( $_COOKIE[ GiverCookie::NAME ] ) && is_user_logged_in() ? ShownRegistry::of_address() : null;
		if ( $registry && People::of( $registry )->is_recipient() ) {
			GiverCookie::forget_registry( $registry->ID );
		}
	}

	/**
	 * Returns a function that renders what this visitor alone is told of an item; null where there is nothing to tell.
	 *
	 * @return (Closure(array<string, mixed>): string)|null
	 */
	public static function notes( WP_Post $registry, GuestView $view ): ?Closure {
		if ( ! $view->is_giving || People::of( $registry )->is_recipient() ) {
			return null;
		}
		$gifts = GiverCookie::gifts( $registry->ID );
		return array() === $gifts ? null : static fn ( array $item ): string => self::note( $registry, $item, array_keys( $gifts, $item['id'], true ) );
	}

	/**
	 * Renders that the visitor gives an item.
	 *
	 * @param array<string, mixed> $item      The item.
	 * @param list<string>         $purchases Ids of the purchases; may be empty.
	 */
	private static function note( WP_Post $registry, array $item, array $purchases ): string {
		$links = '';
		foreach ( $purchases as $id ) {
			$links .= sprintf(
				' <a class="largesse-item__mine" href="%s" rel="nofollow">%s<span class="largesse-unseen"> – <bdi>%s</bdi></span></a>',
				esc_url( GiverLink::url( $registry->ID, $id ) ),
				esc_html__( 'See or change', 'largesse' ),
				FilterShield::text( (string) $item['name'] )
			);
		}
		return '' === $links ? '' : '<p class="largesse-item__note"><strong>' . esc_html__( 'You give this.', 'largesse' ) . "</strong>{$links}</p>";
	}
}
