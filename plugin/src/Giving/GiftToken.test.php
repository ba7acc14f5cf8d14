<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

/** Purchase id in the submitted form. */
const SENT = '11111111-2222-4333-8444-555555555555';

/** Purchase id of the fresh token that replaces an invalid token. */
const NEXT = '99999999-2222-4333-8444-555555555555';

$of_user = static fn ( int $user ): \Closure => static fn ( string $text ): string => hash_hmac( 'sha256', "{$text}|{$user}", 'secret' );
$sign    = $of_user( 7 );

/** Returns a token for item 3 of registry 5. The token was created `$age` seconds ago. */
$made = static function ( int $age ) use ( $sign ): string {
	$text = SENT . '|5|3|' . ( time() - $age );
	return "{$text}|{$sign( $text )}";
};
$read = static fn ( string $sent, ?\Closure $by = null ): GiftToken => GiftToken::read( $sent, 5, 3, NEXT, $by ?? $sign );

foreach ( array(
	'is good after a minute'                => array( 60, GiftToken::GOOD ),
	'is good after 23 hours'                => array( 23 * 3600, GiftToken::GOOD ),
	'is good after two seconds'             => array( 2, GiftToken::GOOD ),
	'is too fast at once'                   => array( 0, GiftToken::FAST ),
	'is too fast where a clock was set back' => array( -600, GiftToken::FAST ),
	'is too late after a day'               => array( 86_401, GiftToken::LATE ),
) as $name => list( $age, $state ) ) {
	test( $name, static fn () => assert_same( array( $state, SENT ), array( $read( $made( $age ) )->state, $read( $made( $age ) )->id ) ) );
}
foreach ( array(
	'without a token'     => '',
	'of garbage'          => 'a|b',
	'of many parts'       => str_repeat( '|', 100 ),
	'with another hash'   => substr( $made( 60 ), 0, -1 ) . ( str_ends_with( $made( 60 ), '0' ) ? '1' : '0' ),
	'with another id'     => NEXT . substr( $made( 60 ), 36 ),
	'of no time'          => SENT . '|5|3|-9223372036854775808|' . str_repeat( '0', 64 ),
	'with a longer time'  => str_replace( '|3|', '|3|0', $made( 60 ) ),
) as $what => $sent ) {
	test( "is foreign {$what}, and another gift comes next", static fn () => assert_same( array( GiftToken::FOREIGN, NEXT ), array( $read( $sent )->state, $read( $sent )->id ) ) );
}
test(
	'is foreign for another user, registry or item',
	static function () use ( $made, $read, $of_user, $sign ): void {
		assert_same( GiftToken::FOREIGN, $read( $made( 60 ), $of_user( 0 ) )->state, 'user' );
		assert_same( GiftToken::FOREIGN, GiftToken::read( $made( 60 ), 6, 3, NEXT, $sign )->state, 'registry' );
		assert_same( GiftToken::FOREIGN, GiftToken::read( $made( 60 ), 5, 4, NEXT, $sign )->state, 'item' );
	}
);
test(
	'returns the same token for the next form, or a new one for the same gift after a day',
	static function () use ( $made, $read ): void {
		assert_same( $made( 0 ), (string) $read( $made( 0 ) )->again() );
		$again = $read( $made( 90_000 ) )->again();
		assert_same( array( SENT, GiftToken::FAST ), array( $again->id, $again->state ) );
		assert_same( true, (string) $again !== $made( 90_000 ) );
	}
);
test(
	'is read as it was made',
	static function () use ( $read, $sign ): void {
		$fresh = GiftToken::fresh( 5, 3, SENT, $sign );
		assert_same( array( GiftToken::FAST, SENT ), array( $read( (string) $fresh )->state, $read( (string) $fresh )->id ) );
	}
);
