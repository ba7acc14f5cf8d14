<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use WP_Post;
use WP_User;

/**
 * A list that a person may open at this moment. Only the checks below create this value. Methods that read a list for
 * guests need it, so no page can forget the check (architecture: Who sees what).
 */
final class OpenedList {

	private function __construct( public readonly WP_Post $registry ) {}

	/** Returns the list in the address of this request if the visitor may see its content; null otherwise. */
	public static function shown(): ?self {
		$registry = Registries::shown();
		return null === $registry ? null : self::of_visitor( $registry );
	}

	/**
	 * Returns a list if the visitor may see its content: by WordPress's permissions, which on pages include the cookie of
	 * a link, or through a way in. Permissions also open drafts to their owners.
	 */
	public static function of_visitor( WP_Post $registry ): ?self {
		return Registries::may_read( $registry ) && Registries::is_open( $registry )
			? new self( $registry )
			: self::through( $registry, WayIn::of_visitor( $registry ) );
	}

	/**
	 * Returns a list if it is open to a member, to whom a mail or an export goes. People who may change the list read it
	 * in every state; null for everybody after its deletion.
	 */
	public static function of_member( ?WP_Post $registry, WP_User $member ): ?self {
		return null !== $registry && user_can( $member, 'edit_post', $registry->ID )
			? new self( $registry )
			: self::through( $registry, WayIn::of_member( $member->ID ) );
	}

	/** Returns a list for an operator on the command line, who sees everything; null on pages. */
	public static function of_operator( WP_Post $registry ): ?self {
		return defined( 'WP_CLI' ) && WP_CLI ? new self( $registry ) : null;
	}

	/**
	 * Returns a list if it is open to a person with these ways in: the reader of a mail, or somebody with its link. Null
	 * for a list that was deleted or is no longer shared.
	 *
	 * @param string ...$ways Ways in (WayIn); may be empty.
	 */
	public static function through( ?WP_Post $registry, string ...$ways ): ?self {
		return null !== $registry && WayIn::is_open( $registry, implode( ' ', array_filter( $ways, 'strlen' ) ) )
			? new self( $registry )
			: null;
	}
}
