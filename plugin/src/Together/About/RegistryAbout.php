<?php
declare( strict_types=1 );

namespace Largesse\Together\About;

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
 * Texts about the people of a registry, on its page, in its exported files and in its copies (rules: Good to know).
 *
 * Strangers and search engines must not read them, so a public registry shows them only to members and to guests with a
 * link. No cache stores pages for these visitors. WordPress prevents caching for members, and
 * Invitations\RegistryLinkPage prevents caching for guests with a link.
 *
 * If a text belongs to the account of an owner, a file contains the owner's name. The import skips texts with a name,
 * because they belong to an account and not to the registry.
 */
final class RegistryAbout {

	/** Keys in a file. Earlier versions wrote sizes. */
	private const KEY   = 'about';
	private const SIZES = 'sizes';

	/**
	 * Adds the texts if the visitor may see them.
	 *
	 * @param list<string> $parts HTML of other parts.
	 * @return list<string>
	 */
	public static function add_to_page( array $parts, WP_Post $registry ): array {
		$texts = self::may_see( $registry ) ? self::texts( $registry ) : array();
		return $texts ? array( ...$parts, Template::render( 'about/shown', array( 'texts' => $texts ) ) ) : $parts;
	}

	/**
	 * Returns the registry's own text, or the texts of its owners.
	 *
	 * @return list<array{person: string|null, text: string}> `person` is the name of an owner, null for the text of the
	 *         registry.
	 */
	public static function texts( WP_Post $registry ): array {
		$of    = static fn ( ?string $person, StoredAbout $about ): array => array(
			'person' => $person,
			'text'   => $about->text(),
		);
		$texts = StoredAbout::belongs_to_registry( $registry )
			? array( $of( null, StoredAbout::of_registry( $registry->ID ) ) )
			: array_map(
				static fn ( WP_User $owner ): array => $of( $owner->display_name, StoredAbout::of_user( $owner->ID ) ),
				Roles::of( $registry )->owners()
			);
		return array_values( array_filter( $texts, static fn ( array $one ): bool => '' !== $one['text'] ) );
	}

	/** Checks whether a visitor who may read a registry may see the texts, too. */
	private static function may_see( WP_Post $registry ): bool {
		return is_user_logged_in() || ! Registries::is_public( $registry )
			|| ( GuestAccess::requested_registry()?->ID === $registry->ID && null !== GuestAccess::guest() );
	}

	/** Adds the texts to the data about a registry in an exported file. */
	public static function add_to_file( array $details, WP_Post $registry ): array {
		$texts = self::texts( $registry );
		return array() === $texts ? $details : $details + array( self::KEY => $texts );
	}

	/**
	 * Adds a problem if the texts in a file are invalid.
	 *
	 * @param array<string, WP_Error> $problems Problems so far.
	 * @param array<string, mixed>    $found    Data about the registry in the file.
	 * @return array<string, WP_Error>
	 */
	public static function check( array $problems, array $found ): array {
		$sent = $found[ self::KEY ] ?? array();
		if (
			! is_array( $sent )
			|| array_filter(
				$sent,
				static fn ( mixed $one ): bool => ! is_array( $one ) || ! is_string( $one['text'] ?? null )
			)
		) {
			return $problems + array(
				self::KEY => ( new FieldError( 'type', __( '“Good to know” must be a list. Each entry needs a text.', 'largesse' ), array( 'array' ) ) )->refusal( 'type' ),
			);
		}
		return ! AboutText::is_long( self::own( $found ) )
			? $problems
			: $problems + array(
				self::KEY => ( new FieldError( 'maxLength', self::too_long(), Rules::MAX_ABOUT_CHARS ) )->refusal( 'maxLength' ),
			);
	}

	/** Stores the text from a file for the registry that was created from it. */
	public static function import( int $registry_id, array $found ): void {
		$text = self::own( $found );
		if ( '' !== $text ) {
			StoredAbout::of_registry( $registry_id )->save( $text );
		}
	}

	/** Copies the text of a registry to its copy. */
	public static function copy( int $copy_id, int $registry_id ): void {
		$text = StoredAbout::of_registry( $registry_id )->text();
		if ( '' !== $text ) {
			StoredAbout::of_registry( $copy_id )->save( $text );
		}
	}

	/** Returns the message about a text that is too long. */
	public static function too_long(): string {
		/* translators: %s: a number of characters. */
		return sprintf( __( 'Please shorten this to %s characters.', 'largesse' ), Number::text( Rules::MAX_ABOUT_CHARS ) );
	}

	/** Returns the registry's own text in a file. Entries with a `person` belong to that person. */
	private static function own( array $found ): string {
		$own = static fn ( string $key ): array => array_filter(
			is_array( $found[ $key ] ?? null ) ? $found[ $key ] : array(),
			static fn ( mixed $one ): bool => is_array( $one ) && null === ( $one['person'] ?? null )
		);
		return AboutText::clean(
			implode(
				"\n",
				array( ...array_column( $own( self::KEY ), 'text' ), AboutText::of_sizes( $own( self::SIZES ) ) )
			)
		);
	}
}
