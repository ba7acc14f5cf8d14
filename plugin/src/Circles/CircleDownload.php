<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\Http\NoCacheHeaders;
use Largesse\Http\Request;
use Largesse\Links\OwnerPage;

/**
 * Sends a circle as a file to members of the circle.
 */
final class CircleDownload {

	/** Parameter of the address that requests the file. */
	public const PARAMETER = 'circle-file';

	/** Value of the parameter. JSON is the only format. */
	private const JSON = 'json';

	/** Returns the address of the file of a circle. */
	public static function url( string $circle_id ): string {
		return add_query_arg( self::PARAMETER, self::JSON, CirclePage::url( $circle_id ) );
	}

	/**
	 * Sends the file if the address of the request contains the parameter. For visitors who are not members, sends
	 * nothing; the page of the circle shows them the reason.
	 */
	public static function answer(): void {
		$circle = self::JSON === Request::parameter( self::PARAMETER ) && OwnerPage::is_shown() ? Circles::read( CirclePage::requested_id() ) : null;
		if ( null === $circle || null === $circle->people->of_user( get_current_user_id() ) ) {
			return;
		}
		NoCacheHeaders::send_headers();
		header( 'Content-Type: application/json; charset=utf-8' );
		header( 'Content-Disposition: attachment; filename="circle.json"' );
		header( 'X-Content-Type-Options: nosniff' );
		echo wp_json_encode( CircleFile::of( $circle ), JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ); // phpcs:ignore WordPress.Security.EscapeOutput -- A file, not a page.
		exit;
	}
}
