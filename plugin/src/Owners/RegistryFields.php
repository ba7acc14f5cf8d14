<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Format\StoryText;
use Largesse\Format\TitleText;
use Largesse\Http\FieldError;
use Largesse\Registry\Cover;
use Largesse\Registry\RegistryMeta;
use Largesse\Service\BrokenRule;
use Largesse\Service\FieldRules;
use Largesse\Service\Rules;

/**
 * Validates the typed fields of a registry by the rules of the API, and converts them for storage.
 */
final class RegistryFields {

	/** Meta keys of the fields that are stored as post meta. */
	private const META = array(
		'event_type'  => RegistryMeta::EVENT_TYPE,
		'event_date'  => RegistryMeta::EVENT_DATE,
		'surprise'    => RegistryMeta::SURPRISE,
		'reveal_date' => RegistryMeta::REVEAL_DATE,
		'names'       => RegistryMeta::NAMES,
		'cover'       => RegistryMeta::COVER,
	);

	/**
	 * Field that makes a registry's creator its keeper. Creators cannot become keepers later (rules: Co-owners and
	 * keepers).
	 */
	public const FOR_CHILD = 'is_for_child';

	/** Field that hides a new registry from guests until an owner chooses who may see it. */
	public const DRAFT = 'is_draft';

	/** Fields that share another field's rule. */
	private const LIKE = array(
		'reveal_date' => 'event_date',
		'names'       => 'title',
	);

	/**
	 * Submitted fields by name.
	 *
	 * @var array<string, mixed>
	 */
	private readonly array $sent;

	/** @param array<string, mixed> $sent Fields by name; unknown fields are ignored. Null clears a field of META. */
	public function __construct( array $sent ) {
		// If searches must not find the registry, do not store names for searches.
		$this->sent = ( false === ( $sent['is_findable'] ?? null ) ? array( 'names' => '' ) : array() ) + $sent;
	}

	/**
	 * Returns the errors of the fields.
	 *
	 * @param bool $is_new Whether the fields are for a new registry, which needs a title.
	 * @param int  $owner  Id of the registry's owner; 0 to skip the limits of the owner.
	 * @param int  $id     Id of the registry; 0 for a new one.
	 * @return array<string, FieldError> Errors by field.
	 */
	public function problems( bool $is_new, int $owner = 0, int $id = 0 ): array {
		$found = array();
		foreach ( array( 'title', 'story', 'event_type', 'event_date', 'surprise', 'reveal_date', 'is_public', 'is_findable', 'names', 'cover', ...( $is_new ? array( self::FOR_CHILD, self::DRAFT ) : array() ) ) as $field ) {
			if ( array_key_exists( $field, $this->sent ) ) {
				$found[ $field ] = self::problem( $field, $this->sent[ $field ] );
			} elseif ( $is_new && 'title' === $field ) {
				$found[ $field ] = new BrokenRule( 'required' );
			}
		}
		/**
		 * Filters the problems of the submitted fields of a registry.
		 *
		 * @param array<string, BrokenRule|FieldError> $problems Problems by field.
		 * @param array<string, mixed>                 $sent     Submitted fields by name.
		 * @param int                                  $owner    Id of the registry's owner; 0 if callbacks must not
		 *                                                       check limits of the owner.
		 * @param int                                  $id       Id of the registry; 0 for a new one.
		 */
		$problems = apply_filters( 'largesse_registry_problems', array_filter( $found ), $this->sent, $owner, $id );
		$errors   = array();
		foreach ( $problems as $field => $problem ) {
			$errors[ $field ] = $problem instanceof BrokenRule ? FieldError::of( $field, $problem ) : $problem;
		}
		return $errors;
	}

	/**
	 * Returns the fields in the form that the Store expects. The fields must be valid.
	 *
	 * @return array<string, string> Values by the names of post fields and meta keys.
	 */
	public function stored(): array {
		$stored = array();
		if ( isset( $this->sent['title'] ) ) {
			$stored['post_title'] = TitleText::encode( StoryText::without_controls( $this->sent['title'] ) );
		}
		if ( isset( $this->sent['story'] ) ) {
			$stored['post_content'] = StoryText::to_html( $this->sent['story'] );
		}
		if ( isset( $this->sent['is_public'] ) ) {
			$stored['post_status'] = $this->sent['is_public'] ? 'publish' : 'private';
		}
		foreach ( array_intersect_key( self::META, $this->sent ) as $field => $key ) {
			$stored[ $key ] = 'names' === $field ? self::names( $this->sent[ $field ] ?? '' ) : (string) $this->sent[ $field ];
		}
		return $stored;
	}

	/** Returns names in their stored form. */
	private static function names( string $typed ): string {
		return FieldRules::trim( StoryText::without_controls( $typed ) );
	}

	/** Returns the rule that the value of a field breaks, or the error of the value; null if the value is valid. */
	private static function problem( string $field, mixed $value ): BrokenRule|FieldError|null {
		if ( in_array( $field, array( 'is_public', 'is_findable', self::FOR_CHILD, self::DRAFT ), true ) ) {
			return is_bool( $value ) ? null : new BrokenRule( 'type', array( 'boolean' ) );
		}
		if ( ( '' === $value || null === $value ) && isset( self::META[ $field ] ) ) {
			return null;
		}
		if ( 'surprise' === $field ) {
			return in_array( $value, Rules::SURPRISE_LEVELS, true ) ? null : new BrokenRule( 'enum', Rules::SURPRISE_LEVELS );
		}
		if ( 'cover' === $field ) {
			return is_string( $value ) && Cover::is_valid( $value ) ? null : new FieldError( 'not_uploaded', __( 'Choose a picture that was uploaded here.', 'largesse' ) );
		}
		$problem = FieldRules::problem( self::LIKE[ $field ] ?? $field, $value );
		// A title of only control characters counts as blank: the stored text would be empty.
		return null === $problem && 'title' === $field ? FieldRules::problem( $field, StoryText::without_controls( $value ) ) : $problem;
	}
}
