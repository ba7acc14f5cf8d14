<?php
declare( strict_types=1 );

namespace Largesse\Following;

/**
 * Suggests a paragraph about followers for the privacy policy.
 */
final class PolicyParagraph {

	/**
	 * Adds a paragraph.
	 *
	 * @param array<string, string> $paragraphs Paragraphs by name.
	 * @return array<string, string>
	 */
	public static function add( array $paragraphs ): array {
		return $paragraphs + array( 'following' => __( 'If you follow a gift registry, we store your account or your e-mail address in its list of followers. We remove you from this list when you press “Stop following”, when you use the link in one of our mails, or when you can no longer see the registry. We use the address only for a mail about new items, at most once a day. Nobody else sees that you follow the registry, not even its owner. If you do not confirm an e-mail address within two days, we delete it.', 'largesse' ) );
	}
}
