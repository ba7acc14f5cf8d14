<?php
declare( strict_types=1 );

namespace Largesse\Managing\Wishes;

use Largesse\Hook;
use Largesse\Foundation\Http\Schema;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Access;
use Largesse\Route;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'wishes';

	public const IS_STANDARD = true;

	public static function texts(): array {
		return array(
			'name'  => __( 'Wishes from shops', 'largesse' ),
			'about' => __( 'Owners add a wish by pasting its address, with a bookmark, or by sharing it from a phone.', 'largesse' ),
		);
	}

	/** Requests with a wish. */
	private const HAS_WISH = 'has_input ' . IncomingWish::URL . ' ' . IncomingWish::TEXT;

	public static function hooks(): array {
		return array(
			new Hook( 'request', array( IncomingWishes::class, 'ignore_name_parameter' ), when: self::HAS_WISH ),
			// Runs before WordPress's redirect to the canonical address (priority 10).
			new Hook( 'template_redirect', array( IncomingWishes::class, 'redirect' ), 5, when: self::HAS_WISH ),
			new Hook( 'template_redirect', array( AppManifest::class, 'answer' ), 5, when: 'has_input ' . AppManifest::PARAMETER ),
			new Hook( 'wp_head', array( AppManifest::class, 'show_link' ), when: array( 'is_signed_in', OwnerPage::IS_SHOWN ) ),
			new Hook( 'wp_head', array( IncomingWishes::class, 'read_fragment' ), 1, when: self::HAS_WISH ),
			new Hook( 'largesse_sign_in_notice', array( IncomingWishes::class, 'carry_through_login' ) ),
			new Hook( 'largesse_owner_page_state', array( IncomingWishes::class, 'add_to_state' ) ),
			new Hook( 'largesse_before_overview', array( IncomingWishes::class, 'show_choice' ) ),
			new Hook( 'largesse_after_overview', array( IncomingWishes::class, 'show_help' ) ),
		);
	}

	public static function routes(): array {
		$preview = array(
			'url'         => Schema::text( 'Address from the request.' ),
			'name'        => Schema::text( 'Name.' ),
			'description' => Schema::text( 'Description.' ),
			'retailer'    => Schema::text( 'Name of the shop.' ),
			'image_url'   => Schema::text( 'Address of a picture.' ),
			'price'       => Schema::text( 'Price.' ),
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
