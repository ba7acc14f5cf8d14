<?php
declare( strict_types=1 );

namespace Largesse\Together\Questions;

use Largesse\MailSender;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailLanguage;
use Largesse\People\Mail\MailLimits;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\MailText;
use Largesse\People\Mail\Queue;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\QueuedMail;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Roles;
use WP_Post;
use WP_User;

/** Mails to the owners of a registry, or to a person of a circle, about new questions (rules: Questions). */
final class QuestionMailSender extends MailSender {

	public const ASKED  = 'question';
	public const PERSON = 'person_question';

	public function __construct( private readonly Queue $queue ) {}

	/** Queues one mail to each owner, also about several questions. */
	public function queue( WP_Post $registry, Question $question ): void {
		foreach ( Roles::of( $registry )->owners() as $owner ) {
			$data = array(
				'registry' => $registry->ID,
				'owner'    => $owner->ID,
			);
			$this->put( self::ASKED, "{$registry->ID}-{$owner->ID}", $data, $question );
		}
	}

	/**
	 * Queues the mail to a person of a circle, or to their guardian.
	 *
	 * @param array<string, mixed> $person As CircleQuestions::person() returns it.
	 */
	public function queue_to_person( array $person, Question $question ): void {
		$data = array(
			'circle' => $person['circle'],
			'person' => $person['person'],
			'user'   => $person['contact'],
		);
		$this->put( self::PERSON, "{$question->about}-{$person['contact']}", $data, $question );
	}

	/** Queues one mail about all questions that are told at the same time. */
	private function put( string $kind, string $id, array $data, Question $question ): void {
		$this->queue->put( $kind, "{$id}-{$question->told}", $data, max( 0, $question->told - time() ) );
	}

	/** Sends the mail, unless all questions have an answer, or the user may no longer answer them. */
	public function send( QueuedMail $mail ): bool|int {
		return self::PERSON === $mail->kind ? self::send_to_person( $mail ) : self::send_to_owner( $mail );
	}

	private static function send_to_owner( QueuedMail $mail ): bool|int {
		$owner = get_userdata( (int) $mail->data['owner'] );
		$list  = $owner ? $mail->list_of( $owner ) : null;
		$open  = null === $list ? array() : Questions::told( Questions::of_registry( $list->registry->ID ) );
		return array() === $open || ! Roles::of( $list->registry )->is_owner( $owner )
			? true
			: self::deliver( $owner, $mail->kind, static fn (): MailMessage => self::message( $list, $open ) );
	}

	private static function send_to_person( QueuedMail $mail ): bool|int {
		$user = get_userdata( (int) $mail->data['user'] );
		// The circle describes a person to its current member.
		$before = get_current_user_id();
		wp_set_current_user( $user ? $user->ID : 0 );
		try {
			$person = CircleQuestions::person( $mail->data['circle'], $mail->data['person'] );
		} finally {
			wp_set_current_user( $before );
		}
		if ( ! $user || null === $person || ! $person['may_act'] ) {
			return true;
		}
		$about = Question::about_person( $person['circle'], $person['person'] );
		$open  = array_values(
			array_filter(
				Questions::told( Questions::of_circle( $person['circle'] ) ),
				static fn ( Question $one ): bool => $one->about === $about
			)
		);
		return array() === $open
			? true
			: self::deliver( $user, $mail->kind, static fn (): MailMessage => self::message_to_person( $person, $open ) );
	}

	/** @param callable(): MailMessage $message Writes the mail in the language of the reader. */
	private static function deliver( WP_User $user, string $kind, callable $message ): bool|int {
		return MailLanguage::run_in(
			get_user_locale( $user ),
			static fn (): bool|int => Delivery::send(
				$user->user_email,
				$message(),
				$kind,
				MailLimits::question(),
				RecipientMailboxes::none()
			)
		);
	}

	/** @param list<Question> $open */
	private static function message_to_person( array $person, array $open ): MailMessage {
		$name = MailText::safe_line( $person['name'] );
		return ( new MailMessage(
			/* translators: %s: name of a person. */
			sprintf( _n( 'A question to %s', 'Questions to %s', count( $open ), 'largesse' ), $name )
		) )
			->add_greeting()
			->add_paragraph( __( 'Somebody from your circle would like to know:', 'largesse' ) )
			->add_quote( self::lines( $open ) )
			->add_link( __( 'Answer', 'largesse' ), $person['url'] )
			->add_paragraph( __( 'Everybody in the circle sees your answer. This site does not tell anybody who asked, and a question does not mean that somebody drew you or gives you something.', 'largesse' ) )
			/* translators: 1: name of the site, 2: its address. */
			->add_footer( sprintf( __( 'You get this mail because you are in a circle at %1$s (%2$s). Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) ) );
	}

	/** @param list<Question> $open @return list<string> */
	private static function lines( array $open ): array {
		return array_map(
			static fn ( Question $one ): string => MailText::safe_line( $one->text ),
			array_slice( $open, 0, QuestionRules::SHOWN )
		);
	}

	/** @param list<Question> $open */
	private static function message( OpenedList $list, array $open ): MailMessage {
		$title = MailText::title( $list );
		return ( new MailMessage(
			/* translators: %s: title of a registry. */
			sprintf( _n( 'A question about “%s”', 'Questions about “%s”', count( $open ), 'largesse' ), $title )
		) )
			->add_greeting()
			->add_paragraph( __( 'Somebody who sees your list would like to know:', 'largesse' ) )
			->add_quote( self::lines( $open ) )
			->add_link( __( 'Answer', 'largesse' ), OwnerPage::url( $list->registry->ID ) )
			->add_paragraph( __( 'Your answer appears on the wish. This site does not tell anybody who asked, and a question does not mean that somebody gives the wish.', 'largesse' ) )
			/* translators: 1: name of the site, 2: its address. */
			->add_footer( sprintf( __( 'You get this mail because this is your list at %1$s (%2$s). You can turn off questions in the settings of the list. Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) ) );
	}
}
