<?php
declare( strict_types=1 );

namespace Largesse\Together\Sizes;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\FieldError;
use Largesse\Together\Invitations\GuestAccess;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Roles;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * Sizes and notes on the page of a registry, and in its exported files and copies (rules: Sizes and notes).
 *
 * Strangers and search engines must not read sizes, so a public registry shows sizes only to members and to guests with
 * a link. No cache stores pages for these visitors. WordPress prevents caching for members, and
 * Invitations\RegistryLinkPage prevents caching for guests with a link.
 *
 * If a size belongs to the account of an owner, its row in a file contains the owner's name. The import skips rows with
 * a name, because their sizes belong to an account and not to the registry.
 */
final class RegistrySizes {

	/**
	 * Adds the sizes if the visitor may see them.
	 *
	 * @param list<string> $parts HTML of other parts.
	 * @return list<string>
	 */
	public static function add_to_page( array $parts, WP_Post $registry ): array {
		$groups = self::may_see( $registry ) ? self::groups( $registry ) : array();
		return $groups ? array( ...$parts, Template::render( 'sizes/shown-sizes', array( 'groups' => $groups ) ) ) : $parts;
	}

	/**
	 * Returns the registry's own sizes, or the sizes of its owners.
	 *
	 * @return list<array{person: string|null, fields: list<array{label: string, value: string}>}> Groups with fields;
	 *         `person` is the name of an owner, null for sizes of the registry.
	 */
	public static function groups( WP_Post $registry ): array {
		$group  = static fn ( ?string $person, StoredSizes $sizes ): array => array(
			'person' => $person,
			'fields' => $sizes->fields(),
		);
		$groups = StoredSizes::belong_to_registry( $registry )
			? array( $group( null, StoredSizes::of_registry( $registry->ID ) ) )
			: array_map(
				static fn ( WP_User $owner ): array => $group( $owner->display_name, StoredSizes::of_user( $owner->ID ) ),
				Roles::of( $registry )->owners()
			);
		return array_values( array_filter( $groups, static fn ( array $group ): bool => array() !== $group['fields'] ) );
	}

	/** Checks whether a visitor who may read a registry may see the sizes, too. */
	private static function may_see( WP_Post $registry ): bool {
		return is_user_logged_in() || ! Registries::is_public( $registry )
			|| ( GuestAccess::requested_registry()?->ID === $registry->ID && null !== GuestAccess::guest() );
	}

	/** Adds the sizes to the data about a registry in an exported file. */
	public static function add_to_file( array $details, WP_Post $registry ): array {
		$sizes = array();
		foreach ( self::groups( $registry ) as $group ) {
			foreach ( $group['fields'] as $field ) {
				$sizes[] = $field + array( 'person' => $group['person'] );
			}
		}
		return array() === $sizes ? $details : $details + array( 'sizes' => $sizes );
	}

	/**
	 * Adds a problem if the sizes in a file are invalid.
	 *
	 * @param array<string, WP_Error> $problems Problems so far.
	 * @param array<string, mixed>      $found    Data about the registry in the file.
	 * @return array<string, WP_Error>
	 */
	public static function check( array $problems, array $found ): array {
		$sent = $found['sizes'] ?? array();
		if (
			! is_array( $sent )
			|| array_filter(
				$sent,
				static fn ( mixed $row ): bool => ! is_array( $row )
					|| ! is_string( $row['label'] ?? null )
					|| ! is_string( $row['value'] ?? null )
			)
		) {
			return $problems + array(
				'sizes' => ( new FieldError( 'type', __( 'Sizes and notes must be a list. Each needs a label and a value.', 'largesse' ), array( 'array' ) ) )->refusal( 'type' ),
			);
		}
		$problem = self::of_registry( $found )->problem();
		return null === $problem
			? $problems
			: $problems + array(
				'sizes' => (
					new FieldError( $problem['rule'], self::message( $problem ), $problem['limit'] )
				)->refusal( $problem['rule'] ),
			);
	}

	/** Stores the sizes from a file for the registry that was created from it. */
	public static function import( int $registry_id, array $found ): void {
		$rows = self::of_registry( $found )->rows;
		if ( $rows ) {
			StoredSizes::of_registry( $registry_id )->save( $rows );
		}
	}

	/** Copies the sizes of a registry to its copy. */
	public static function copy( int $copy_id, int $registry_id ): void {
		$fields = StoredSizes::of_registry( $registry_id )->fields();
		if ( $fields ) {
			StoredSizes::of_registry( $copy_id )->save( $fields );
		}
	}

	/** Returns the message about a row. @param array{row: int, field: string, rule: string, limit: int|null} $problem */
	public static function message( array $problem ): string {
		$limit = Number::text( $problem['limit'] ?? 0 );
		return match ( array( $problem['rule'], $problem['field'] ) ) {
			array( SizeEntries::MISSING, 'label' ) => __( 'Please say what this is, for example “Shoe size”.', 'largesse' ),
			array( SizeEntries::MISSING, 'value' ) => __( 'Please fill in this field, or empty the one before it.', 'largesse' ),
			/* translators: %s: a number. */
			array( SizeEntries::TOO_MANY, 'label' ) => sprintf( __( 'There is room for %s sizes and notes.', 'largesse' ), Number::text( Rules::MAX_SIZES ) ),
			/* translators: %s: a number of characters. */
			default => sprintf( __( 'Please shorten this to %s characters.', 'largesse' ), $limit ),
		};
	}

	/** Returns the registry's own sizes. Rows with a `person` belong to that person. */
	private static function of_registry( array $found ): SizeEntries {
		$sent = is_array( $found['sizes'] ?? null ) ? $found['sizes'] : array();
		return SizeEntries::of(
			array_filter( $sent, static fn ( mixed $row ): bool => is_array( $row ) && null === ( $row['person'] ?? null ) )
		);
	}
}
