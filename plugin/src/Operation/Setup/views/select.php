<?php
/**
 * Choice in the settings, with its explanation.
 *
 * @var string                $name    Name of the field.
 * @var string                $value   Current value.
 * @var array<string, string> $choices Texts by value.
 * @var string                $about   The explanation.
 *
 * @version ac2a9c19
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<select id="<?php echo esc_attr( $name ); ?>" name="<?php echo esc_attr( $name ); ?>"
	aria-describedby="<?php echo esc_attr( "{$name}_about" ); ?>">
	<?php foreach ( $choices as $choice => $label ) : ?>
		<option value="<?php echo esc_attr( $choice ); ?>"<?php selected( $value, $choice ); ?>><?php
			echo esc_html( $label );
		?></option>
	<?php endforeach; ?>
</select>
<?php largesse_print_template( 'setup/field-note', array( 'name' => $name, 'text' => $about ) ); ?>
