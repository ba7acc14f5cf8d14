<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Http\LinkPage;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use WP_Error;

/**
 * Page behind a mailed link about a gift, a part of a gift, or a follower of a list. The link works as long as the gift
 * exists, but people lose access to lists. So this class checks at each request whether the person may still open the
 * list. Only then, the subclass gets the list (OpenedList). Otherwise, the page shows only the person's own gift, and
 * how to end it (rules: Links in mails).
 *
 * @template TSubject
 * @extends LinkPage<TSubject>
 */
abstract class ListLinkPage extends LinkPage {

	/**
	 * Returns the list of a link if its person may open it now.
	 *
	 * @param TSubject $subject
	 */
	abstract protected function list_of( mixed $subject ): ?OpenedList;

	/**
	 * Does what a button is for, as `press()` does.
	 *
	 * @param TSubject $subject
	 */
	abstract protected function press_opened(
		mixed $subject,
		OpenedList $list,
		string $button,
		Submission $sent
	): NextPage|ShownPage|Refusal|WP_Error|null;

	/**
	 * Does what a button is for that changes only what is the person's own. `not_open()` answers all other buttons.
	 *
	 * @param TSubject $subject
	 */
	abstract protected function press_own(
		mixed $subject,
		string $button,
		Submission $sent
	): NextPage|ShownPage|Refusal|WP_Error|null;

	/**
	 * Shows the page, perhaps with a refused form.
	 *
	 * @param TSubject $subject
	 */
	abstract protected function show_opened(
		mixed $subject,
		OpenedList $list,
		?Refusal $refused,
		Submission $sent
	): void;

	/**
	 * Shows the page of somebody who may not open the list, with only what is the person's own.
	 *
	 * @param TSubject $subject
	 */
	abstract protected function show_own( mixed $subject, ?Refusal $refused, Submission $sent ): void;

	final protected function press(
		mixed $subject,
		string $button,
		Submission $sent
	): NextPage|ShownPage|Refusal|WP_Error|null {
		$list = $this->list_of( $subject );
		return null === $list
			? $this->press_own( $subject, $button, $sent )
			: $this->press_opened( $subject, $list, $button, $sent );
	}

	final protected function show( mixed $subject, ?Refusal $refused, Submission $sent ): void {
		$list = $this->list_of( $subject );
		null === $list
			? $this->show_own( $subject, $refused, $sent )
			: $this->show_opened( $subject, $list, $refused, $sent );
	}

	/** Returns the refusal of a button that needs the list. */
	protected static function not_open(): Refusal {
		return new Refusal(
			403,
			__( 'Nothing was changed: you cannot open this list at the moment.', 'largesse' ),
			rule: 'forbidden'
		);
	}
}
