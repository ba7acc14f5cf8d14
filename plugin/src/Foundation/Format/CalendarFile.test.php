<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

// rules: The day as a calendar file
/** Returns the lines of a file. Joins folded lines like a calendar program. */
function lines_of( string $file ): array {
	return explode( "\r\n", str_replace( "\r\n ", '', $file ) );
}

/** Returns the text of a calendar file. */
function calendar( string $title = 'Lena’s wishes', string $day = '2027-06-12' ): string {
	return CalendarFile::of(
		new CalendarEvent( '7@site.example', $title, $day, 'https://site.example/registry/lena/', 1_800_000_000 )
	);
}

test(
	'writes one event for the whole day',
	static fn () => assert_same(
		array(
			'BEGIN:VCALENDAR',
			'VERSION:2.0',
			'PRODID:-//Largesse//Gift registry//EN',
			'CALSCALE:GREGORIAN',
			'BEGIN:VEVENT',
			'UID:7@site.example',
			'DTSTAMP:20270115T080000Z',
			'DTSTART;VALUE=DATE:20270612',
			'SUMMARY:Lena’s wishes',
			'DESCRIPTION:https://site.example/registry/lena/',
			'URL:https://site.example/registry/lena/',
			'TRANSP:TRANSPARENT',
			'END:VEVENT',
			'END:VCALENDAR',
			'',
		),
		lines_of( calendar() )
	)
);

test(
	'escapes separators and line breaks',
	static fn () => assert_same(
		'SUMMARY:Anna\\, Ben\\; both\\nwith \\\\ and :',
		lines_of( calendar( "Anna, Ben; both\r\nwith \\ and :" ) )[8]
	)
);

test(
	'removes control characters, so that a title adds no line',
	static fn () => assert_same( 'SUMMARY:AB\\nURL:evil', lines_of( calendar( "A\x00\x07B\rURL:evil" ) )[8] )
);

foreach (
	array(
		str_repeat( 'ü', 200 ),
		str_repeat( '👶🏽', 60 ),
		'a' . str_repeat( '日', 90 ),
		str_repeat( 'x', 75 - 8 ),
		str_repeat( 'x', 76 - 8 ),
	) as $title
) {
	test(
		'folds lines of at most 75 bytes between characters: ' . mb_substr( $title, 0, 3 ) . strlen( $title ),
		static function () use ( $title ): void {
			$file  = calendar( $title );
			$parts = explode( "\r\n", $file );
			assert_same(
				array(),
				array_filter(
					$parts,
					static fn ( string $part ): bool => strlen( $part ) > 75 || ! mb_check_encoding( $part, 'UTF-8' )
				)
			);
			assert_same( "SUMMARY:{$title}", lines_of( $file )[8] );
		}
	);
}

test(
	'does not fold a line of 75 bytes',
	static fn () => assert_same( false, str_contains( calendar( str_repeat( 'x', 67 ) ), "\r\n " ) )
);
