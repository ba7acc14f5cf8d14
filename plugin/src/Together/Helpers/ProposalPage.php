<?php
declare( strict_types=1 );

namespace Largesse\Together\Helpers;

use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\People\Accounts\Registration;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Roles;
use Largesse\Together\Invitations\ContinuePage;
use Largesse\Together\Invitations\LinkKey;

/**
 * Page behind the link in the mail of a proposal. A visitor without an account comes to the form that creates one,
 * without another mail (rules: Accounts). The proposals on My registries follow.
 *
 * @extends ContinuePage<ProposalLink>
 */
final class ProposalPage extends ContinuePage {

	protected function is_requested( Submission $sent ): bool {
		return '' !== Request::parameter( ProposalLink::PARAMETER ) && OwnerPage::is_shown() && null !== LinkKey::sent();
	}

	protected function subject( Submission $sent ): ?ProposalLink {
		if ( is_user_logged_in() ) {
			self::redirect( OwnerPage::url() );
		}
		$registry = Registries::with_id( Request::parameter( ProposalLink::PARAMETER ) );
		$link     = null === $registry ? null : ProposalLink::with_key( $registry, (string) LinkKey::sent() );
		if ( null === $link ) {
			self::show_invalid_link();
		}
		return $link;
	}

	protected function page( mixed $link ): array {
		$owner = Roles::of( $link->registry )->author_name();
		return array(
			'action' => ProposalLink::page( $link->registry->ID ),
			/* translators: %s: name of a person. */
			'intro'  => '' === $owner ? __( 'You are asked to help with this registry:', 'largesse' ) : __( '%s asks you to help with a registry:', 'largesse' ),
			'owner'  => $owner,
			'name'   => Registries::title_or_untitled( $link->registry ),
			'note'   => __( 'You need an account to answer. Nothing happens before you accept.', 'largesse' ),
		);
	}

	protected function open( mixed $link ): NextPage {
		$link->set_cookie();
		$page   = ProposalLink::page( $link->registry->ID );
		$is_new = ! is_multisite() && Registration::is_open() && ! get_user_by( 'email', $link->email );
		return new NextPage( $is_new ? Registration::url( $page ) : Registration::sign_in_url( $page ) );
	}

	/** Names the proposal in the form that creates an account. @param string $back Page that follows. */
	public static function add_invitation( ?array $invitation, string $back ): ?array {
		wp_parse_str( (string) wp_parse_url( $back, PHP_URL_QUERY ), $query );
		$id       = $query[ ProposalLink::PARAMETER ] ?? '';
		$registry = is_string( $id ) ? Registries::with_id( $id ) : null;
		$link     = null === $registry ? null : ProposalLink::from_cookie( $registry );
		return null === $link ? $invitation : array(
			'email' => $link->email,
			/* translators: %s: title of a registry. */
			'text'  => str_replace( '%s', Registries::title_or_untitled( $registry ), __( 'With an account, you can answer whether you help with “%s”.', 'largesse' ) ),
		);
	}
}
