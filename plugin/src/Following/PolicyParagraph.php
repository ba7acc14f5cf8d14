<?php
declare( strict_types=1 );

namespace Largesse\Following;

/**
 * Suggests what the privacy policy says about followers.
 */
final class PolicyParagraph {

	/**
	 * Adds a paragraph.
	 *
	 * @param array<string, string> $paragraphs Paragraphs by name.
	 * @return array<string, string>
	 */
	public static function add( array $paragraphs ): array {
		return $paragraphs + array( 'following' => __( 'If you follow a gift registry, we store your account or your e-mail address with it, until you stop with the button or the link in each mail, or can no longer see the registry. We use the address only for a mail about new items, at most once a day. Nobody else sees that you follow it, not even its owner. An address that is not confirmed within two days is deleted.', 'largesse' ) );
	}
}
