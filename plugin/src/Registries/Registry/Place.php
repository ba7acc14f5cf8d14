<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

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
	 * @param list<int> $receives  Ids of other lists, also deleted ones, whose gifts the reader receives.
	 * @param bool      $is_author Whether the reader is the author, who may also be a keeper, for instance of a child's list.
	 */
	private function __construct(
		public readonly WP_Post $registry,
		public readonly string $role,
		public readonly array $receives,
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
			in_array( $role, array( self::AUTHOR, self::CO_OWNER ), true ) ? array() : self::received_lists( $registry, $user ),
			$people->is_author( $user )
		);
	}

	/** Returns the place of the visitor among the recipients of a list, although the visitor may have another role. */
	public static function of_recipients( WP_Post $registry ): self {
		return new self( $registry, Roles::of( $registry )->is_author() ? self::AUTHOR : self::CO_OWNER, array() );
	}

	/** Returns the place of an operator on the command line, where nobody is signed in. Operators see what keepers see. */
	public static function of_operator( WP_Post $registry ): self {
		return new self( $registry, self::KEEPER, array() );
	}

	/**
	 * Returns the other lists of the author, and the deleted lists of everybody, whose gifts a user receives. The service
	 * knows which wishes are on them, and which wishes have left them before a reveal.
	 *
	 * @return list<int> Ids.
	 */
	private static function received_lists( WP_Post $registry, WP_User $user ): array {
		$others = $user->exists() ? Memberships::of_author( (int) $registry->post_author, true ) : array();
		$theirs = array_filter(
			$others,
			static fn ( WP_Post $other ): bool => $other->ID !== $registry->ID && Roles::of( $other )->is_recipient( $user )
		);
		return array( ...array_column( $theirs, 'ID' ), ...FormerRecipients::lists_of( $user ) );
	}

	/** Checks whether the reader is an owner who is not a keeper. */
	public function is_recipient(): bool {
		return self::AUTHOR === $this->role || self::CO_OWNER === $this->role;
	}

	/**
	 * Returns the parameters with which the service answers for this reader.
	 *
	 * @param bool $shows_names Whether owners see the givers of promises that do not store it: of earlier versions,
	 *                          "we have it", or made without a known level.
	 * @return array<string, mixed>
	 */
	public function query( bool $shows_names ): array {
		return array(
			'registry_id' => $this->registry->ID,
			'view'        => $shows_names ? 'owner_names' : 'owner',
			'reader'      => $this->role,
		)
			+ ( $this->is_author ? array( 'is_author' => 'true' ) : array() )
			+ ( $this->receives ? array( 'receives' => $this->receives ) : array() );
	}
}
