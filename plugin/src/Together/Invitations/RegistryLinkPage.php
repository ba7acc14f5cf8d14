<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Promises\Giving\ListView;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;

/**
 * Page behind a link with a key to a registry (rules: Invitations). It names the registry's owner.
 *
 * @extends ContinuePage<LinkVisitor>
 */
final class RegistryLinkPage extends ContinuePage {

	/** Answers requests with a key, and disables caching of pages that a link has opened. */
	public function answer(): void {
		if ( GuestAccess::guest() ) {
			NoCacheHeaders::send_headers();
		}
		parent::answer();
	}

	protected function subject( Submission $sent ): ?LinkVisitor {
		if ( ! self::may_be_of_registry() ) {
			return null;
		}
		$registry = GuestAccess::requested_registry();
		$guest    = $registry ? LinkVisitor::with_key( $registry, (string) LinkKey::sent() ) : null;
		if ( null === $guest ) {
			self::show_invalid_link();
		}
		return $guest;
	}

	protected function page( mixed $guest ): array {
		$owner = Roles::of( $guest->registry )->author_name();
		return array(
			'action' => LinkKey::permalink( $guest->registry ),
			/* translators: %s: name of a person. */
			'intro'  => '' === $owner ? __( 'This registry is open to you:', 'largesse' ) : __( '%s shows you a registry:', 'largesse' ),
			'owner'  => $owner,
			'name'   => Registries::title( $guest->registry ),
			'note'   => __( 'You don’t need an account. A cookie on this device remembers for 90 days that you can open the registry. It does nothing else.', 'largesse' ),
		);
	}

	/**
	 * Opens the registry in this browser, and to the account of a member. The next page is the list for guests who look
	 * for a gift. Users with more permissions than a guest keep their permissions.
	 */
	protected function open( mixed $guest ): NextPage {
		if ( ! Roles::of( $guest->registry )->is_insider() ) {
			$guest->set_cookie();
			if ( is_user_logged_in() ) {
				OpenedLists::add( $guest, get_current_user_id() );
			}
			if ( null !== $guest->address ) {
				InvitationStates::record_visit( $guest->registry, $guest->address );
			}
		}
		return new NextPage( add_query_arg( ListView::GIVING, '1', LinkKey::permalink( $guest->registry ) ) );
	}

	/** Checks whether the address may belong to a registry. A page can show a registry, too. */
	private static function may_be_of_registry(): bool {
		return ( ! is_singular() || is_page() || is_singular( RegistryPostType::NAME ) ) && Registries::may_be_requested();
	}
}
