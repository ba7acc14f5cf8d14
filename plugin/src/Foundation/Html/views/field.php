<?php
/**
 * Field of a form, with its label, its hint and its error message.
 *
 * @var string                    $type       Type of the input, `textarea` or `select`.
 * @var string                    $id         Id of the field.
 * @var string                    $label      Label.
 * @var bool                      $is_needed  Whether the field must be filled in.
 * @var string                    $hint       Explanation below the label; may be empty.
 * @var string                    $value      Current value; `1` for a ticked checkbox.
 * @var array<string, string>     $choices    Texts of the choices of `select` and `radio`, by value.
 * @var string                    $problem    Error message; may be empty.
 * @var array<string, int|string> $attributes Further attributes; an empty value prints only the name.
 * @var array<string, string>     $classes    CSS classes: `field`, `hint` and `problem`.
 *
 * @version 63d42818
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="<?php echo esc_attr( $classes['field'] ); ?>"<?php
	if ( 'radio' === $type ) :
		?> role="radiogroup" aria-labelledby="<?php echo esc_attr( "{$id}-label" ); ?>"<?php
	endif;
?>>
	<?php if ( 'checkbox' === $type ) : ?>
		<label class="largesse-field__choice" for="<?php echo esc_attr( $id ); ?>"><input type="checkbox" value="1"<?php
			largesse_print_template(
				'html/attributes',
				array( 'attributes' => $attributes + ( '1' === $value ? array( 'checked' => '' ) : array() ) )
			);
		?>> <?php echo esc_html( $label ); ?></label>
	<?php else : ?>
		<<?php echo 'radio' === $type ? 'p' : 'label'; ?> <?php
			echo 'radio' === $type ? 'id' : 'for';
		?>="<?php echo esc_attr( 'radio' === $type ? "{$id}-label" : $id ); ?>"><?php echo esc_html( $label ); ?><?php
		if ( ! $is_needed ) :
			?> <span class="largesse-field__optional"><?php esc_html_e( '(optional)', 'largesse' ); ?></span><?php
		endif;
		?></<?php echo 'radio' === $type ? 'p' : 'label'; ?>>
	<?php endif; ?>
	<?php if ( '' !== $hint ) : ?>
		<p class="<?php echo esc_attr( $classes['hint'] ); ?>"
			id="<?php echo esc_attr( "{$id}-hint" ); ?>"><?php echo esc_html( $hint ); ?></p>
	<?php endif; ?>
	<?php if ( 'textarea' === $type ) : ?>
		<textarea<?php largesse_print_template( 'html/attributes', array( 'attributes' => $attributes ) ); ?>><?php
			echo largesse_html( $value );
		?></textarea>
	<?php elseif ( 'select' === $type ) : ?>
		<select<?php largesse_print_template( 'html/attributes', array( 'attributes' => $attributes ) ); ?>>
			<?php foreach ( $choices as $choice => $text ) : ?>
				<option value="<?php echo esc_attr( (string) $choice ); ?>"<?php
					echo (string) $choice === $value ? ' selected' : '';
				?>><?php echo largesse_html( $text ); ?></option>
			<?php endforeach; ?>
		</select>
	<?php elseif ( 'radio' === $type ) : ?>
		<?php foreach ( $choices as $choice => $text ) : ?>
			<label class="largesse-field__choice"><input type="radio"
				value="<?php echo esc_attr( (string) $choice ); ?>"<?php
				$own = array_key_first( $choices ) === $choice
					? $attributes
					: array_diff_key( $attributes, array( 'id' => '', 'autofocus' => '' ) );
				largesse_print_template(
					'html/attributes',
					array( 'attributes' => $own + ( (string) $choice === $value ? array( 'checked' => '' ) : array() ) )
				);
			?>> <?php echo largesse_html( $text ); ?></label>
		<?php endforeach; ?>
	<?php elseif ( 'checkbox' !== $type ) : ?>
		<input type="<?php echo esc_attr( $type ); ?>"
			value="<?php echo largesse_html( $value ); ?>"<?php
			largesse_print_template( 'html/attributes', array( 'attributes' => $attributes ) );
		?>>
	<?php endif; ?>
	<?php if ( '' !== $problem ) : ?>
		<p class="<?php echo esc_attr( $classes['problem'] ); ?>"
			id="<?php echo esc_attr( "{$id}-problem" ); ?>"><?php echo esc_html( $problem ); ?></p>
	<?php endif; ?>
</div>
