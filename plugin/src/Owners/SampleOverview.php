<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Guests\SampleRegistry;
use Largesse\Html\Template;

/**
 * Prints what a member may see on the page, for those who place the block: not their own registries, which have no
 * place in the editor.
 */
final class SampleOverview {

	/** Prints the sample. */
	public static function show(): void {
		Template::print(
			'owners/sample',
			array(
				'title'      => SampleRegistry::title(),
				'visibility' => Overview::visibility( 'private' ),
			)
		);
	}
}
