<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\GuestForm;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\Pages\Guests\GuestPage;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_Post;

/** Page on which guests ask about a wish without their name (rules: Questions). */
final class QuestionsPage extends GuestPage {

	public const FIELD    = 'ask';
	protected const FORM  = QuestionForm::class;
	protected const SENDS = array( self::SEND );
	private const SEND    = 'send';
	private const ASKED   = 'asked';

	public function __construct( private readonly Store $store, private readonly QuestionMailSender $mails ) {}

	protected static function title(): string {
		return __( 'Ask about a wish', 'largesse' );
	}

	protected static function notice(): string {
		return __( 'This page is for your guests. You answer their questions on My registries.', 'largesse' );
	}

	protected static function closed( WP_Post $registry ): string {
		return QuestionSwitch::is_on( $registry )
			? ''
			: __( 'The owner of this list answers no questions here.', 'largesse' );
	}

	protected static function is_linked( WP_Post $registry, array $items ): bool {
		return array() !== $items && parent::is_linked( $registry, $items );
	}

	protected function load( OpenedList $list ): ?WP_Error {
		$items = $this->store->items->for_reader( $list );
		return is_wp_error( $items ) ? $items : null;
	}

	protected function knows( WP_Post $registry, string $id ): bool {
		return in_array( $id, array_column( Questions::of_registry( $registry->ID ), 'id' ), true );
	}

	protected function press( mixed $list, string $button, Submission $sent ): ShownPage|Refusal|WP_Error|null {
		$registry = $list->registry;
		if ( self::SEND !== $button ) {
			return self::unknown_button();
		}
		$form = QuestionForm::of( $registry, $sent );
		if ( ! $form->is_ours( $registry ) ) {
			return $this->unfinished( $registry, $sent );
		}
		$problems = $form->problems();
		if ( array() !== $problems ) {
			return Refusal::incorrect( $problems );
		}
		$question = new Question(
			$form->id->id,
			$form->text( QuestionForm::WISH ),
			$form->text( QuestionForm::TEXT ),
			QuestionRules::told_at( time(), wp_timezone() )
		);
		$refused  = Questions::ask( $question, (string) $registry->ID, array( 'registry' => $registry->ID ) );
		if ( null === $refused ) {
			$this->mails->queue( $registry, $question );
		}
		return $refused;
	}

	protected function next( mixed $list, string $button ): string {
		return self::url( $list->registry, self::ASKED );
	}

	protected function data( OpenedList $list, ?Refusal $refused ): array {
		$registry = $list->registry;
		$names = QuestionForm::wishes( $registry );
		$open  = array_filter(
			Questions::told( Questions::of_registry( $registry->ID ) ),
			static fn ( Question $one ): bool => isset( $names[ $one->about ] )
		);
		return array(
			'lead'    => __( 'Nobody learns who asks.', 'largesse' ),
			'about'   => __( 'The owner reads your question without a name. The answer appears on the wish, for everybody who may see it.', 'largesse' ),
			'told'    => null === $refused && self::ASKED === Submission::from_request()->text( self::FIELD )
				? __( 'Your question is on its way. Look at the wish again in some days.', 'largesse' )
				: '',
			'entries' => array_map(
				static fn ( Question $one ): array => array(
					'name'  => $names[ $one->about ],
					'texts' => array( $one->text, __( 'Not answered yet', 'largesse' ) ),
				),
				array_slice( $open, 0, QuestionRules::SHOWN )
			),
		);
	}

	protected function form( OpenedList $list, ?GuestForm $typed, array $problems = array() ): string {
		$registry = $list->registry;

		$asked = Submission::from_request()->text( self::FIELD );
		$form  = $typed ?? (
			is_numeric( $asked ) ? QuestionForm::fresh( $registry )->about( $asked ) : QuestionForm::fresh( $registry )
		);
		return Template::render(
			'questions/form',
			array(
				'action' => (string) get_permalink( $registry ),
				'hidden' => array( self::FIELD => self::SEND ) + $form->hidden(),
				'fields' => array_values( $form->inputs( $problems ) ),
			)
		);
	}

	/**
	 * Adds the answered questions to the fields of a wish.
	 *
	 * @param array<string, array{label: string, text: string}> $fields
	 * @param array<string, mixed>                               $item   The wish.
	 * @return array<string, array{label: string, text: string}>
	 */
	public static function add_answers( array $fields, array $item, WP_Post $registry ): array {
		foreach ( Questions::answered( $registry->ID )[ (string) $item['id'] ] ?? array() as $question ) {
			$fields[ 'question_' . strtr( $question->id, '-', '_' ) ] = array(
				'label' => $question->text,
				'text'  => $question->answer,
			);
		}
		return $fields;
	}
}
