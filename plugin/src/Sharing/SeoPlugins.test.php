<?php
declare( strict_types=1 );

namespace Largesse\Sharing;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test( 'finds no SEO plugin on a site without one', static fn () => assert_same( false, SeoPlugins::are_active() ) );
test(
	'finds an SEO plugin by its constant',
	static function (): void {
		define( 'SLIM_SEO_VER', '4' );
		assert_same( true, SeoPlugins::are_active() );
	}
);
