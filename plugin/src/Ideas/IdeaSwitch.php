<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Html\Template;
use Largesse\Owners\ListSwitch;
use Largesse\Registry\Roles;
use WP_Post;

/** Setting and link of ideas (rules: Ideas on the site). Neither reveals whether there are ideas. */
final class IdeaSwitch {

	/** Meta key that switches ideas off for a registry, and form field with the new position. */
	public const META  = '_largesse_no_ideas';
	public const FIELD = 'largesse-ideas';

	/** Checks whether guests may share ideas for a registry. */
	public static function is_on( WP_Post $registry ): bool {
		return self::position()->is_on( $registry );
	}

	/** Adds the link to the page of a registry, except for recipients. @param string $html HTML below the wishes. */
	public static function add_link( string $html, WP_Post $registry ): string {
		$is_shown = self::is_on( $registry ) && ! Roles::of( $registry )->is_recipient();
		return $is_shown ? $html . Template::render( 'guests/link', array( 'url' => IdeasPage::url( $registry ), 'text' => __( 'Ideas and other gifts', 'largesse' ) ) ) : $html;
	}

	/** Prints the setting, among the other settings of a registry. */
	public static function show( int $registry_id ): void {
		self::position()->show(
			$registry_id,
			__( 'Ideas of guests', 'largesse' ),
			array( __( 'Guests have no page for ideas and for gifts that are not on your list.', 'largesse' ), __( 'Guests have a page on which they share ideas, and gifts that are not on your list. You can see their ideas after the gifts have been revealed.', 'largesse' ) ),
			array( __( 'Turn off the page for ideas', 'largesse' ), __( 'Turn on the page for ideas', 'largesse' ) )
		);
	}

	/** Stores the choice of a submitted form. */
	public static function answer(): void {
		self::position()->answer();
	}

	private static function position(): ListSwitch {
		return new ListSwitch( self::META, self::FIELD, true );
	}
}
