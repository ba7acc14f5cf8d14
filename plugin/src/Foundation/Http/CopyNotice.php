<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Service\ConnectedSite;

/** Tells visitors of a copy of a site that nothing can be given or changed here (rules: A copied site). */
final class CopyNotice {

	/** Returns the sentence as HTML; '' on all other sites. */
	public static function html(): string {
		return ConnectedSite::is_copy()
			? Template::render( 'http/copy-sentence', array( 'text' => ConnectedSite::sentence() ) )
			: '';
	}
}
