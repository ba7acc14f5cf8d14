<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use Largesse\Foundation\Records\Record;
use Largesse\Registries\Registry\RecordPrivacy;

/**
 * Questions to a person, and about the wishes of the person's registries. Nobody knows who asked them. Questions that
 * pages do not show yet are missing.
 */
final class QuestionPrivacy extends RecordPrivacy {

	public const GROUP = 'largesse-questions-answered';

	protected const KIND = Questions::KIND;

	public function label(): string {
		return __( 'Questions', 'largesse' );
	}

	protected function entries( Record $record, string $title ): array {
		if ( $record->time > time() ) {
			return array();
		}
		$question = Question::from_array( array( 'told' => $record->time ) + $record->data );
		return array(
			$this->entry(
				"question-{$record->id}",
				array(
					__( 'Registry', 'largesse' ) => $title,
					__( 'Question', 'largesse' ) => esc_html( $question->text ),
					__( 'Answer', 'largesse' )   => esc_html( $question->answer ),
				)
			),
		);
	}
}
