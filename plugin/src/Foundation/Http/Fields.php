<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Service\FieldRules;

/** Values of the fields of a form. */
final class Fields {

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

	/** @param array<string, Field> $fields Fields by name, as are the values. */
	private function __construct( private readonly array $fields, private readonly array $values ) {}

	/** @param array<string, Field> $fields Fields of a new form, by name. */
	public static function fresh( array $fields ): self {
		return new self( $fields, array_map( static fn ( Field $field ): string => $field->initial, $fields ) );
	}

	/**
	 * Reads the trimmed values of a sent form, and repairs addresses. Browsers send no line breaks in a single line, but
	 * other programs may. In a text of several lines, all line breaks become "\n".
	 *
	 * @param array<string, Field>  $fields  Fields by name.
	 * @param array<string, string> $missing Values of fields that the form may omit; '' for all others.
	 */
	public static function sent( array $fields, Submission $sent, array $missing = array() ): self {
		$values = array();
		foreach ( $fields as $name => $field ) {
			$text            = $sent->has( (string) $name ) ? $sent->text( (string) $name ) : $missing[ $name ] ?? '';
			$values[ $name ] = FieldRules::trim(
				'textarea' === $field->type
				? str_replace( array( "\r\n", "\r" ), "\n", $text )
				: (string) preg_replace( '/[\r\n\t]+/', ' ', $text )
			);
			$values[ $name ] = 'url' === $field->type ? WebAddress::repaired( $values[ $name ] ) : $values[ $name ];
		}
		return new self( $fields, $values );
	}

	/** @param array<string, string> $values Values by name, which replace those of the copy. */
	public function with( array $values ): self {
		return new self( $this->fields, array_intersect_key( $values, $this->fields ) + $this->values );
	}

	/** Returns a value; '' if the form has no such field. */
	public function text( string $name ): string {
		return $this->values[ $name ] ?? '';
	}

	/** @return array<string, string> All values by name. */
	public function texts(): array {
		return $this->values;
	}

	/** @return array<string, string> Messages about invalid values, by field. */
	public function problems(): array {
		$problem = fn ( string $name ): string => null === $this->fields[ $name ]->check ? '' : (
			$this->fields[ $name ]->check
		)( $this->values[ $name ] );
		$names   = array_map( 'strval', array_keys( $this->fields ) );
		return array_filter( array_combine( $names, array_map( $problem, $names ) ), 'strlen' );
	}

	/**
	 * Returns the data of the fields for the template `html/field`, by name. The first field with a problem gets the
	 * focus.
	 *
	 * @param string                                   $prefix   Beginning of the ids of the fields.
	 * @param array<string, string>                    $problems Error messages by field.
	 * @param array<string, string>                    $classes  CSS classes: OF_GUESTS or OF_OWNERS.
	 * @param array<string, array<string, int|string>> $more     Further attributes by name.
	 * @return array<string, array<string, mixed>>
	 */
	public function inputs(
		string $prefix,
		array $problems = array(),
		array $classes = self::OF_GUESTS,
		array $more = array()
	): array {
		$inputs = array();
		foreach ( $this->fields as $name => $field ) {
			$id         = $prefix . $name;
			$is_wrong   = isset( $problems[ $name ] );
			$attributes = array(
				'id'   => $id,
				'name' => (string) $name,
			) + $field->attributes + ( $more[ $name ] ?? array() );
			$notes      = trim( ( '' === $field->hint ? '' : "{$id}-hint" ) . ( $is_wrong ? " {$id}-problem" : '' ) );
			if ( '' !== $notes ) {
				$attributes['aria-describedby'] = $notes;
			}
			if ( $is_wrong ) {
				$attributes['aria-invalid'] = 'true';
				$attributes                += array_key_first( $problems ) === $name ? array( 'autofocus' => '' ) : array();
			}
			$inputs[ $name ] = array(
				'type'       => $field->type,
				'id'         => $id,
				'label'      => $field->label,
				// A box without a tick is an answer, so it needs no remark.
				'is_needed'  => isset( $attributes['required'] ) || 'checkbox' === $field->type,
				'hint'       => $field->hint,
				'value'      => $this->values[ $name ],
				'choices'    => $field->choices,
				'problem'    => $problems[ $name ] ?? '',
				'attributes' => $attributes,
				'classes'    => $classes,
			);
		}
		return $inputs;
	}
}
