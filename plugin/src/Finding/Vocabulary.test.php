<?php
declare( strict_types=1 );

namespace Largesse\Finding;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Returns words with one spelling each, in the format of SearchText. */
$words = static fn ( string $text ): array => '' === $text ? array() : array_map( static fn ( string $word ): array => array( $word ), explode( ' ', $text ) );

foreach ( array(
	'2027-06-12' => 'june juni 2027',
	'2027-09-03' => 'september 2027',
	'2028-03-01' => 'march marz maerz 2028',
	'2028-02-29' => 'february februar feber 2028',
	'2027-02-29' => '',
	'soon'       => '',
	''           => '',
) as $day => $expected ) {
	test( "names month and year of “{$day}”", static fn () => assert_same( $expected, Vocabulary::of_date( (string) $day ) ) );
}
foreach ( array( 'january januar janner', 'february februar feber', 'march marz maerz', 'april', 'may mai', 'june juni', 'july juli', 'august', 'september', 'october oktober', 'november', 'december dezember' ) as $index => $names ) {
	test( "names the month {$names}", static fn () => assert_same( "{$names} 2031", Vocabulary::of_date( sprintf( '2031-%02d-28', $index + 1 ) ) ) );
}
foreach ( array(
	'hochzeit'         => 'wedding marriage hochzeit heirat trauung vermahlung vermaehlung',
	'hochzeitstag'     => 'anniversary jahrestag jubilaum jubilaeum hochzeitstag',
	'baby shower'      => 'baby birth geburt babyparty babyshower',
	'geburtstag'       => 'birthday geburtstag',
	'einweihungsfeier' => 'housewarming einweihung einzug umzug',
	'our wedding'      => 'wedding marriage hochzeit heirat trauung vermahlung vermaehlung',
	'silent'           => '',
	''                 => '',
) as $type => $expected ) {
	test( "translates the occasion “{$type}”", static fn () => assert_same( $expected, Vocabulary::of_occasion( $words( (string) $type ) ) ) );
}
foreach ( array(
	'tom und anna'     => 'tom anna',
	'familie berger'   => 'berger',
	'12 juni 2027'     => 'juni 2027',
	'und'              => 'und',
	'the list of anna' => 'anna',
	'and u et y from for our von vom der die das den fur zur zum im am in on family liste registry wishes wishlist wunsche wunschliste geschenkliste gifts geschenke anna' => 'anna',
	'12'               => '12',
) as $typed => $expected ) {
	test( "leaves “{$expected}” of “{$typed}”", static fn () => assert_same( $words( (string) $expected ), Vocabulary::distinctive( $words( (string) $typed ) ) ) );
}
