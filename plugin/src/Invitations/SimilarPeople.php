<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Registry\ListedPeople;
use Largesse\Registry\PeopleEntries;
use Largesse\Registry\RegistryPostType;

/**
 * Suggests people for an unknown name. Suggests only invitees of the user's own registries, because other suggestions
 * would reveal who has an account.
 */
final class SimilarPeople {

	/** Maximum number of suggestions. */
	private const MOST = 3;

	/** Maximum number of registries to search. The search begins with the newest registry. */
	private const REGISTRIES = 20;

	/** Minimum length of a typed text for people whose names differ from it by one letter. */
	private const LONG = 4;

	/**
	 * Entries of invitees as they were typed. Each key is the normalized entry with the prefix "as ". Without the
	 * prefix, PHP would convert a numeric user name to an integer.
	 *
	 * @var array<string, string>
	 */
	private readonly array $people;

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
			foreach ( ListedPeople::entries_of( $registry ) as $entry ) {
				$people[ 'as ' . PeopleEntries::normalize( $entry ) ] = $entry;
			}
		}
		$this->people = $people;
	}

	/**
	 * Returns people whose names are similar to the typed text. The name in an e-mail address is the part before the
	 * "@".
	 *
	 * @return list<string>
	 */
	public function similar_to( string $typed ): array {
		$wanted = self::name( PeopleEntries::normalize( $typed ) );
		$near   = array();
		foreach ( $this->people as $normal => $entry ) {
			$name = self::name( substr( $normal, strlen( 'as ' ) ) );
			if ( substr( $normal, strlen( 'as ' ) ) !== PeopleEntries::normalize( $typed ) && self::is_similar( $wanted, $name ) ) {
				$near[] = $entry;
			}
		}
		return array_slice( $near, 0, self::MOST );
	}

	/** Checks whether a name begins with the typed text, or differs from it by one letter. */
	private static function is_similar( string $typed, string $name ): bool {
		return '' !== $typed && '' !== $name && ( str_starts_with( $name, $typed ) || ( strlen( $typed ) >= self::LONG && strlen( $typed ) < 100 && levenshtein( $typed, $name ) <= 1 ) );
	}

	/** Returns the letters and digits before the "@", without accents. So "Zoë Berger" is similar to "zoe.berger@…". */
	private static function name( string $normal ): string {
		return remove_accents( (string) preg_replace( '/[^\p{L}\p{N}]+/u', '', explode( '@', $normal )[0] ) );
	}
}
