<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\Submission;
use Largesse\Together\Invitations\ContinuePage;
use Largesse\Together\Invitations\LinkKey;
use Largesse\Registries\Links\OwnerPage;

/**
 * Page behind a link to a circle: a request with the id of the circle and a key. A program that opens all links in a
 * mail does not use up an invitation, because only the button does.
 *
 * @extends ContinuePage<array{0: Circle, 1: JoinLink}>
 */
final class CircleLinkPage extends ContinuePage {

	/** Answers requests with a key, and disables caching of the pages of circles. */
	public function answer(): void {
		if ( '' !== CirclePage::requested_id() && OwnerPage::is_shown() ) {
			NoCacheHeaders::send_headers();
			parent::answer();
		}
	}

	/** @return array{0: Circle, 1: JoinLink}|null */
	protected function subject( Submission $sent ): ?array {
		$circle = Circles::read( CirclePage::requested_id() );
		$link   = $circle ? JoinLink::with_key( $circle, (string) LinkKey::sent() ) : null;
		if ( null === $circle || null === $link ) {
			self::show_invalid_link();
			return null;
		}
		return array( $circle, $link );
	}

	protected function page( mixed $opened ): array {
		list( $circle ) = $opened;
		return array(
			'action' => CirclePage::url( $circle->id ),
			'intro'  => __( 'You are invited to this circle:', 'largesse' ),
			'owner'  => '',
			'name'   => $circle->name,
			/* translators: %s: a number of days. */
			'note'   => sprintf( __( 'You need an account to join. A cookie on this device remembers for %s days that you may join. It does nothing else.', 'largesse' ), Number::text( JoinLink::DAYS ) ),
		);
	}

	/** Permits the visitor to join the circle. */
	protected function open( mixed $opened ): NextPage {
		list( $circle, $link ) = $opened;
		$link->set_cookie( $circle );
		return new NextPage( InvitedSignUp::next_page( $circle, $link ) );
	}
}
