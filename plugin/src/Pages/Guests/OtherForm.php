<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Foundation\Http\GuestForm;
use Largesse\Foundation\Http\Refusal;

/** Refusal of a guest's form (GuestPage) whose page shows another form than the sent one, for example with a new id. */
final class OtherForm extends Refusal {

	public function __construct( int $status, string $message, public readonly GuestForm $form ) {
		parent::__construct( $status, $message );
	}
}
