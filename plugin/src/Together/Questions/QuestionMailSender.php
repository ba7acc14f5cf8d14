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
use Largesse\QueuedMail;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Roles;
use WP_Post;

/** Mails to the owners of a registry about new questions of guests (rules: Questions). */
final class QuestionMailSender extends MailSender {

	public const ASKED = 'question';

	/** Seconds until the mail is sent, so that it says nothing about when somebody asked. */
	private const DELAY = HOUR_IN_SECONDS;

	public function __construct( private readonly Queue $queue ) {}

	/** Queues one mail to each owner, also about several questions. */
	public function queue( WP_Post $registry ): void {
		foreach ( Roles::of( $registry )->owners() as $owner ) {
			$data = array(
				'registry' => $registry->ID,
				'owner'    => $owner->ID,
			);
			$this->queue->put( self::ASKED, "{$registry->ID}-{$owner->ID}", $data, self::DELAY );
		}
	}

	/** Sends the mail, unless all questions have an answer, or the user is no longer an owner. */
	public function send( QueuedMail $mail ): bool|int {
		$registry = $mail->registry();
		$owner    = get_userdata( (int) $mail->data['owner'] );
		$open     = null === $registry ? array() : Questions::open( Questions::of_registry( $registry->ID ) );
		if ( array() === $open || ! $owner || ! Roles::of( $registry )->is_owner( $owner ) ) {
			return true;
		}
		return MailLanguage::run_in(
			get_user_locale( $owner ),
			static fn (): bool|int => Delivery::send(
				$owner->user_email,
				self::message( $registry, $open ),
				$mail->kind,
				MailLimits::question()
			)
		);
	}

	/** @param list<Question> $open */
	private static function message( WP_Post $registry, array $open ): MailMessage {
		$title = MailText::title( $registry );
		return ( new MailMessage(
			/* translators: %s: title of a registry. */
			sprintf( _n( 'A question about “%s”', 'Questions about “%s”', count( $open ), 'largesse' ), $title )
		) )
			->add_greeting()
			->add_paragraph( __( 'Somebody who sees your list would like to know:', 'largesse' ) )
			->add_quote( array_map( static fn ( Question $one ): string => MailText::safe_line( $one->text ), $open ) )
			->add_link( __( 'Answer', 'largesse' ), OwnerPage::url( $registry->ID ) )
			->add_paragraph( __( 'Your answer appears on the wish. This site does not tell anybody who asked, and a question does not mean that somebody gives the wish.', 'largesse' ) )
			/* translators: 1: name of the site, 2: its address. */
			->add_footer( sprintf( __( 'You get this mail because this is your list at %1$s (%2$s). You can turn off questions in the settings of the list. Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) ) );
	}
}
