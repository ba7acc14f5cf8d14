<?php
/**
 * Field of one line in the settings.
 *
 * @var array<string, int|string> $attributes Values by name. An empty value prints only the name, except for `value`.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<input<?php
foreach ( $attributes as $name => $value ) {
	echo ' ' . esc_attr( $name );
	if ( 'value' === $name || '' !== $value ) {
		echo '="' . esc_attr( (string) $value ) . '"';
	}
}
?>>
