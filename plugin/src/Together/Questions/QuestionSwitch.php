<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use Largesse\Pages\Owners\ListSwitch;

/** Setting of a registry that refuses new questions. Answers stay on the wishes. */
final class QuestionSwitch extends ListSwitch {

	public const META     = '_largesse_no_questions';
	public const FIELD    = 'largesse-questions';
	protected const IS_ON = true;

	protected static function texts( bool $is_on ): array {
		$texts = $is_on
			? array( __( 'Guests can ask you about a wish, for example which size you need. You do not see who asked. Your answer appears on the wish.', 'largesse' ), __( 'Turn off questions', 'largesse' ) )
			: array( __( 'Guests cannot ask you about your wishes.', 'largesse' ), __( 'Turn on questions', 'largesse' ) );
		return array( __( 'Questions of guests', 'largesse' ), ...$texts );
	}
}
