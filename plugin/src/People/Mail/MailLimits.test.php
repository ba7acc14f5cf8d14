<?php
declare( strict_types=1 );

namespace Largesse\People\Mail;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

// rules: Limits of mails
foreach ( array(
	'ada@people.example'         => 'ada@people.example',
	' Ada@People.Example '       => 'ada@people.example',
	'ada+gifts@people.example'   => 'ada@people.example',
	'ada+a+b@people.example'     => 'ada@people.example',
	'ada.lovelace@people.example' => 'ada.lovelace@people.example',
	'A.da+x@gmail.com'           => 'ada@gmail.com',
	'a.d.a@GoogleMail.com'       => 'ada@gmail.com',
	'no address'                 => 'no address@',
) as $email => $mailbox ) {
	test( "knows the mailbox of {$email}", static fn () => assert_same( $mailbox, MailLimits::mailbox( $email ) ) );
}
