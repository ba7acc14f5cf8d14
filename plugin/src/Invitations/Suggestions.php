<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Registry\Invitees;
use Largesse\Registry\PeopleList;
use Largesse\Registry\RegistryPostType;

/**
 * Suggests whom somebody may have meant by a name that nobody has: people on their own registries. Of other members
 * nothing is suggested; that would tell who has an account.
 */
final class Suggestions {

	/** How many are made, and of how many registries, the newest. */
	private const MOST       = 3;
	private const REGISTRIES = 20;

	/** Letters from which on a name may be mistyped by one. */
	private const LONG = 4;

	/**
	 * The people on the registries of the current user: as they were written, by their normalized form.
	 *
	 * @var array<string, string>
	 */
	private readonly array $people;

	/** Reads the lists of the current user. */
	public function __construct() {
		$people = array();
		$own    = get_posts(
			array(
				'post_type'   => RegistryPostType::NAME,
				'post_status' => array( 'publish', 'private', 'draft' ),
				'author'      => get_current_user_id(),
				'numberposts' => self::REGISTRIES,
			)
		);
		foreach ( $own as $registry ) {
			foreach ( Invitees::entries_of( $registry ) as $entry ) {
				$people[ 'as ' . PeopleList::normalize( $entry ) ] = $entry;
			}
		}
		$this->people = $people;
	}

	/**
	 * Returns people whose name, or what stands before the "@" of whose address, is nearly what was typed.
	 *
	 * @return list<string>
	 */
	public function near( string $typed ): array {
		$wanted = self::name( PeopleList::normalize( $typed ) );
		$near   = array();
		foreach ( $this->people as $normal => $entry ) {
			$name = self::name( substr( $normal, strlen( 'as ' ) ) );
			if ( substr( $normal, strlen( 'as ' ) ) !== PeopleList::normalize( $typed ) && self::is_near( $wanted, $name ) ) {
				$near[] = $entry;
			}
		}
		return array_slice( $near, 0, self::MOST );
	}

	/** Checks whether a name begins with what was typed, or differs from it by one letter. */
	private static function is_near( string $typed, string $name ): bool {
		return '' !== $typed && '' !== $name && ( str_starts_with( $name, $typed ) || ( strlen( $typed ) >= self::LONG && strlen( $typed ) < 100 && levenshtein( $typed, $name ) <= 1 ) );
	}

	/** Returns the letters and digits of what stands before the "@", so that "Anna Berger" is near "anna.berger@…". */
	private static function name( string $normal ): string {
		return (string) preg_replace( '/[^\p{L}\p{N}]+/u', '', explode( '@', $normal )[0] );
	}
}
