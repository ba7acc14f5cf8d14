<?php
declare( strict_types=1 );

namespace Largesse\Http;

use Largesse\Service\Rules;

/** The optional field with the name of a guest, which all guests see. */
final class GuestName {

	/** Returns the field. A member's form begins with the display name. */
	public static function field(): Field {
		$more = array(
			'maxlength'    => Rules::MAX_GIVER_NAME_CHARS,
			'autocomplete' => 'name',
		);
		return new Field( 'text', __( 'Your name', 'largesse' ), $more, Field::rule( 'giver_name' ), initial: (string) wp_get_current_user()->display_name );
	}
}
