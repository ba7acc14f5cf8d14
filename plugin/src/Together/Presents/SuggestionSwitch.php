<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Pages\Owners\ListSwitch;

/** Setting of a registry that lets guests suggest wishes. */
final class SuggestionSwitch extends ListSwitch {

	public const META  = '_largesse_suggestions';
	public const FIELD = 'largesse-suggestions';

	protected static function texts( bool $is_on ): array {
		$texts = $is_on
			? array( __( 'Guests may suggest wishes. You see each suggestion above your wishes, and decide whether it becomes a wish.', 'largesse' ), __( 'Allow no suggestions', 'largesse' ) )
			: array( __( 'Guests cannot suggest wishes.', 'largesse' ), __( 'Allow suggestions', 'largesse' ) );
		return array( __( 'Suggestions of guests', 'largesse' ), ...$texts );
	}
}
