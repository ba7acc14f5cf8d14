<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

/**
 * Page that opens with the key of a link, which people get by mail or in a chat. Opening the page changes nothing,
 * because programs that scan mails and chats open all links. Only pressing a button does. A holder of the link can put
 * its key into a form of another site, which a visitor's browser then sends with the visitor's rights. So the browser
 * must name this site as the origin. Mail programs that end mails with one click name no origin.
 *
 * @template TSubject
 * @extends PageWithForm<TSubject>
 */
abstract class LinkPage extends PageWithForm {

	/**
	 * Returns what the link of this request opens. Returns null if it opens nothing, and shows why.
	 *
	 * @return TSubject|null
	 */
	abstract protected function subject( Submission $sent ): mixed;

	protected function proof( mixed $subject, string $button ): Proof {
		return Proof::origin();
	}

	/**
	 * Shows that there is nothing behind a link.
	 *
	 * @param list<string>               $texts Paragraphs.
	 * @param array<string, string>|null $links Texts of links by address; null for a link to the start page.
	 */
	protected static function show_nothing( array $texts, ?array $links = null, int $status = 404 ): void {
		$links ??= array( home_url( '/' ) => __( 'Go to the start page', 'largesse' ) );
		PrivatePage::show( $status, __( 'There is nothing here', 'largesse' ), PrivatePage::panel( $texts, $links ) );
	}
}
