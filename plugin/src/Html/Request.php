<?php
declare( strict_types=1 );

namespace Largesse\Html;

/**
 * Tells how the page was asked for.
 */
final class Request {

	/** Tells whether a form was sent. */
	public static function is_post(): bool {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- It is only compared.
		return 'POST' === ( $_SERVER['REQUEST_METHOD'] ?? '' );
	}
}
