<?php
/**
 * Checkbox in the settings, with its explanation.
 *
 * @var string $name       Name of the field.
 * @var string $label      Text beside the box.
 * @var bool   $is_checked Whether the option is set.
 * @var string $about      The explanation; '' for none.
 *
 * @version c0cdfec7
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<input type="hidden" name="<?php echo esc_attr( $name ); ?>" value="">
<label><input type="checkbox" id="<?php echo esc_attr( $name ); ?>" name="<?php echo esc_attr( $name ); ?>"
	value="1"<?php checked( $is_checked ); ?><?php
	if ( '' !== $about ) :
		?> aria-describedby="<?php echo esc_attr( "{$name}_about" ); ?>"<?php
	endif;
?>> <?php echo esc_html( $label ); ?></label>
<?php
if ( '' !== $about ) {
	largesse_print_template( 'setup/field-note', array( 'name' => $name, 'text' => $about ) );
}
?>
