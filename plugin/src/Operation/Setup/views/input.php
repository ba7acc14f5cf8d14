<?php
/**
 * Field of one line in the settings, with its explanation.
 *
 * @var string                    $name        Name of the field.
 * @var array<string, int|string> $attributes  Attributes of the input, by name. An attribute whose value is '' is
 *      printed without a value, except `value`.
 * @var list<string>              $suggestions Suggested values.
 * @var string                    $about       The explanation.
 * @var string                    $removal     Text beside a box that removes the stored value; empty for no box.
 *
 * @version 3895d218
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<input<?php
foreach ( $attributes as $attribute => $value ) {
	echo ' ' . esc_attr( $attribute );
	if ( 'value' === $attribute || '' !== $value ) {
		echo '="' . esc_attr( (string) $value ) . '"';
	}
}
?>>
<?php if ( $suggestions ) : ?>
	<datalist id="<?php echo esc_attr( "{$name}_codes" ); ?>">
		<?php foreach ( $suggestions as $value ) : ?>
			<option value="<?php echo esc_attr( $value ); ?>">
		<?php endforeach; ?>
	</datalist>
<?php endif; ?>
<?php largesse_print_template( 'setup/field-note', array( 'name' => $name, 'text' => $about ) ); ?>
<?php if ( '' !== $removal ) : ?>
	<label><input type="checkbox" name="<?php echo esc_attr( "{$name}[remove]" ); ?>"
		value="1"> <?php echo esc_html( $removal ); ?></label>
<?php endif; ?>
