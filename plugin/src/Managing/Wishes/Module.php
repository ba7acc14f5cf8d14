<?php
declare( strict_types=1 );

namespace Largesse\Managing\Wishes;

use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Schema;
use Largesse\Foundation\Service\Rules;
use Largesse\Registries\Registry\Access;
use Largesse\Route;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	/** Requests with a wish. */
	private const HAS_WISH = 'has_input ' . IncomingWish::URL . ' ' . IncomingWish::TEXT;

	public static function add_hooks(): void {
		if ( Request::has( 'add-wish', 'add-wish-text' ) ) {
			add_filter( 'request', array( IncomingWishes::class, 'ignore_name_parameter' ) );
			// Runs before WordPress's redirect to the canonical address (priority 10).
			add_action( 'template_redirect', array( IncomingWishes::class, 'redirect' ), 5 );
		}
		if ( Request::has( 'largesse-app' ) ) {
			add_action( 'template_redirect', array( AppManifest::class, 'answer' ), 5 );
		}
		add_action( 'wp_head', array( AppManifest::class, 'show_link' ) );
		if ( Request::has( 'add-wish', 'add-wish-text' ) ) {
			add_action( 'wp_head', array( IncomingWishes::class, 'read_fragment' ), 1 );
		}
		add_filter( 'largesse_sign_in_notice', array( IncomingWishes::class, 'carry_through_login' ) );
		add_filter( 'largesse_owner_page_state', array( IncomingWishes::class, 'add_to_state' ), 10, 3 );
		add_action( 'largesse_before_overview', array( IncomingWishes::class, 'show_choice' ) );
		add_action( 'largesse_after_overview', array( IncomingWishes::class, 'show_help' ) );
	}

	public static function routes(): array {
		$preview = array(
			'url'         => Schema::text( 'Address from the request.' ),
			'name'        => Schema::text( 'Name.' ),
			'description' => Schema::text( 'Description.' ),
			'retailer'    => Schema::text( 'Name of the shop.' ),
			'image_url'   => Schema::text( 'Address of a picture.' ),
			'price'       => Rules::NUMBERS['price'] + array( 'description' => 'Price; null for none.' ),
			'currency'    => Schema::text( 'Currency of the price (ISO 4217); empty for the currency of the site.' ),
		);
		return array(
			new Route(
				'POST',
				Route::REGISTRY . '/previews',
				array( Previews::class, 'answer' ),
				array( Access::class, 'edit' ),
				'Reads a wish from the page of a shop. Answers 429 after ten requests in a minute.',
				array( 'url' => Schema::text( 'Address of the page.' ) ),
				array( 'preview' => Schema::object( 'Product data on the page; null if the service has no previews. Unknown texts are empty.', $preview, true ) )
			),
		);
	}

	public static function offered_classes(): array {
		return array( Previews::class );
	}
}
