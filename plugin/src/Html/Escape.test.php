<?php
declare( strict_types=1 );

namespace Largesse\Html;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\test;

foreach ( array(
	'a & b'         => 'a &amp; b',
	'&amp;'         => '&amp;amp;',
	'<b>"x"</b>'    => '&lt;b&gt;&quot;x&quot;&lt;/b&gt;',
	"Anna's"        => 'Anna&#039;s',
	"a\xffb"        => "a\u{FFFD}b",
	'🎁 ü'          => '🎁 ü',
) as $text => $html ) {
	test( 'escapes ' . brief( $text ), static fn () => assert_same( $html, Escape::html( (string) $text ) ) );
}
