<?php
/**
 * A field of a form.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Admin\PlainText;

/**
 * Prints a field with its label, its hint and the place of its message. What is typed, and what is wrong with it,
 * the script keeps by the names of form and field.
 */
final class Field {

	/** A field that must not be empty. */
	public const NEEDED = array( 'aria-required' => 'true' );

	/** A field of words that no browser knows beforehand. */
	public const WORDS = array( 'autocomplete' => 'off' );

	/** A field of several lines. */
	public const LINES = array( 'rows' => '4' );

	/** A field for a price, as people write it. */
	public const PRICE = array(
		'inputmode'    => 'decimal',
		'autocomplete' => 'off',
	);

	/** A field for a whole number. */
	public const COUNT = array(
		'inputmode'    => 'numeric',
		'autocomplete' => 'off',
	);

	/** A field for a day. */
	public const DATE = array(
		'type' => 'date',
		'dir'  => 'ltr',
	);

	/** A field for somebody's name on the site, which no browser is to better. */
	public const LOGIN = array(
		'autocomplete'   => 'off',
		'autocapitalize' => 'none',
		'spellcheck'     => 'false',
	);

	/** A field for an address on the web. */
	public const ADDRESS = self::LOGIN + array(
		'inputmode' => 'url',
		'dir'       => 'ltr',
	);

	/**
	 * Prints a field.
	 *
	 * @param string                $form       Name of the form in the script.
	 * @param string                $name       Name of the field in the REST API.
	 * @param string                $label      What is asked for.
	 * @param string                $value      What stands in it.
	 * @param string                $hint       What helps to fill it in.
	 * @param array<string, string> $attributes More of its HTML attributes; "rows" makes it a text of several lines.
	 */
	public static function show( string $form, string $name, string $label, string $value = '', string $hint = '', array $attributes = array() ): void {
		$id       = "largesse-{$form}-{$name}";
		$is_long  = isset( $attributes['rows'] );
		$context  = array(
			'form'  => $form,
			'field' => $name,
		);
		$defaults = array(
			'id'                         => $id,
			'name'                       => $name,
			'dir'                        => 'auto',
			'aria-describedby'           => '' === $hint ? "{$id}-error" : "{$id}-hint {$id}-error",
			'data-wp-bind--value'        => 'state.value',
			'data-wp-bind--aria-invalid' => 'state.isWrong',
			'data-wp-on--input'          => 'actions.type',
		);
		$single   = array(
			'type'  => 'text',
			'value' => $value,
		);
		?>
		<div class="largesse-mine__field" <?php Markup::context( $context ); ?>>
			<label for="<?php echo esc_attr( $id ); ?>"><?php echo esc_html( $label ); ?><?php self::mark( isset( $attributes['aria-required'] ) ); ?></label>
			<?php if ( '' !== $hint ) : ?>
				<p class="largesse-mine__hint" id="<?php echo esc_attr( "{$id}-hint" ); ?>"><?php echo esc_html( $hint ); ?></p>
			<?php endif; ?>
			<?php if ( $is_long ) : ?>
				<?php // A parser drops the first line end; it is not to be one that was typed. ?>
				<textarea<?php Markup::attributes( $attributes + $defaults ); ?>><?php PlainText::show( "\n{$value}" ); ?></textarea>
			<?php else : ?>
				<input<?php Markup::attributes( $attributes + $defaults + $single ); ?>>
			<?php endif; ?>
			<p class="largesse-mine__error" id="<?php echo esc_attr( "{$id}-error" ); ?>" hidden data-wp-bind--hidden="!state.error" data-wp-text="state.error"></p>
		</div>
		<?php
	}

	/**
	 * Says in a label that the field must not be empty.
	 *
	 * @param bool $is_needed Whether that is so.
	 */
	private static function mark( bool $is_needed ): void {
		echo $is_needed ? ' <span class="largesse-mine__required">' . esc_html__( '(needed)', 'largesse' ) . '</span>' : '';
	}
}
