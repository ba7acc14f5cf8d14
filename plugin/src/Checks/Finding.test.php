<?php
declare( strict_types=1 );

namespace Largesse\Checks;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$good = Finding::good( 'Good', '' );
$mild = Finding::recommended( 'Mild', '', '' );
$bad  = Finding::critical( 'Bad', '', '' );

test( 'sorts what is critical before what could be better', static fn () => assert_same( array( $bad, $mild, $good ), array( Finding::worst( array( $good, $mild, $bad ) ), Finding::worst( array( $good, $mild ) ), Finding::worst( array( $good ) ) ) ) );
test( 'returns the first of equally bad findings, and nothing for none', static fn () => assert_same( array( $mild, null ), array( Finding::worst( array( $good, $mild, Finding::recommended( 'Other', '', '' ) ) ), Finding::worst( array() ) ) ) );
