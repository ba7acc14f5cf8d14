<?php
declare( strict_types=1 );

namespace Largesse\Following;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

foreach ( array( 'Birthday', 'Lena’s birthday', 'GEBURTSTAG', 'Christmas', 'Christmas Eve', 'Weihnachten', 'Anniversary', 'Hochzeitstag', "Valentine's Day", 'Silvester' ) as $occasion ) {
	test( "repeats {$occasion}", static fn () => assert_same( true, YearlyOccasion::is( $occasion ) ) );
}

foreach ( array( '', 'Wedding', 'Hochzeit', '30th birthday', '40. Geburtstag', 'First birthday', 'Erster Geburtstag', 'Birthday party', 'Geburtstagsfeier', 'Geburtstags-Feier', 'Christmas party', 'Silver anniversary', 'Goldener Hochzeitstag', 'Easter', 'Muttertag', 'Baby', "\xFF" ) as $occasion ) {
	test( 'does not repeat ' . mb_scrub( $occasion ), static fn () => assert_same( false, YearlyOccasion::is( $occasion ) ) );
}
