<?php
declare( strict_types=1 );

namespace Largesse\Operation\Affiliates;

/** Declarations of this feature. */
final class Module extends \Largesse\Module {

	public const FEATURE = 'affiliates';

	public static function texts(): array {
		return array(
			'name'  => __( 'Affiliate links', 'largesse' ),
			'about' => __( 'For operators who earn money with links to shops: a table of all wishes, with affiliate links.', 'largesse' ),
		);
	}

	public static function add_hooks(): void {
		if ( is_admin() ) {
			add_filter( 'largesse_item_columns', array( AffiliateScreen::class, 'add_column' ), 10, 2 );
			add_action( 'admin_menu', array( AffiliateScreen::class, 'add_to_menu' ) );
		}
	}
}
