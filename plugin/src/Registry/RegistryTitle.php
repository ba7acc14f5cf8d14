<?php
declare( strict_types=1 );

namespace Largesse\Registry;

use Largesse\Format\StoredText;
use WP_Post;

/** Title of a registry. */
final class RegistryTitle {

	/** Returns the title as plain text. Callers must escape it. */
	public static function of( WP_Post $registry ): string {
		return StoredText::of_title( $registry->post_title );
	}

	/** Returns the title as plain text, or "Untitled" if the title is empty. */
	public static function shown( WP_Post $registry ): string {
		$title = self::of( $registry );
		return '' === trim( $title ) ? __( 'Untitled', 'largesse' ) : $title;
	}
}
