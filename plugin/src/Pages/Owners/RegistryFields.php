<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\FeatureFields;
use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Http\InvalidBody;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Foundation\Service\BrokenRule;
use Largesse\Foundation\Service\FieldRules;
use WP_Error;

// phpcs:disable WordPress.Security.EscapeOutput.ExceptionNotEscaped -- WordPress encodes these messages as JSON.

/**
 * Validates the typed fields of a registry by the rules of the API, and converts them for storage. Features validate
 * and convert their own fields (see FeatureFields).
 */
final class RegistryFields {

	/** Meta keys of the fields that are stored as post meta. */
	private const META = array(
		'event_type' => RegistryMeta::EVENT_TYPE,
		'event_date' => RegistryMeta::EVENT_DATE,
	);

	/** Field that makes a registry's creator its keeper, which is impossible later (rules: Co-owners and keepers). */
	public const FOR_CHILD = 'is_for_child';

	/** Field that hides a new registry from guests until an owner chooses who may see it. */
	public const DRAFT = 'is_draft';

	/** @param array<string, mixed> $sent Fields by name; unknown fields are ignored. Null clears a field of META. */
	public function __construct( private readonly array $sent ) {}

	/**
	 * Returns the errors of the fields.
	 *
	 * @param bool $is_new Whether the fields are for a new registry, which needs a title.
	 * @param int  $owner  Id of the registry's owner; 0 to skip the limits of the owner.
	 * @param int  $id     Id of the registry; 0 for a new one.
	 * @return array<string, FieldError>
	 */
	public function problems( bool $is_new, int $owner = 0, int $id = 0 ): array {
		$found = array();
		foreach (
			array(
				'title',
				'story',
				'event_type',
				'event_date',
				'is_public',
				...( $is_new ? array( self::FOR_CHILD, self::DRAFT ) : array() ),
			) as $field
		) {
			if ( array_key_exists( $field, $this->sent ) ) {
				$found[ $field ] = self::problem( $field, $this->sent[ $field ] );
			} elseif ( $is_new && 'title' === $field ) {
				$found[ $field ] = new BrokenRule( 'required' );
			}
		}
		$problems = array_filter( $found );
		foreach ( FeatureFields::classes() as $of_feature ) {
			$problems = $of_feature::add_problems( $problems, $this->sent, $owner, $id );
		}
		$errors = array();
		foreach ( $problems as $field => $problem ) {
			$errors[ $field ] = $problem instanceof BrokenRule ? FieldError::of( $field, $problem ) : $problem;
		}
		/**
		 * Filters the problems of the submitted fields of a registry.
		 *
		 * @param array<string, WP_Error> $problems Problems by field. The code is the broken rule.
		 * @param array<string, mixed>    $sent     Submitted fields by name.
		 * @param int                     $owner    Id of the registry's owner; 0 if callbacks must not check limits of the
		 *                                          owner.
		 * @param int                     $id       Id of the registry; 0 for a new one.
		 */
		return FieldError::of_errors(
			apply_filters( 'largesse_registry_problems', FieldError::errors( $errors ), $this->sent, $owner, $id )
		);
	}

	/**
	 * Returns the fields in their stored form. The parameters are those of problems().
	 *
	 * @return array<string, string>
	 * @throws InvalidBody If a field is invalid.
	 */
	public function checked( bool $is_new, int $owner = 0, int $id = 0 ): array {
		$problems = $this->problems( $is_new, $owner, $id );
		return $problems ? throw new InvalidBody( Errors::fields( $problems ) ) : $this->stored();
	}

	/** @return array<string, string> Valid fields as the Store expects them, by post field or meta key. */
	public function stored(): array {
		$stored = array();
		if ( isset( $this->sent['title'] ) ) {
			$stored['post_title'] = StoredText::to_title( StoredText::without_controls( $this->sent['title'] ) );
		}
		if ( isset( $this->sent['story'] ) ) {
			$stored['post_content'] = StoredText::to_story( $this->sent['story'] );
		}
		if ( isset( $this->sent['is_public'] ) ) {
			$stored['post_status'] = $this->sent['is_public'] ? 'publish' : 'private';
		}
		foreach ( array_intersect_key( self::META, $this->sent ) as $field => $key ) {
			$stored[ $key ] = (string) $this->sent[ $field ];
		}
		return FeatureFields::add_stored( $stored, $this->sent );
	}

	/** Returns the rule that the value of a field breaks; null if the value is valid. */
	private static function problem( string $field, mixed $value ): ?BrokenRule {
		if ( in_array( $field, array( 'is_public', self::FOR_CHILD, self::DRAFT ), true ) ) {
			return is_bool( $value ) ? null : new BrokenRule( 'type', array( 'boolean' ) );
		}
		if ( ( '' === $value || null === $value ) && isset( self::META[ $field ] ) ) {
			return null;
		}
		$problem = FieldRules::problem( $field, $value );
		// A title of only control characters counts as blank: the stored text would be empty.
		return null === $problem && 'title' === $field
			? FieldRules::problem( $field, StoredText::without_controls( $value ) )
			: $problem;
	}
}
