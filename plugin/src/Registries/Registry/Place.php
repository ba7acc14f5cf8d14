<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use WP_Error;
use WP_Post;
use WP_User;

/**
 * A reader in a place: the list through which they meet its wishes and promises, and their role on it. The service
 * decides what this reader sees of a promise (architecture: Who sees what). A user of null is the visitor.
 */
final class Place {

	public const AUTHOR   = 'author';
	public const CO_OWNER = 'co-owner';
	public const KEEPER   = 'keeper';
	public const GUEST    = 'guest';

	/**
	 * @param WP_User|null $user      The reader; null if they receive nothing through other lists.
	 * @param bool         $is_author Whether the reader is the author, who may also be a keeper, for instance of a child's list.
	 */
	private function __construct(
		public readonly WP_Post $registry,
		public readonly string $role,
		private readonly ?WP_User $user = null,
		public readonly bool $is_author = false
	) {}

	/**
	 * Returns the place of a user. Check owners before administrators: on a family's site, an administrator is often an
	 * owner, too. Other administrators see what keepers see.
	 */
	public static function of( WP_Post $registry, ?WP_User $user = null ): self {
		$user ??= wp_get_current_user();
		$people = Roles::of( $registry );
		$role   = match ( true ) {
			$people->is_keeper( $user ) => self::KEEPER,
			$people->is_author( $user ) => self::AUTHOR,
			$people->is_owner( $user )  => self::CO_OWNER,
			user_can( $user, 'edit_post', $registry->ID ) => self::KEEPER,
			default => self::GUEST,
		};
		return new self(
			$registry,
			$role,
			$user,
			$people->is_author( $user )
		);
	}

	/** Returns the place of the visitor among the recipients of a list, although the visitor may have another role. */
	public static function of_recipients( WP_Post $registry ): self {
		return new self( $registry, Roles::of( $registry )->is_author() ? self::AUTHOR : self::CO_OWNER );
	}

	/** Returns the place of an operator on the command line, where nobody is signed in. Operators see what keepers see. */
	public static function of_operator( WP_Post $registry ): self {
		return new self( $registry, self::KEEPER );
	}

	/** Checks whether the reader is an owner who is not a keeper. */
	public function is_recipient(): bool {
		return self::AUTHOR === $this->role || self::CO_OWNER === $this->role;
	}

	/**
	 * Reads the promises that the reader sees. A keeper or guest who receives a wish through another list sees its
	 * promises like a recipient.
	 *
	 * @param bool $shows_names Whether owners see the givers of promises that do not store it: of earlier versions,
	 *                          "we have it", or made without a known level.
	 * @param callable( array<string, mixed> ): ( list<array<string, mixed>>|WP_Error ) $read Reads the promises with
	 *        parameters of the service; runs once more for readers who receive a wish.
	 * @return list<array<string, mixed>>|WP_Error
	 */
	public function read( bool $shows_names, callable $read ): array|WP_Error {
		$query    = array(
			'registry_id' => $this->registry->ID,
			'view'        => $shows_names ? 'owner_names' : 'owner',
			'reader'      => $this->role,
		) + ( $this->is_author ? array( 'is_author' => 'true' ) : array() );
		$received = null === $this->user ? array() : Appearances::received( $this->registry, $this->user );
		$all      = $read( $query );
		$seen     = is_wp_error( $all ) || array() === $received ? array() : $read( $query + array( 'receives' => 'true' ) );
		if ( is_wp_error( $all ) || is_wp_error( $seen ) ) {
			return is_wp_error( $all ) ? $all : $seen;
		}
		$seen = array_column( $seen, null, 'id' );
		$form = static fn ( array $promise ): ?array => Appearances::is_received( $promise['item_id'], $received )
			? $seen[ $promise['id'] ] ?? null
			: $promise;
		return array_values( array_filter( array_map( $form, $all ) ) );
	}
}
