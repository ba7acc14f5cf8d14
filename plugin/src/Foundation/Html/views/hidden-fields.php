<?php
/**
 * Hidden fields of a form.
 *
 * @var array<string, string> $hidden Values by name.
 *
 * @version ad32b881
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php foreach ( $hidden as $name => $value ) : ?>
	<input type="hidden" name="<?php echo esc_attr( (string) $name ); ?>" value="<?php echo largesse_html( $value ); ?>">
<?php endforeach; ?>
