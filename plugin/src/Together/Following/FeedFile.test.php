<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns a feed with one wish. */
function feed( string $name ): string {
	return FeedFile::of(
		'A & B',
		'New wishes',
		'https://site.example/?a=1&b=2',
		'de-DE',
		array(
			array(
				'id'    => '7@site.example',
				'title' => $name,
				'url'   => 'https://site.example/?gift=7',
				'new'   => '2026-11-24T12:00:00.000Z',
			),
		)
	);
}

test(
	'writes title, address, id and time of a wish',
	static fn () => assert_same(
		"<item>\n<title>Kettle</title>\n<link>https://site.example/?gift=7</link>\n<guid isPermaLink=\"false\">7@site.example</guid>\n<pubDate>Tue, 24 Nov 2026 12:00:00 +0000</pubDate>\n</item>\n",
		substr( feed( 'Kettle' ), (int) strpos( feed( 'Kettle' ), '<item>' ), -strlen( "</channel></rss>\n" ) )
	)
);

test(
	'escapes texts and addresses',
	static fn () => assert_same(
		true,
		str_contains( feed( '</title><script>"&\'' ), '<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;&apos;</title>' )
			&& str_contains( feed( '' ), '<link>https://site.example/?a=1&amp;b=2</link>' )
	)
);

test(
	'removes characters that XML does not allow',
	static fn () => assert_same( true, str_contains( feed( "A\x00\x08B\u{FFFF}👶" ), '<title>AB👶</title>' ) )
);
