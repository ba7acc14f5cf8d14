<?php
/**
 * Field of a form, with its label, its hint and its error message.
 *
 * @var string                    $type       Type of the input, or `textarea`.
 * @var string                    $id         Id of the field.
 * @var string                    $label      Label.
 * @var bool                      $is_needed  Whether the field must be filled in.
 * @var string                    $hint       Explanation below the label; may be empty.
 * @var string                    $value      Current value.
 * @var string                    $problem    Error message; may be empty.
 * @var array<string, int|string> $attributes Further attributes; an empty value prints only the name.
 * @var array<string, string>     $classes    CSS classes: `field`, `hint` and `problem`.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="<?php echo esc_attr( $classes['field'] ); ?>">
	<label for="<?php echo esc_attr( $id ); ?>"><?php echo esc_html( $label ); ?><?php if ( ! $is_needed ) : ?> <span class="largesse-field__optional"><?php esc_html_e( '(optional)', 'largesse' ); ?></span><?php endif; ?></label>
	<?php if ( '' !== $hint ) : ?>
		<p class="<?php echo esc_attr( $classes['hint'] ); ?>" id="<?php echo esc_attr( "{$id}-hint" ); ?>"><?php echo esc_html( $hint ); ?></p>
	<?php endif; ?>
	<?php if ( 'textarea' === $type ) : ?>
		<textarea<?php Template::print( 'html/attributes', array( 'attributes' => $attributes ) ); ?>><?php Escape::echo_escaped( $value ); ?></textarea>
	<?php else : ?>
		<input type="<?php echo esc_attr( $type ); ?>" value="<?php Escape::echo_escaped( $value ); ?>"<?php Template::print( 'html/attributes', array( 'attributes' => $attributes ) ); ?>>
	<?php endif; ?>
	<?php if ( '' !== $problem ) : ?>
		<p class="<?php echo esc_attr( $classes['problem'] ); ?>" id="<?php echo esc_attr( "{$id}-problem" ); ?>"><?php echo esc_html( $problem ); ?></p>
	<?php endif; ?>
</div>
