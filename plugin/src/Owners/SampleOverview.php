<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Guests\SampleRegistry;
use Largesse\Html\Template;

/**
 * Prints a sample of the page My registries for the block editor. The sample contains no registries of the member.
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
