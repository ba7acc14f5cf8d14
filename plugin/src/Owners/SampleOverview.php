<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Guests\SampleRegistry;
use Largesse\Html\Template;

/**
 * Prints a sample of the page for the editor, without the member's own registries.
 */
final class SampleOverview {

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
