<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use WP_Post;
use WP_User;

/**
 * Finds the data of a person who requests an export or an erasure. WordPress passes the person's e-mail address. This
 * address may belong to a user of the site, or to someone who was only invited.
 */
final class DataSubject {

	/** Number of registries that one request searches for invitations. */
	private const PAGE = 500;

	/** @param string $email Normalized e-mail address. */
	private function __construct(
		private readonly string $email,
		private readonly ?WP_User $user
	) {}

	/** Returns the person with an e-mail address. */
	public static function with_email( string $email ): self {
		$user = get_user_by( 'email', $email );
		return new self( PeopleEntries::normalize( $email ), $user ? $user : null );
	}

	/** Checks whether an entry of a list names the person, by e-mail address or user name. */
	private function is_named_by( string $entry ): bool {
		$entry = PeopleEntries::normalize( $entry );
		if ( str_contains( $entry, '@' ) ) {
			return $this->email === $entry;
		}
		return null !== $this->user && PeopleEntries::normalize( $this->user->user_login ) === $entry;
	}

	/**
	 * Returns one page of the registries that the person owns, including trashed registries.
	 *
	 * @param int $number Registries per page.
	 * @param int $page   Number of the page, from 1.
	 * @return list<WP_Post>
	 */
	public function registries( int $number, int $page = 1 ): array {
		return null === $this->user ? array() : self::query( $number, $page, array( 'author' => $this->user->ID ) );
	}

	/**
	 * Searches one page of the site's registries for registries that list the person as invitee, co-owner or keeper.
	 * Reads each list, because the database cannot compare names in JSON.
	 *
	 * @param int $page Number of the page, from 1.
	 * @return array{registries: list<WP_Post>, done: bool} The found registries, and whether this was the last page.
	 */
	public function invitations( int $page ): array {
		$some = self::query( self::PAGE, $page );
		return array(
			'registries' => array_values( array_filter( $some, fn ( WP_Post $registry ) => array() !== array_filter( array_map( fn ( string $key ) => $this->entries_in( $registry, $key ), RegistryMeta::NAMED ) ) ) ),
			'done'       => count( $some ) < self::PAGE,
		);
	}

	/**
	 * Returns the entries that name the person.
	 *
	 * @param string $key One of RegistryMeta::NAMED.
	 * @return list<string>
	 */
	public function entries_in( WP_Post $registry, string $key ): array {
		return array_values( array_filter( ListedPeople::entries_of( $registry, $key ), $this->is_named_by( ... ) ) );
	}

	/**
	 * Returns one page of registries in any status, in the order of their ids.
	 *
	 * @param int                  $number Registries per page.
	 * @param int                  $page   Number of the page, from 1.
	 * @param array<string, mixed> $more   Additional parameters of the query.
	 * @return list<WP_Post>
	 */
	private static function query( int $number, int $page, array $more = array() ): array {
		return get_posts(
			$more + array(
				'post_type'   => RegistryPostType::NAME,
				// The value "any" would exclude the trash.
				'post_status' => array_values( get_post_stati() ),
				'numberposts' => $number,
				'paged'       => $page,
				'orderby'     => 'ID',
				'order'       => 'ASC',
			)
		);
	}

	/** Returns the message about a registry whose data could not be erased, as HTML. */
	public static function failure( WP_Post $registry ): string {
		/* translators: %s: title of a registry. */
		return esc_html( sprintf( __( 'The gift registry “%s” could not be changed. Check under Tools > Site Health whether the registry service answers, then erase again.', 'largesse' ), RegistryTitle::of( $registry ) ) );
	}
}
