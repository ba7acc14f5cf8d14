<?php
/**
 * What the screen of a registry says after a change.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use WP_Error;

/**
 * Carries what there is to say, and what was typed and refused, from the request that changed something to the page
 * that is shown next. It is the user's own and said once.
 */
final class RegistryNotice {

	/** Prefix of the transients. */
	private const PREFIX = 'largesse_registry_notice_';

	/** Seconds that the next page may take. */
	private const SECONDS = 60;

	/**
	 * Keeps what there is to say.
	 *
	 * @param string                $box      Box that it is about.
	 * @param string                $text     Plain text.
	 * @param bool                  $is_error Whether it did not work.
	 * @param array<string, string> $typed    What was typed, where it did not work.
	 */
	private function __construct(
		public readonly string $box,
		public readonly string $text,
		public readonly bool $is_error,
		public readonly array $typed
	) {}

	/**
	 * Remembers what to say on the next page.
	 *
	 * @param int                   $registry_id Id of the registry.
	 * @param string                $box         Box that it is about.
	 * @param string|WP_Error       $said        What to say.
	 * @param array<string, string> $typed       What was typed.
	 */
	public static function keep( int $registry_id, string $box, string|WP_Error $said, array $typed ): void {
		$is_error = is_wp_error( $said );
		$notice   = array(
			'registry' => $registry_id,
			'box'      => $box,
			'text'     => $is_error ? $said->get_error_message() : $said,
			'is_error' => $is_error,
			'typed'    => $is_error ? $typed : array(),
		);
		set_transient( self::PREFIX . get_current_user_id(), $notice, self::SECONDS );
	}

	/**
	 * Gives what there is to say about a registry, and forgets it.
	 *
	 * @param int $registry_id Id of the registry.
	 */
	public static function take( int $registry_id ): ?self {
		$notice = get_transient( self::PREFIX . get_current_user_id() );
		if ( ! is_array( $notice ) || $registry_id !== $notice['registry'] ) {
			return null;
		}
		delete_transient( self::PREFIX . get_current_user_id() );
		return new self( $notice['box'], $notice['text'], $notice['is_error'], $notice['typed'] );
	}
}
