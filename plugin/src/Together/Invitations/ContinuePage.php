<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\LinkPage;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Submission;

/**
 * Page with one button, "Continue", behind a link with a key: to a registry (RegistryLinkPage) or to a circle. The
 * button redirects to an address without the key, so shops do not learn the key from the referrer. The page's title
 * contains no name, because chats show titles.
 *
 * @template TLink
 * @extends LinkPage<TLink>
 */
abstract class ContinuePage extends LinkPage {

	/** The key may be in the form only: LinkKey has removed it from the address. */
	public const FIELD = LinkKey::PARAMETER;

	/**
	 * Returns the data of the template `invitations/continue-page`, except for the key.
	 *
	 * @param TLink $link
	 * @return array{action: string, intro: string, owner: string, name: string, note: string}
	 */
	abstract protected function page( mixed $link ): array;

	/**
	 * Opens what the link is for in this browser, and returns the next page.
	 *
	 * @param TLink $link
	 */
	abstract protected function open( mixed $link ): NextPage;

	protected function is_requested( Submission $sent ): bool {
		return null !== LinkKey::sent();
	}

	protected function press( mixed $link, string $button, Submission $sent ): NextPage|Refusal {
		// Another form may have been sent to an address with a key. It opens nothing: the page appears as for a link.
		return '' === $sent->text( self::FIELD ) ? new Refusal( 200, '' ) : $this->open( $link );
	}

	protected function show( mixed $link, ?Refusal $refused, Submission $sent ): void {
		PrivatePage::show(
			$refused->status ?? 200,
			__( 'You are invited', 'largesse' ),
			Template::render(
				'invitations/continue-page',
				$this->page( $link ) + array( 'hidden' => array( self::FIELD => (string) LinkKey::sent() ) )
			)
		);
	}

	/** Shows that a link is invalid, in the same way for all registries and circles. */
	public static function show_invalid_link(): void {
		$texts = array(
			__( 'It may be incomplete, or a new link has replaced it.', 'largesse' ),
			__( 'Please ask the person who sent it for the current link.', 'largesse' ),
		);
		PrivatePage::show(
			404,
			__( 'This link does not work', 'largesse' ),
			PrivatePage::panel( $texts, array( home_url( '/' ) => __( 'Go to the start page', 'largesse' ) ) )
		);
	}
}
