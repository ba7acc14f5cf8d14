<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;

/** Name of a registry's owner, for guests. */
final class OwnerName {

	/** Returns the display name as plain text; '' if it is only the user name. */
	public static function of( WP_Post $registry ): string {
		$owner = get_userdata( (int) $registry->post_author );
		return $owner && $owner->display_name !== $owner->user_login ? trim( $owner->display_name ) : '';
	}
}
