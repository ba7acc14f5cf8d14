<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

$family = new People( array( new Person( 'ada', 'Ada', 1, null, true ), new Person( 'mia', 'Mia', null, 'ada' ) ) );
$data   = new Circle( 'c', 'The Bergers', 5, $family, 'nonce-mark', array( new Invitation( 'i', 'eve@example.org', 1, 0 ), new Invitation( 'j', 'kim@example.org', 1, 7 ) ) );

test( 'reads what it stores', static fn () => assert_same( $data->to_array(), Circle::from_array( 'c', $data->to_array() )->to_array() ) );
test( 'is null without data', static fn () => assert_same( null, Circle::from_array( 'c', array() ) ) );
test( 'finds only invitations that still work', static fn () => assert_same( array( 'i', null, null, array( 'j' ) ), array( $data->invitation( 'i', 30 * 86400 - 1 )?->id, $data->invitation( 'i', 30 * 86400 ), $data->invitation( 'k', 1 ), array_column( $data->open_invitations( 30 * 86400 ), 'id' ) ) ) );
test( 'stores invitations as a list', static fn () => assert_same( array_replace( $data->to_array(), array( 'name' => 'New', 'invitations' => array( $data->invitations[1]->to_array() ) ) ), $data->with_invitations( array( 1 => $data->invitations[1] ) )->with( name: 'New' )->to_array() ) );
