<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Http\Refusal;

/** Refusal of a form (GiftFormPage) that has made a gift before. It offers to change the gift as the form says. */
final class ArrivedGift extends Refusal {

	/** @param array<string, string> $problems Messages by field. */
	public function __construct( string $message, array $problems, public readonly OwnGift $gift ) {
		parent::__construct( 409, $message, $problems );
	}
}
