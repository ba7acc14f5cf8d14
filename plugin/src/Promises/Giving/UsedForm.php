<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\SignedId;

/**
 * Refusal of a form (GiftFormPage) whose gift was just given back, or belongs to another browser. The page shows a new
 * form.
 */
final class UsedForm extends Refusal {

	/**
	 * @param array<string, string> $problems Messages by field.
	 * @param SignedId              $next     Id of the new form.
	 */
	public function __construct( string $message, array $problems, public readonly SignedId $next ) {
		parent::__construct( 409, $message, $problems );
	}
}
