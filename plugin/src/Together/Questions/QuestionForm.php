<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\GuestForm;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Store;
use Largesse\Services;
use WP_Post;

/** Form with which guests ask about a wish (rules: Questions). It has no field for a name. */
final class QuestionForm extends GuestForm {

	/** Names of the fields. */
	public const WISH = 'question_wish';
	public const TEXT = 'question_text';

	protected const KIND = 'question';

	protected static function fields( WP_Post $registry ): array {
		$names  = self::wishes( $registry );
		$length = array(
			'required'  => '',
			'maxlength' => Questions::TEXT_CHARS,
			'rows'      => 2,
			'dir'       => 'auto',
		);
		$known  = static fn ( string $id ): string => isset( $names[ $id ] ) ? '' : __( 'Choose a wish.', 'largesse' );
		$asked  = static fn ( string $text ): string => Questions::problem(
			$text,
			Questions::TEXT_CHARS,
			__( 'Write your question.', 'largesse' )
		);
		return array(
			self::WISH => new Field( 'select', __( 'Wish', 'largesse' ), array( 'required' => '' ), $known, choices: $names ),
			self::TEXT => new Field(
				'textarea',
				__( 'Your question', 'largesse' ),
				$length,
				$asked,
				__( 'For example: Which size? Do not write your name.', 'largesse' )
			),
		);
	}

	/** Returns this form for a wish. */
	public function about( string $item_id ): self {
		return $this->with( array( self::WISH => $item_id ), array() );
	}

	/** @return array<string, string> Names of the wishes on a list by id; none if the service does not answer. */
	public static function wishes( WP_Post $registry ): array {
		$list  = OpenedList::of_visitor( $registry );
		$items = null === $list ? array() : Services::get( Store::class )->items->for_reader( $list );
		return is_wp_error( $items ) ? array() : array_map( 'strval', array_column( $items, 'name', 'id' ) );
	}
}
