<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

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

/** Returns questions about wishes. An answer makes a question closed. */
$asked = static fn ( array ...$questions ): array => array_map(
	static fn ( array $one ): Question => isset( $one[1] )
		? new Question( 'id', $one[0], 'Which?', 1, $one[1], 2 )
		: new Question( 'id', $one[0], 'Which?', 1 ),
	$questions
);
test(
	'keeps at most three questions about a wish open',
	static function () use ( $asked ): void {
		$two   = array( array( '7' ), array( '7' ), array( '7', 'Red' ), array( '8' ), array( '77' ) );
		$three = array( ...$two, array( '7' ) );
		assert_same( array( false, true ), array(
			QuestionRules::is_full( $asked( ...$two ), '7' ),
			QuestionRules::is_full( $asked( ...$three ), '7' ),
		) );
		assert_same( false, QuestionRules::is_full( $asked( ...$three ), '8' ) );
		assert_same( true, QuestionRules::is_full( $asked( ...$three, ...array( array( '7' ) ) ), '7' ) );
	}
);
test(
	'accepts one answer, also if its form is sent twice',
	static function () use ( $asked ): void {
		list( $open, $closed ) = $asked( array( '7' ), array( '7', 'Red' ) );
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
