<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$invitation = new Invitation( 'i', 'eve@example.org', 1, 7 );

test( 'works for 30 days', static fn () => assert_same( array( true, false ), array( $invitation->is_open( 7 + 30 * 86400 - 1 ), $invitation->is_open( 7 + 30 * 86400 ) ) ) );
test( 'is marked as sent in a copy', static fn () => assert_same( array( true, false ), array( $invitation->sent()->is_sent, $invitation->is_sent ) ) );
test( 'reads what it stores', static fn () => assert_same( $invitation->sent()->to_array(), Invitation::from_array( $invitation->sent()->to_array() )->to_array() ) );
test( 'refuses data without id or address, and ignores a damaged mark', static fn () => assert_same( array( null, null, null, false ), array( Invitation::from_array( array( 'id' => 'i' ) ), Invitation::from_array( array( 'email' => 'e' ) ), Invitation::from_array( 'i' ), Invitation::from_array( array( 'is_sent' => 1 ) + $invitation->to_array() )->is_sent ) ) );
