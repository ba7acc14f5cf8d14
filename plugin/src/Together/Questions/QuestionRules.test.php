<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use DateTimeImmutable;
use DateTimeZone;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\test;

// rules: Questions
foreach ( array(
	array( null, 'Which size?', 200 ),
	array( 'not_blank', '', 200 ),
	array( null, str_repeat( 'ä', QuestionRules::TEXT_CHARS ), QuestionRules::TEXT_CHARS ),
	array( 'maxLength', str_repeat( 'ä', 201 ), QuestionRules::TEXT_CHARS ),
	array( null, str_repeat( 'x', 300 ), QuestionRules::ANSWER_CHARS ),
	array( 'maxLength', str_repeat( 'x', 301 ), QuestionRules::ANSWER_CHARS ),
	array( 'clean_text', "\u{200B}", 200 ),
	array( 'clean_text', "\xFF", 200 ),
) as list( $rule, $text, $most ) ) {
	test(
		( null === $rule ? 'accepts ' : "refuses ({$rule}) " ) . brief( $text ),
		static fn () => assert_same( $rule, QuestionRules::broken_rule( $text, $most ) )
	);
}

foreach ( array(
	array( 'UTC', '2026-05-04 08:59:59', '2026-05-04 09:00:00' ),
	array( 'UTC', '2026-05-04 09:00:00', '2026-05-05 09:00:00' ),
	array( 'Europe/Berlin', '2026-05-04 23:30:00', '2026-05-05 09:00:00' ),
	// Clocks change in both nights.
	array( 'Europe/Berlin', '2026-03-28 12:00:00', '2026-03-29 09:00:00' ),
	array( 'Europe/Berlin', '2026-10-25 00:30:00', '2026-10-25 09:00:00' ),
	array( 'Pacific/Auckland', '2026-12-31 10:00:00', '2027-01-01 09:00:00' ),
) as list( $name, $asked, $told ) ) {
	test(
		"tells a question of {$asked} at {$told} ({$name})",
		static function () use ( $name, $asked, $told ): void {
			$zone = new DateTimeZone( $name );
			$time = static fn ( string $text ): int => ( new DateTimeImmutable( $text, $zone ) )->getTimestamp();
			assert_same( $time( $told ), QuestionRules::told_at( $time( $asked ), $zone ) );
		}
	);
}
test(
	'tells all questions of a day at one time, which says nothing about when they were asked',
	static function (): void {
		$zone  = new DateTimeZone( 'America/Sao_Paulo' );
		$first = ( new DateTimeImmutable( '2026-05-04 09:00', $zone ) )->getTimestamp();
		$times = array();
		for ( $after = 0; $after < 86_400; $after += 599 ) {
			$times[ QuestionRules::told_at( $first + $after, $zone ) ] = true;
		}
		assert_same( array( $first + 86_400 ), array_keys( $times ) );
	}
);
test(
	'tells only open questions whose time has come, in an order that does not depend on when they were asked',
	static function (): void {
		$asked = array(
			new Question( 'c', '7', 'Which?', 20 ),
			new Question( 'a', '7', 'Which?', 20 ),
			new Question( 'd', '7', 'Which?', 10 ),
			new Question( 'b', '7', 'Which?', 30 ),
			new Question( 'e', '7', 'Which?', 0, 'Red', 5 ),
		);
		assert_same( array( 'd', 'a', 'c' ), array_column( QuestionRules::told( $asked, 20 ), 'id' ) );
		assert_same( array(), QuestionRules::told( $asked, 9 ) );
	}
);
test(
	'accepts one answer, also if its form is sent twice',
	static function (): void {
		$open   = new Question( 'id', '7', 'Which?', 1 );
		$closed = new Question( 'id', '7', 'Which?', 0, 'Red', 2 );
		assert_same(
			array( true, true, false ),
			array(
				QuestionRules::is_answerable( $open, 'Red' ),
				QuestionRules::is_answerable( $closed, 'Red' ),
				QuestionRules::is_answerable( $closed, 'Blue' ),
			)
		);
	}
);
