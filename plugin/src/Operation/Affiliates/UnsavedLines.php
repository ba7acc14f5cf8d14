<?php
declare( strict_types=1 );

namespace Largesse\Operation\Affiliates;

use Largesse\Foundation\Http\Refusal;

/** Refusal of the form with all affiliate links, which has perhaps changed some of them. */
final class UnsavedLines extends Refusal {

	/** @param list<array<string, mixed>> $lines Lines that were not saved, each with its `problem`. */
	public function __construct( string $message, public readonly array $lines ) {
		parent::__construct( 422, $message );
	}
}
