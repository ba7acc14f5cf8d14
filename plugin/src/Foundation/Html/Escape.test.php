<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Html;

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

foreach ( array(
	'[gallery]'      => '&#91;gallery&#93;',
	'20x30'          => '20&#120;30',
	'x 2x'           => 'x 2x',
	':-)'            => '&#58;&#45;&#41;',
	'Mum & Dad'      => 'Mum &amp; Dad',
	'&amp;'          => '&amp;amp;',
	'"a" --- b...'   => '&quot;a&quot; &#45;&#45;&#45; b&#46;&#46;&#46;',
	'Wordpress'      => '&#87;ordpress',
	'https://x.test' => 'https&#58;&#47;&#47;x&#46;test',
	'Plain words'    => 'Plain words',
) as $text => $html ) {
	test( 'shields the text ' . brief( $text ), static fn () => assert_same( $html, Escape::shielded( $text ) ) );
}
test(
	'shields HTML, whose tags stay',
	static fn () => assert_same(
		'<a href="/?a=&#91;b&#93;">20&#120;30 &#91;c&#93;</a>',
		Escape::shielded_html( '<a href="/?a=[b]">20x30 [c]</a>' )
	)
);
test(
	'shows what it shields as it was',
	static fn () => assert_same(
		'[x] 20x30 "&amp;" <3 …',
		html_entity_decode( Escape::shielded( '[x] 20x30 "&amp;" <3 …' ), ENT_QUOTES | ENT_HTML5, 'UTF-8' )
	)
);
