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

	/** @return list<WP_Post> A page of `$number` registries that the person owns, also in the trash. The first page is 1. */
	public function registries( int $number, int $page = 1 ): array {
		return null === $this->user ? array() : get_posts(
			array(
				'post_type'   => RegistryPostType::NAME,
				'author'      => $this->user->ID,
				// The value "any" would exclude the trash.
				'post_status' => array_values( get_post_stati() ),
				'numberposts' => $number,
				'paged'       => $page,
				'orderby'     => 'ID',
				'order'       => 'ASC',
			)
		);
	}

	/** @return list<WP_Post> Registries in any status with a list that names the person. */
	public function invitations(): array {
		$names = array( $this->email, (string) $this->user?->user_login );
		return iterator_to_array( Memberships::listing( $names, $this->is_named_by( ... ), RegistryMeta::NAMED ), false );
	}

	/** @return list<string> Entries of a list that name the person. */
	public function entries_in( WP_Post $registry, string $key ): array {
		return array_values( array_filter( ListedPeople::entries_of( $registry, $key ), $this->is_named_by( ... ) ) );
	}

	/** Returns the message about a registry whose data could not be erased, as HTML. */
	public static function failure( WP_Post $registry ): string {
		/* translators: %s: title of a registry. */
		return esc_html( sprintf( __( 'The gift registry “%s” could not be changed. Check under Tools > Site Health whether the registry service answers, then erase again.', 'largesse' ), Registries::title( $registry ) ) );
	}
}
