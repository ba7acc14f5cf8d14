<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Format;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array(
	array( '', 'en_US' ),
	array( '*', 'en_US' ),
	array( 'de', 'de_DE' ),
	array( 'de-DE,de;q=0.9,en;q=0.8', 'de_DE' ),
	array( 'DE-at', 'de_AT' ),
	array( 'de-CH', 'de_DE' ),
	array( 'en-GB, de', 'en_US' ),
	array( 'nl, fr ; q=0.4, de;q=0.7', 'de_DE' ),
	array( 'de;q=0, fr;q=0.1', 'fr_FR' ),
	array( 'nl,pl', 'en_US' ),
	array( 'de;q=x, <b>', 'en_US' ),
	array( str_repeat( 'nl,', 200 ) . 'de', 'en_US' ),
) as list( $accepted, $best ) ) {
	test(
		"chooses {$best} for " . substr( $accepted, 0, 30 ),
		static fn () => assert_same( $best, AcceptedLanguage::best( $accepted, array( 'de_DE', 'de_AT', 'fr_FR' ), 'en_US' ) )
	);
}
