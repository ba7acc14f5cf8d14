<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Html\Template;
use Largesse\Http\Form;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Button with which visitors follow a registry. Members start and stop following with one tap. All other visitors see a
 * link to a form that asks for their e-mail address. The link is the same for everyone, because the page may be cached.
 * Owners have no button.
 */
final class FollowButton {

	/** Adds the button to the page of a registry. @param string $html HTML below the header. */
	public static function add( string $html, WP_Post $registry ): string {
		if ( ! is_user_logged_in() ) {
			return $html . Template::render( 'following/follow-link', array( 'url' => FollowPage::url( $registry ) ) );
		}
		if ( Roles::of( $registry )->is_owner() ) {
			return $html;
		}
		$follower = Followers::find( $registry->ID, get_current_user_id(), '' );
		return $html . Template::render(
			'following/follow-button',
			array(
				'action'       => (string) get_permalink( $registry ),
				'hidden'       => Form::hidden( FollowPage::PARAMETER, null === $follower ? FollowPage::START : FollowPage::END, FollowPage::nonce( $registry ) ),
				'feed_url'     => null === $follower ? '' : Feed::url( $registry, $follower ),
			)
		);
	}
}
