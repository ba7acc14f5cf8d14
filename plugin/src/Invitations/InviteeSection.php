<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Html\Template;
use WP_Post;

/**
 * Section with the invited people on a registry's screen in wp-admin.
 */
final class InviteeSection {

	public static function show( WP_Post $registry ): void {
		Template::print( 'invitations/invitee-section', array( 'people' => InviteeView::all( $registry ) ) );
	}
}
