<?php
declare( strict_types=1 );

namespace Largesse\Together\Ideas;

use Largesse\Pages\Owners\ListSwitch;

/** Setting of a registry that closes the page for ideas. It does not reveal whether there are ideas. */
final class IdeaSwitch extends ListSwitch {

	public const META     = '_largesse_no_ideas';
	public const FIELD    = 'largesse-ideas';
	protected const IS_ON = true;

	protected static function texts( bool $is_on ): array {
		$texts = $is_on
			? array( __( 'Guests have a page on which they share ideas, and gifts that are not on your list. You can see their ideas after the gifts have been revealed.', 'largesse' ), __( 'Turn off the page for ideas', 'largesse' ) )
			: array( __( 'Guests have no page for ideas and for gifts that are not on your list.', 'largesse' ), __( 'Turn on the page for ideas', 'largesse' ) );
		return array( __( 'Ideas of guests', 'largesse' ), ...$texts );
	}
}
