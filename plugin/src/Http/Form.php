<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Closure;

/**
 * Declaration of a form, or of all forms of a page: its fields, who may send it, what its buttons do, and which page
 * follows. FormController processes it. The subject is what the form is about, such as a registry.
 */
final class Form {

	/** Result of an action that has shown the answer itself, so no page follows. */
	public const SHOWN = 'shown';

	/** Returned by `$nonce`: the form contains a key that other sites do not know. */
	public const SECRET = '';

	/**
	 * @param string                                            $name    Field that is only in requests for this form.
	 * @param Closure(Submission): mixed                        $subject Returns the subject. Returns null if this request is
	 *                                                                   not for this form, or if the visitor may not use
	 *                                                                   it. The page then explains why.
	 * @param array<string, Closure(mixed, Submission): mixed>|Closure(mixed, Submission): mixed $actions Actions of the buttons,
	 *                                                                   by the value of the field `$act`; or the action
	 *                                                                   of the only button. An action returns a Refusal
	 *                                                                   or a WP_Error if it has changed nothing.
	 * @param (Closure(mixed, string, mixed): string)|null      $next    Returns the address of the next page from the
	 *                                                                   subject, the action and its result.
	 * @param (Closure(mixed, string): (string|null))|null      $nonce   Returns the name of the nonce from the subject and
	 *                                                                   the action, or SECRET. Null: visitors without an
	 *                                                                   account share their nonces, so the form must come
	 *                                                                   from this site.
	 * @param (Closure(mixed, string): bool)|null               $may     Checks whether the visitor may use the button of an
	 *                                                                   action; null: everybody whom `$subject` accepts.
	 * @param string|null                                       $act     Field with the action; null: `$name`.
	 * @param (Closure(mixed, ?Refusal, Submission): void)|null $show    Shows the page, with a refused form. Null: the page
	 *                                                                   exists already, and asks for the refusal.
	 * @param (Closure(mixed, Submission): mixed)|null          $robot   What happens if a program has filled in the hidden
	 *                                                                   field; null: the form has no such field.
	 * @param (Closure(mixed, Refusal): string)|null            $refused Returns the address of the page that shows a
	 *                                                                   refusal; null: this request shows it.
	 */
	public function __construct(
		public readonly string $name,
		public readonly Closure $subject,
		public readonly array|Closure $actions,
		public readonly ?Closure $next = null,
		public readonly ?Closure $nonce = null,
		public readonly ?Closure $may = null,
		public readonly ?string $act = null,
		public readonly ?Closure $show = null,
		public readonly ?Closure $robot = null,
		public readonly ?Closure $refused = null
	) {}

	/** @return array<string, string> Hidden fields of a form with a nonce, by name; `$field` contains the action. */
	public static function hidden( string $field, string $act, string $nonce ): array {
		return array(
			$field     => $act,
			'_wpnonce' => wp_create_nonce( $nonce ),
		);
	}
}
