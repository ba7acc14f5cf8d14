<?php
declare( strict_types=1 );

namespace Largesse\Registries\Links;

/** Address of the page My gifts, on which givers find everything that they have promised. */
final class MyGifts {

	/** Returns the address for the visitor. @param string $key Key of a link that opens the gifts of an address. */
	public static function url( string $key = '1' ): string {
		return SecretParameters::link( home_url( '/' ), SecretParameters::MY_GIFTS, $key );
	}
}
