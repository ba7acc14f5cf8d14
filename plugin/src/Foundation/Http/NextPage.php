<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/** Outcome of a form (Form): the address of the page that follows, if it depends on what the button has done. */
final class NextPage {

	public function __construct( public readonly string $url ) {}
}
