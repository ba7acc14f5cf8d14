<?php
declare( strict_types=1 );

namespace Largesse\Shares;

use Largesse\Mail\Delivery;
use Largesse\Mail\MailMessage;
use Largesse\Mail\MailText;
use WP_Post;

/** Writes mails to guests with shares in WordPress's current language. */
final class ShareMailWriter {

	/** Asks a guest to confirm a share. Contains no text by a guest or member, because a stranger may get the mail. */
	public static function question( string $url ): MailMessage {
		return ( new MailMessage( __( 'Please confirm your part of a gift', 'largesse' ) ) )
			->add_greeting()
			/* translators: 1: name of the site, 2: its address. */
			->add_paragraph( sprintf( __( 'Somebody entered this address at %1$s (%2$s) to promise a part of a gift. If that was you, please confirm it. Your part counts only after that.', 'largesse' ), Delivery::site(), home_url( '/' ) ) )
			->add_link( __( 'Confirm my part', 'largesse' ), $url )
			->add_footer( __( 'If this wasn’t you, you don’t have to do anything: nothing is promised unless you use the link. The link works for two days.', 'largesse' ) );
	}

	/** Writes the mail that a share will end soon. */
	public static function reminder( WP_Post $registry, array $share, string $amount ): MailMessage {
		$title = MailText::title( $registry );
		/* translators: %s: title of a registry. */
		return ( new MailMessage( sprintf( __( 'Your part of a gift for “%s” ends soon', 'largesse' ), $title ) ) )
			->add_greeting()
			/* translators: %s: title of a registry. */
			->add_paragraph( sprintf( __( 'You have promised a part of a gift from the list “%s”:', 'largesse' ), $title ) )
			->add_list( self::entry( $share['name'], $amount ) )
			/* translators: %s: a date. */
			->add_paragraph( sprintf( __( 'The guests have not promised the whole price yet. So your part ends on %s. If you still want to give it, extend it by a week.', 'largesse' ), SharesPage::day( $share['ends_at'] ) ) )
			->add_link( __( 'Extend it or take it back', 'largesse' ), ShareLink::url( $registry, $share['id'] ) )
			->add_footer( self::reason() );
	}

	/** Writes the mail that a share was ended. @param array<string, mixed> $share Data of the queued mail. */
	public static function end( WP_Post $registry, array $share, string $amount ): MailMessage {
		$title = MailText::title( $registry );
		/* translators: %s: title of a registry. */
		return ( new MailMessage( sprintf( __( 'Your part of a gift for “%s” has ended', 'largesse' ), $title ) ) )
			->add_greeting()
			->add_paragraph(
				ShareMailSender::GIVEN === $share['why']
				/* translators: %s: title of a registry. */
				? sprintf( __( 'The guests of “%s” had promised less than half of the price, and now another guest gives all of this gift. So your part has ended:', 'largesse' ), $title )
				/* translators: %s: title of a registry. */
				: sprintf( __( 'Somebody who helps with the gifts of “%s” has released your part of a gift. It no longer counts:', 'largesse' ), $title )
			)
			->add_list( self::entry( $share['name'], $amount ) )
			->add_paragraph( __( 'You don’t have to do anything. If you have already agreed with other guests to buy it, please tell them.', 'largesse' ) )
			->add_link( __( 'See what else is on the list', 'largesse' ), (string) get_permalink( $registry ) )
			->add_footer( self::reason() );
	}

	/** @return list<array{0: string, 1: string}> Name of the wish and the promised amount. */
	private static function entry( string $name, string $amount ): array {
		/* translators: 1: name of a wish, 2: a price. */
		return array( array( sprintf( __( '%1$s: %2$s', 'largesse' ), MailText::safe_line( $name ), $amount ), '' ) );
	}

	private static function reason(): string {
		/* translators: 1: name of the site, 2: its address. */
		return sprintf( __( 'You get this mail because you chose a gift at %1$s (%2$s). Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) );
	}
}
