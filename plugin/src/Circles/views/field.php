<?php
/**
 * Field of a form about a circle.
 *
 * @var string $id      Id of the field.
 * @var string $name    Name of the field.
 * @var string $label   Label.
 * @var string $value   Current value.
 * @var int    $most    Maximum number of characters.
 * @var string $problem Error message; empty for none.
 * @var string $type    Type of the input.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-mine__field">
	<label for="<?php echo esc_attr( $id ); ?>"><?php echo esc_html( $label ); ?></label>
	<input type="<?php echo esc_attr( $type ); ?>" id="<?php echo esc_attr( $id ); ?>" name="<?php echo esc_attr( $name ); ?>" value="<?php Escape::echo_escaped( $value ); ?>" maxlength="<?php echo esc_attr( (string) $most ); ?>" dir="auto" required autocomplete="off"<?php if ( '' !== $problem ) : ?> aria-invalid="true" aria-describedby="<?php echo esc_attr( "{$id}-problem" ); ?>" autofocus<?php endif; ?>>
	<?php if ( '' !== $problem ) : ?>
		<p class="largesse-mine__error" id="<?php echo esc_attr( "{$id}-problem" ); ?>"><?php echo esc_html( $problem ); ?></p>
	<?php endif; ?>
</div>
