<?php
/**
 * Attributes of a tag. Each attribute follows a space.
 *
 * @var array<string, int|string> $attributes Values by name; an empty value prints only the name.
 *
 * @version 4cb9ad2d
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

foreach ( $attributes as $name => $value ) {
	echo ' ' . esc_attr( $name );
	if ( '' !== $value ) {
		echo '="' . esc_attr( (string) $value ) . '"';
	}
}
