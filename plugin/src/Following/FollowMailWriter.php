<?php
declare( strict_types=1 );

namespace Largesse\Following;

use Largesse\Mail\Delivery;
use Largesse\Mail\MailMessage;
use Largesse\Mail\MailText;
use WP_Post;

/**
 * Writes mails to followers in WordPress's current language. The mails contain nothing about gifts.
 *
 * @phpstan-type FollowedList array{registry: WP_Post, owner: string, url: string, wishes: non-empty-list<string>} `owner` is a name, or empty. `wishes` are the names of new wishes.
 */
final class FollowMailWriter {

	private const NAMED = 10;

	/** Asks a visitor to confirm the address. A stranger may get this mail, so it contains no text by a member. */
	public static function question( string $url ): MailMessage {
		return ( new MailMessage( __( 'Do you want mails about new wishes?', 'largesse' ) ) )
			->add_greeting()
			/* translators: 1: name of the site, 2: its address. */
			->add_paragraph( sprintf( __( 'Somebody entered this address at %1$s (%2$s) to follow a gift list. If that was you, please confirm it. Then you get a mail when wishes are added, at most one a day.', 'largesse' ), Delivery::site(), home_url( '/' ) ) )
			->add_link( __( 'Yes, send me these mails', 'largesse' ), $url )
			->add_footer( __( 'If this wasn’t you, you don’t have to do anything: we won’t send you these mails unless you use the link. The link works for two days.', 'largesse' ) );
	}

	/** @param non-empty-list<FollowedList> $lists */
	public static function news( array $lists, string $end_url ): MailMessage {
		$mail = ( new MailMessage( self::subject( $lists ) ) )->add_greeting();
		foreach ( $lists as $list ) {
			$mail->add_paragraph( self::sentence( $list ) )
				->add_list( self::names( $list['wishes'] ) )
				->add_link( __( 'Look at the list', 'largesse' ), $list['url'] );
		}
		return $mail->add_footer(
			/* translators: 1: name of the site, 2: its address. */
			sprintf( __( 'You get this mail because you follow a list at %1$s (%2$s). Nobody else knows that you follow it. Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) ),
			__( 'Stop these mails', 'largesse' ),
			$end_url
		);
	}

	/** @param non-empty-list<FollowedList> $lists */
	private static function subject( array $lists ): string {
		$number = count( $lists[0]['wishes'] );
		$shown  = number_format_i18n( $number );
		$owner  = MailText::safe_line( $lists[0]['owner'] );
		return match ( true ) {
			/* translators: %s: a number, at least two. */
			count( $lists ) > 1 => sprintf( __( 'New wishes on %s lists', 'largesse' ), number_format_i18n( count( $lists ) ) ),
			/* translators: 1: name of a person, 2: a number. */
			'' !== $owner       => sprintf( _n( '%1$s added %2$s wish', '%1$s added %2$s wishes', $number, 'largesse' ), $owner, $shown ),
			/* translators: 1: title of a registry, 2: a number. */
			default             => sprintf( _n( '%2$s new wish: “%1$s”', '%2$s new wishes: “%1$s”', $number, 'largesse' ), MailText::title( $lists[0]['registry'] ), $shown ),
		};
	}

	/** @param FollowedList $list */
	private static function sentence( array $list ): string {
		$number = count( $list['wishes'] );
		$shown  = number_format_i18n( $number );
		$owner  = MailText::safe_line( $list['owner'] );
		$title  = MailText::title( $list['registry'] );
		return '' === $owner
			/* translators: 1: a number, 2: title of a registry. */
			? sprintf( _n( 'There is %1$s new wish on the list “%2$s”:', 'There are %1$s new wishes on the list “%2$s”:', $number, 'largesse' ), $shown, $title )
			/* translators: 1: name of a person, 2: a number, 3: title of a registry. */
			: sprintf( _n( '%1$s added %2$s wish to the list “%3$s”:', '%1$s added %2$s wishes to the list “%3$s”:', $number, 'largesse' ), $owner, $shown, $title );
	}

	/** @return list<array{0: string, 1: string}> Names of the first wishes, and the number of others. */
	private static function names( array $wishes ): array {
		$names = array_map( MailText::safe_line( ... ), array_slice( $wishes, 0, self::NAMED ) );
		$more  = count( $wishes ) - count( $names );
		if ( $more > 0 ) {
			/* translators: %s: a number. */
			$names[] = sprintf( _n( 'and %s more', 'and %s more', $more, 'largesse' ), number_format_i18n( $more ) );
		}
		return array_map( static fn ( string $name ): array => array( $name, '' ), $names );
	}
}
