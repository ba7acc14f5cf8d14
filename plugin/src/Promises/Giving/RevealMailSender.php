<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Format\Number;
use Largesse\Registries\Links\OwnerPage;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailLanguage;
use Largesse\People\Mail\MailLimits;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\MailText;
use Largesse\People\Mail\Queue;
use Largesse\People\Mail\RecipientMailboxes;
use Largesse\MailSender;
use Largesse\QueuedMail;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Place;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use WP_Post;

/** Sends a mail to each owner when the day of the reveal has come. */
final class RevealMailSender extends MailSender {

	public const REVEALED = 'revealed';

	/** Meta key of the reveal day for which this class last queued a mail. */
	public const TOLD = '_largesse_reveal_told';

	public function __construct(
		private readonly Queue $queue,
		private readonly Purchases $purchases
	) {}

	/** Queues a mail to each owner about the day of the reveal. A reveal by hand before this day queues nothing. */
	public function queue( int $registry_id ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! RegistryPostType::is( $registry ) ) {
			return;
		}
		$surprise = Surprise::of( $registry );
		if ( ! $surprise->is_news() || get_post_meta( $registry_id, self::TOLD, true ) === $surprise->day ) {
			return;
		}
		update_post_meta( $registry_id, self::TOLD, $surprise->day );
		$delay = $surprise->seconds_until_morning();
		foreach ( Roles::of( $registry )->owners() as $owner ) {
			$data = array(
				'registry' => $registry_id,
				'owner'    => $owner->ID,
			);
			$this->queue->put( self::REVEALED, "{$registry_id}-{$owner->ID}", $data, $delay );
		}
	}

	/** Sends a mail to an owner of a registry, unless the day was postponed, or the user is no longer an owner. */
	public function send( QueuedMail $mail ): bool|int {
		$owner    = get_userdata( (int) $mail->data['owner'] );
		$list     = $owner ? $mail->list_of( $owner ) : null;
		$registry = $list?->registry;
		if (
			null === $registry
			|| ! Surprise::of( $registry )->has_come()
			|| ! Roles::of( $registry )->is_owner( $owner )
		) {
			return true;
		}
		$place  = Place::of_recipients( $registry );
		$given  = $this->purchases->seen_in( $place );
		$parts  = is_wp_error( $given ) ? $given : Purchases::parts_seen_in( $place );
		$number = is_wp_error( $parts ) ? 0 : self::number( $given, $parts );
		$write  = static fn (): bool|int => Delivery::send(
			$owner->user_email,
			self::message( $list, $number ),
			$mail->kind,
			MailLimits::reveal(),
			RecipientMailboxes::none()
		);
		return 0 === $number ? ! is_wp_error( $parts ) : MailLanguage::run_in( get_user_locale( $owner ), $write );
	}

	/**
	 * Returns the number of gifts whose givers the owners see now. Another list with a wish may still hide them. All parts
	 * of a wish are one gift.
	 */
	private static function number( array $given, array $parts ): int {
		$shown = static fn ( array $promises ): array => array_filter(
			$promises,
			static fn ( array $one ): bool => $one['is_giver_shown'] && true !== ( $one['is_owner'] ?? false )
		);
		return count( $shown( $given ) ) + count( array_unique( array_column( $shown( $parts ), 'item_id' ) ) );
	}

	private static function message( OpenedList $list, int $number ): MailMessage {
		$registry  = $list->registry;
		$title     = MailText::title( $list );
		$shown     = Number::text( $number );
		$is_hidden = Surprise::HIDDEN === Surprise::of( $registry )->level;
		return ( new MailMessage(
			$is_hidden
				/* translators: 1: a number, 2: title of a registry. */
				? sprintf( _n( 'The surprise is over: %1$s gift for “%2$s”', 'The surprise is over: %1$s gifts for “%2$s”', $number, 'largesse' ), $shown, $title )
				/* translators: 1: a number, 2: title of a registry. */
				: sprintf( _n( '%1$s gift for “%2$s”: see who it is from', '%1$s gifts for “%2$s”: see who they are from', $number, 'largesse' ), $shown, $title )
		) )
			->add_greeting()
			/* translators: 1: a number, 2: title of a registry. */
			->add_paragraph( sprintf( _n( 'Your guests have chosen %1$s gift from your list “%2$s”. Now you can see who gives you what, and what they wrote to you.', 'Your guests have chosen %1$s gifts from your list “%2$s”. Now you can see who gives you what, and what they wrote to you.', $number, 'largesse' ), $shown, $title ) )
			->add_link( __( 'See your gifts', 'largesse' ), OwnerPage::gifts_url( $registry->ID ) )
			->add_paragraph( __( 'There you can also mark whom you have thanked.', 'largesse' ) )
			/* translators: 1: name of the site, 2: its address. */
			->add_footer( sprintf( __( 'You get this mail once, because this is your list at %1$s (%2$s). Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) ) );
	}
}
