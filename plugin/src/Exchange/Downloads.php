<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Giving\BoughtQuantities;
use Largesse\Giving\Purchases;
use Largesse\Http\NoCacheHeaders;
use Largesse\Http\Request;
use Largesse\Links\OwnerPage;
use Largesse\Owners\GiftsPage;
use Largesse\Registry\Registries;
use Largesse\Registry\Roles;
use Largesse\Registry\Store;

/** Sends a registry as a file. The links are on the page My registries, and work without scripts. */
final class Downloads {

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** Sends the requested file. */
	public function answer(): void {
		$format   = Request::parameter( ImportPage::EXPORT );
		$registry = is_page() && isset( ExportFile::TYPES[ $format ] ) ? Registries::from_request() : null;
		if ( null === $registry || ! GiftsPage::may_see( $registry ) ) {
			// Sends no file. The page shows the error.
			return;
		}
		NoCacheHeaders::send_headers();
		$exported = ExportedRegistry::for_visitor( $registry, $this->store, $this->purchases );
		if ( is_wp_error( $exported ) ) {
			wp_safe_redirect( add_query_arg( GiftsPage::SAID, 'failed', OwnerPage::gifts_url( $registry->ID ) ) );
			exit;
		}
		header( 'Content-Type: ' . ExportFile::TYPES[ $format ] );
		header( 'Content-Disposition: attachment; filename="' . ExportFile::name( $exported, $format ) . '"' );
		header( 'X-Content-Type-Options: nosniff' );
		echo ExportFile::of( $exported, $format, BoughtQuantities::of( $registry, ! Roles::of( $registry )->is_recipient() ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- The output is a file, not a page.
		exit;
	}
}
