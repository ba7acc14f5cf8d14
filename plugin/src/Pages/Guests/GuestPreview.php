<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\Request;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use WP_Post;

/** Shows editors a registry as guests see it, by hiding buttons and toolbar. Gifts secret to the editor stay hidden. */
final class GuestPreview {

	/** Query parameter that selects how the page is shown, and its value for the preview. */
	public const PARAMETER = 'as';
	private const GUEST    = 'guest';

	/** Returns the address of a registry's page as guests see it. */
	public static function url( WP_Post $registry ): string {
		return add_query_arg( self::PARAMETER, self::GUEST, (string) get_permalink( $registry ) );
	}

	/** Hides elements that WordPress and themes show to editors of the page. */
	public static function prepare(): void {
		$registry = Registries::shown();
		if ( null === $registry || ! self::is_on( $registry ) ) {
			return;
		}
		NoCacheHeaders::send_headers();
		add_filter( 'show_admin_bar', '__return_false', PHP_INT_MAX );
		add_filter( 'get_edit_post_link', '__return_empty_string', PHP_INT_MAX );
	}

	/** Checks whether an editor of the registry requests the preview. */
	public static function is_on( WP_Post $registry ): bool {
		return self::GUEST === Request::parameter( self::PARAMETER ) && current_user_can( 'edit_post', $registry->ID );
	}

	/** Checks whether gifts are a surprise for the visitor, so that this page lacks what guests can see. */
	private static function has_surprise( WP_Post $registry ): bool {
		return Surprise::of( $registry )->is_secret_now() && Roles::of( $registry )->is_recipient();
	}

	/** Renders a notice with a link back to editing. Returns an empty text without the preview. */
	public static function html( WP_Post $registry ): string {
		if ( ! self::is_on( $registry ) ) {
			return '';
		}
		$text = match ( true ) {
			! RegistryPostType::is_shared( $registry ) => __( 'Your guests will see this page as shown here once you share the registry.', 'largesse' ),
			self::has_surprise( $registry )            => __( 'You see this page as your guests do, but without the gifts that are a surprise for you.', 'largesse' ),
			default                                    => __( 'You see this page as your guests do.', 'largesse' ),
		};
		$url  = OwnerPage::url( $registry->ID );
		$link = __( 'Back to editing', 'largesse' );
		return Template::render(
			'guests/gift-seeker-panel',
			compact( 'text', 'url', 'link' ) + array( 'id' => '', 'is_main' => false )
		);
	}
}
