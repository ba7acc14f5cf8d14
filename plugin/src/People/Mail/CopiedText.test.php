<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

// rules: Delivery address
foreach ( array(
	'Apt.No:12',
	'Fam.Stone/Jonas',
	'Esc.Dcha:2',
	'c/o oma@mail.example',
	'Canary Lane 12/3',
	'Hauptstr.5/Hof',
	'רחוב 5, תל אביב',
	'1.OG, Top 4.12',
) as $line ) {
	test( "copies {$line} unchanged", static fn () => assert_same( array( $line ), CopiedText::lines( $line ) ) );
}
foreach ( array(
	'https://shop.example/x'      => 'shop. example/x',
	'see HTTP://user@shop.example' => 'see user@shop. example',
	'www.shop.example'            => 'www. shop. example',
	'Shop.Com/offer 5'            => 'Shop. Com/offer 5',
	"shop\u{2024}example/x"       => "shop\u{2024} example/x",
	"La\u{200B}ne\u{2060} \u{202E}9\u{00AD}" => 'Lane 9',
) as $line => $copied ) {
	test( "copies no link of {$line}", static fn () => assert_same( array( $copied ), CopiedText::lines( $line ) ) );
}
