<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Pages\Owners\RegistryFields;
use Largesse\Registries\Registry\ImportWish;
use Largesse\Registries\Registry\Store;
use Largesse\Foundation\Service\Rules;
use WP_Error;

/**
 * Contents of a file in the format `largesse.registry/1` (contract/exchange.ts): fields of a registry, and wishes.
 * Browsers convert other formats to this format. Unknown keys are ignored. Values of a wrong type are kept, so the
 * import refuses the wish and states the reason.
 */
final class ImportFile {

	/** Fields of the registry that an import copies. */
	private const FIELDS = array( 'title', 'story', 'event_type', 'event_date', 'surprise' );

	/** @param array<string, mixed> $registry Result of FileRules::details(). */
	private function __construct(
		public readonly array $wishes,
		public readonly array $registry
	) {}

	/** Reads a file. */
	public static function read( string $bytes ): self|WP_Error {
		$data = FileRules::decode( $bytes );
		return is_string( $data ) ? self::error( $data ) : self::of( $data, ImportWish::BY_NAME );
	}

	/** Reads the decoded data of a file. @param string $by ImportWish::BY_NAME or BY_ADDRESS. */
	public static function of( mixed $data, string $by ): self|WP_Error {
		$fault = FileRules::fault( $data );
		return null === $fault
			? new self( FileRules::wishes( $data, $by, Price::foreign( ... ) ), FileRules::details( $data ) )
			: self::error( $fault );
	}

	/** @return array<string, FieldError> Problems, except of the title, which members can change. */
	public function registry_problems(): array {
		return $this->problems_of( new RegistryFields( array_diff_key( $this->fields(), array( 'title' => true ) ) ), false );
	}

	/**
	 * Creates the registry without its wishes, and returns its id. It is private, and has no invitees and no gifts.
	 * Without `$title`, it gets the title in the file; without `$owner`, it belongs to the current user.
	 */
	public function create_registry( ?string $title, Store $store, ?int $owner = null ): int|WP_Error {
		$fields   = new RegistryFields(
			( null === $title ? array() : array( 'title' => $title ) ) + $this->fields() + array( 'is_public' => false )
		);
		$problems = $this->problems_of( $fields, true );
		if ( $problems ) {
			return Errors::fields( $problems );
		}
		$stored = $fields->stored();
		if ( 'html' === ( $this->registry['story_format'] ?? '' ) && is_string( $this->registry['story'] ?? null ) ) {
			// The user who imports the story is not the author of the story. So this code removes unsafe HTML, even for
			// administrators.
			$stored['post_content'] = wp_kses_post( $this->registry['story'] );
		}
		$id = $store->details->create(
			( null === $owner ? array() : array( 'post_author' => $owner ) ) + array( 'post_status' => 'private' ) + $stored
		);
		if ( is_wp_error( $id ) ) {
			return Errors::not_stored();
		}
		/**
		 * Fires after a registry was created from a file, before its wishes are added.
		 *
		 * @param int                  $registry_id Id of the registry.
		 * @param array<string, mixed> $found       Data about the registry in the file.
		 */
		do_action( 'largesse_registry_imported', $id, $this->registry );
		return $id;
	}

	/** @return array<string, mixed> Registry's fields as RegistryFields expects them. */
	private function fields(): array {
		return array_filter(
			array_intersect_key( $this->registry, array_flip( self::FIELDS ) ),
			static fn ( mixed $value ) => null !== $value
		);
	}

	private function problems_of( RegistryFields $fields, bool $is_new ): array {
		/**
		 * Filters the problems of a file that a member imports. With a problem, no registry is created.
		 *
		 * @param array<string, WP_Error> $problems Problems by field. The code is the broken rule.
		 * @param array<string, mixed>    $found    `registry` of contract/exchange.ts.
		 */
		$problems = apply_filters(
			'largesse_registry_file_problems',
			FieldError::errors( $fields->problems( $is_new ) ),
			$this->registry
		);
		return FieldError::of_errors( $problems );
	}

	/** Returns the error of a fault of the file. */
	private static function error( string $fault ): WP_Error {
		$message = match ( $fault ) {
			/* translators: %s: a number. */
			FileRules::TOO_LARGE => sprintf( __( 'This file is too large: the limit is %s MB. Please import a part of it.', 'largesse' ), Number::text( Rules::MAX_FILE_BYTES / 1_000_000 ) ),
			FileRules::NO_DATA   => __( 'This file is not a registry exported as data (JSON). Export the registry as data, or use the page “Import wishes”, which reads other formats too.', 'largesse' ),
			FileRules::NOT_OURS  => __( 'This file is not a registry from Largesse.', 'largesse' ),
			FileRules::NEWER     => __( 'This file comes from a newer version of Largesse than the one on this site.', 'largesse' ),
			/* translators: %s: a number. */
			FileRules::TOO_MANY  => sprintf( __( 'There are too many wishes in this file: the limit is %s at once. Please import a part of it.', 'largesse' ), Number::text( Rules::MAX_FILE_WISHES ) ),
			default              => __( 'This file contains no wishes.', 'largesse' ),
		};
		return Errors::fields( array( 'file' => new FieldError( 'not_readable', $message ) ), $message );
	}
}
