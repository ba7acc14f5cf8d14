<?php
declare( strict_types=1 );

namespace Largesse\Html;

/**
 * Renders the fields of a form about a gift, each with its label and what is to be corrected. The first field with a
 * problem takes the focus.
 */
final class FormFields {

	/**
	 * @param string                $prefix   Begin of their ids.
	 * @param array<string, string> $problems What is to be corrected, by field.
	 */
	public function __construct(
		private readonly string $prefix,
		private readonly array $problems
	) {}

	/**
	 * Renders a field of one line.
	 *
	 * @param string                    $type  Type of the input.
	 * @param string                    $name  Name of the field.
	 * @param string                    $label What it is for.
	 * @param string                    $value What stands in it.
	 * @param array<string, int|string> $more  Further attributes; without `required` the field is called optional.
	 * @param string                    $hint  What one should know; may be empty.
	 */
	public function input( string $type, string $name, string $label, string $value, array $more, string $hint = '' ): string {
		$input = sprintf( '<input type="%s" value="%s"%s>', $type, Escape::html( $value ), $this->attributes( $name, $more, $hint ) );
		return $this->field( $name, $label, isset( $more['required'] ), $input, $hint );
	}

	/**
	 * Renders a field of several lines, which may stay empty.
	 *
	 * @param string $name  Name of the field.
	 * @param string $label What it is for.
	 * @param string $value What stands in it.
	 * @param int    $rows  How many lines it shows.
	 * @param int    $most  How many characters fit into it.
	 */
	public function textarea( string $name, string $label, string $value, int $rows, int $most ): string {
		$more = array(
			'rows'      => $rows,
			'maxlength' => $most,
			'dir'       => 'auto',
		);
		return $this->field( $name, $label, false, sprintf( '<textarea%s>%s</textarea>', $this->attributes( $name, $more, '' ), Escape::html( $value ) ), '' );
	}

	/**
	 * Renders a field that nobody types into.
	 *
	 * @param string $name  Name of the field.
	 * @param string $value What stands in it.
	 */
	public static function hidden( string $name, string $value ): string {
		return sprintf( '<input type="hidden" name="%s" value="%s">', esc_attr( $name ), Escape::html( $value ) );
	}

	/**
	 * Renders a field with its label.
	 *
	 * @param string $name      Name of the field.
	 * @param string $label     What it is for.
	 * @param bool   $is_needed Whether it may not stay empty.
	 * @param string $control   HTML of what one types into.
	 * @param string $hint      What one should know; may be empty.
	 */
	private function field( string $name, string $label, bool $is_needed, string $control, string $hint ): string {
		$id = $this->prefix . $name;
		return sprintf(
			'<div class="largesse-field"><label for="%s">%s%s</label>%s%s%s</div>',
			$id,
			esc_html( $label ),
			$is_needed ? '' : ' <span class="largesse-field__optional">' . esc_html__( '(optional)', 'largesse' ) . '</span>',
			'' === $hint ? '' : sprintf( '<p class="largesse-field__hint" id="%s-hint">%s</p>', $id, esc_html( $hint ) ),
			$control,
			isset( $this->problems[ $name ] ) ? sprintf( '<p class="largesse-field__problem" id="%s-problem">%s</p>', $id, esc_html( $this->problems[ $name ] ) ) : ''
		);
	}

	/**
	 * Returns the attributes that every field has, and further ones.
	 *
	 * @param string                    $name Name of the field.
	 * @param array<string, int|string> $more Further attributes.
	 * @param string                    $hint What one should know; may be empty.
	 */
	private function attributes( string $name, array $more, string $hint ): string {
		$id         = $this->prefix . $name;
		$is_wrong   = isset( $this->problems[ $name ] );
		$attributes = array(
			'id'   => $id,
			'name' => $name,
		) + $more;
		$notes      = trim( ( '' === $hint ? '' : "{$id}-hint" ) . ( $is_wrong ? " {$id}-problem" : '' ) );
		if ( '' !== $notes ) {
			$attributes['aria-describedby'] = $notes;
		}
		if ( $is_wrong ) {
			$attributes['aria-invalid'] = 'true';
			$attributes                += array_key_first( $this->problems ) === $name ? array( 'autofocus' => '' ) : array();
		}
		$html = '';
		foreach ( $attributes as $attribute => $value ) {
			$html .= '' === $value ? " {$attribute}" : sprintf( ' %s="%s"', $attribute, esc_attr( (string) $value ) );
		}
		return $html;
	}
}
