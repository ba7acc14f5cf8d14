<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Pages\Owners\ListSwitch;

/** Setting of a registry: whether guests tell each other about presents. It does not reveal whether they do. */
final class IdeaSwitch extends ListSwitch {

	public const META     = '_largesse_no_ideas';
	public const FIELD    = 'largesse-ideas';
	protected const IS_ON = true;

	protected static function texts( bool $is_on ): array {
		$texts = $is_on
			? array( __( 'Guests tell each other about presents that are not on your list. You can see their ideas after the gifts have been revealed.', 'largesse' ), __( 'Turn off ideas', 'largesse' ) )
			: array( __( 'Guests cannot tell each other about presents that are not on your list.', 'largesse' ), __( 'Turn on ideas', 'largesse' ) );
		return array( __( 'Ideas of guests', 'largesse' ), ...$texts );
	}
}
