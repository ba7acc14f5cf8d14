<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/**
 * A form with a page of its own. A request with the parameter FIELD shows the page, and the form contains the same
 * field, unless a class recognizes its requests in another way (`is_requested()`).
 *
 * @template TSubject
 * @extends Form<TSubject>
 */
abstract class PageWithForm extends Form {

	/**
	 * Shows the page, perhaps with a refused form.
	 *
	 * @param TSubject $subject
	 */
	abstract protected function show( mixed $subject, ?Refusal $refused, Submission $sent ): void;

	protected function is_requested( Submission $sent ): bool {
		return $sent->has( static::FIELD );
	}

	protected function show_answer( mixed $subject, Submission $sent ): void {
		$this->show( $subject, $this->refused, $sent );
		if ( $this->proof( $subject, $this->button( $sent ) )->is_from_origin ) {
			// With the policy "no-referrer", browsers would send the form without its origin.
			header( 'Referrer-Policy: strict-origin' );
		}
	}
}
