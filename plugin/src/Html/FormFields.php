<?php
declare( strict_types=1 );

namespace Largesse\Html;

/**
 * Collects the data of the fields of a form for the template `html/field`. The first field with a problem gets the
 * focus.
 */
final class FormFields {

	/** Name of a field that people do not see; only programs fill it in. */
	public const TRAP = 'largesse-homepage';

	/** CSS classes of a field, its hint and its problem: on pages for guests, and on the page My registries. */
	private const OF_GUESTS = array(
		'field'   => 'largesse-field',
		'hint'    => 'largesse-field__hint',
		'problem' => 'largesse-field__problem',
	);
	public const OF_OWNERS  = array(
		'field'   => 'largesse-mine__field',
		'hint'    => 'largesse-mine__hint',
		'problem' => 'largesse-mine__error',
	);

	/**
	 * @param string                $prefix   Beginning of the ids of the fields.
	 * @param array<string, string> $problems Error messages by field.
	 * @param array<string, string> $classes  CSS classes of the fields; OF_GUESTS by default.
	 */
	public function __construct(
		private readonly string $prefix,
		private readonly array $problems,
		private readonly array $classes = self::OF_GUESTS
	) {}

	/**
	 * Returns the variables of a field.
	 *
	 * @param string                    $type  Type of the input.
	 * @param array<string, int|string> $more  Further attributes; without `required`, the label calls the field optional.
	 * @param string                    $hint  Explanation; may be empty.
	 * @param array<string, string>     $choices Texts of the choices by value, for the types `select` and `radio`.
	 * @return array<string, mixed>
	 */
	public function input( string $type, string $name, string $label, string $value, array $more, string $hint = '', array $choices = array() ): array {
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
		return array(
			'type'       => $type,
			'id'         => $id,
			'label'      => $label,
			// A box without a tick is an answer, so it needs no remark.
			'is_needed'  => isset( $more['required'] ) || 'checkbox' === $type,
			'hint'       => $hint,
			'value'      => $value,
			'choices'    => $choices,
			'problem'    => $this->problems[ $name ] ?? '',
			'attributes' => $attributes,
			'classes'    => $this->classes,
		);
	}

	/**
	 * Returns the variables of an optional multi-line field.
	 *
	 * @param int $most Maximum number of characters.
	 * @return array<string, mixed>
	 */
	public function textarea( string $name, string $label, string $value, int $rows, int $most ): array {
		$more = array(
			'rows'      => $rows,
			'maxlength' => $most,
			'dir'       => 'auto',
		);
		return $this->input( 'textarea', $name, $label, $value, $more );
	}
}
