<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\People\Mail\CopiedText;
use Largesse\People\Mail\Delivery;
use Largesse\People\Mail\MailMessage;
use Largesse\People\Mail\MailText;
use Largesse\Registries\Links\MyGifts;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\RegistryMeta;

/**
 * Writes mails to givers in WordPress's current language. Givers type their addresses, so an address may belong to a
 * stranger. Strangers must not receive the giver's words, so the mails contain neither the giver's name nor message.
 */
final class GiftMailWriter {

	/** Writes the mail about new gifts. Without the list, which the giver may not open, it contains only the promises. */
	public static function given( ?OpenedList $list, array $gifts ): MailMessage {
		$title   = null === $list ? '' : MailText::title( $list );
		$address = null === $list ? array() : DeliveryLines::of( $list );
		$number  = count( $gifts );
		/* translators: %s: title of a registry. */
		$subject = null === $list ? __( 'Your gift', 'largesse' ) : sprintf( _n( 'Your gift for “%s”', 'Your gifts for “%s”', $number, 'largesse' ), $title );
		$mail    = ( new MailMessage( $subject ) )
			->add_greeting()
			->add_paragraph( __( 'How lovely that you are giving something! We have noted it, so that nobody gives the same thing.', 'largesse' ) );
		$facts   = 1 === $number ? array( array( __( 'Your gift', 'largesse' ), $gifts[0]->text() ) ) : array();
		$facts[] = array( __( 'For', 'largesse' ), $title );
		$facts[] = array(
			__( 'When', 'largesse' ),
			null === $list ? '' : Occasion::day( (string) get_post_meta( $list->registry->ID, RegistryMeta::EVENT_DATE, true ) ),
		);
		$added = array_map( self::extra_facts( ... ), $gifts );
		$mail->add_facts( array( ...$facts, ...( 1 === $number ? $added[0] : array() ) ) );
		if ( 1 === $number ) {
			$mail->add_link( __( 'See or change your gift', 'largesse' ), $gifts[0]->url )
				->add_paragraph( __( 'This link opens a page of your own. There you can open the shop, mark the gift as bought, change the number, or say that you can’t give it after all. Please keep the link to yourself: anyone who has it can change your gift.', 'largesse' ) );
		} else {
			$mail->add_list(
				array_map(
					static fn ( Gift $gift, array $facts ) => array(
						implode(
							', ',
							array( $gift->text(), ...array_map( static fn ( array $fact ): string => "{$fact[0]}: {$fact[1]}", $facts ) )
						),
						$gift->url,
					),
					$gifts,
					$added
				)
			)
				->add_paragraph( __( 'Each of these links opens a page of your own. There you can open the shop, mark the gift as bought, change the number, or say that you can’t give it after all. Please keep the links to yourself: anyone who has them can change your gifts.', 'largesse' ) );
		}
		$mail->add_list( array( array( __( 'Everything that you have promised, also when you look for this mail later', 'largesse' ), MyGifts::url() ) ) );
		if ( $address ) {
			$mail->add_paragraph(
				__( 'If you send your gift, this is the address:', 'largesse' )
			)->add_quote( CopiedText::lines( implode( "\n", $address ) ) );
		}
		$secret = self::secret_of( $gifts );
		if ( array() !== $secret ) {
			$mail->add_paragraph( self::secret( $list, $secret ) );
		}
		/* translators: 1: name of the site, 2: its address. */
		return $mail->add_footer( sprintf( __( 'You get this mail because somebody entered this address at %1$s (%2$s) when choosing a gift. If that was not you, you don’t have to do anything. Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) ) );
	}

	/** Writes the mail about wishes that are no longer on the list. */
	public static function removed( OpenedList $list, array $gifts ): MailMessage {
		$title  = MailText::title( $list );
		$number = count( $gifts );
		/* translators: %s: title of a registry. */
		$subject = sprintf( _n( 'Your gift for “%s” is no longer on the list', 'Your gifts for “%s” are no longer on the list', $number, 'largesse' ), $title );
		/* translators: %s: title of a registry. */
		$mail = self::about( $subject, sprintf( __( 'Something that you wanted to give is no longer on the list “%s”:', 'largesse' ), $title ), $gifts, __( 'If you have not bought it yet, you don’t have to. If you have, ask the family whether they would still like it. If they already have your gift, all is well.', 'largesse' ) );
		$secret = count( self::secret_of( $gifts ) );
		if ( $secret > 0 ) {
			$mail->add_paragraph(
				$secret === $number
					? __( 'They do not know that you chose it, so ask carefully if you want it to stay a surprise!', 'largesse' )
					: __( 'They do not know about all of these gifts, so ask carefully if you want them to stay a surprise!', 'largesse' )
			);
		}
		return $mail->add_link( __( 'See what else is on the list', 'largesse' ), (string) get_permalink( $list->registry ) )
			->add_footer( self::reason() );
	}

	/** Writes the mail about wishes that their owners have changed since the giver chose them. */
	public static function changed( OpenedList $list, array $gifts ): MailMessage {
		$title = MailText::title( $list );
		/* translators: %s: title of a registry. */
		$mail = ( new MailMessage( sprintf( __( 'A wish that you give on the list “%s” has changed', 'largesse' ), $title ) ) )
			->add_greeting()
			/* translators: %s: title of a registry. */
			->add_paragraph( sprintf( __( 'Since you chose it, somebody has changed a wish on the list “%s”. You chose:', 'largesse' ), $title ) )
			->add_list( array_map( static fn ( Gift $gift ) => array( $gift->text(), $gift->url ), $gifts ) )
			->add_paragraph( __( 'The page of your gift shows what the wish is now. If you no longer want to give it, you can say so there.', 'largesse' ) );
		return $mail->add_footer( self::reason() );
	}

	/**
	 * Writes the mail about gifts that no longer count, to a giver who may not open their list, or after its deletion.
	 */
	public static function ended( array $gifts ): MailMessage {
		return self::about( __( 'A gift of yours no longer counts', 'largesse' ), __( 'You have promised this gift, but it no longer counts: it is no longer wanted, its list has been deleted, or somebody who helps with the gifts has released it.', 'largesse' ), $gifts, __( 'If you have not bought it yet, please ask the family before you do. If you have, ask them whether they would still like it.', 'largesse' ) )
			->add_footer( self::reason() );
	}

	/** Writes the mail about gifts that someone in the family has released. */
	public static function released( OpenedList $list, array $gifts ): MailMessage {
		$title = MailText::title( $list );
		/* translators: %s: title of a registry. */
		$subject = sprintf( __( 'Others can choose your gift for “%s” again', 'largesse' ), $title );
		/* translators: %s: title of a registry. */
		return self::about( $subject, sprintf( __( 'Somebody who helps with the gifts of “%s” has released your gift. Others can choose it now:', 'largesse' ), $title ), $gifts, __( 'If you have already bought it, or still want to give it, please tell the family or choose it again on the list.', 'largesse' ) )
			->add_footer( self::reason() );
	}

	private static function about( string $subject, string $introduction, array $gifts, string $advice ): MailMessage {
		$list = array_map( static fn ( Gift $gift ) => array( $gift->text(), '' ), $gifts );
		return (
			new MailMessage( $subject )
		)->add_greeting()->add_paragraph( $introduction )->add_list( $list )->add_paragraph( $advice );
	}

	/** @return list<Gift> Gifts of which the recipients do not know. The settings of a list may have changed since then. */
	private static function secret_of( array $gifts ): array {
		return array_values( array_filter( $gifts, static fn ( Gift $gift ): bool => $gift->is_secret() ) );
	}

	/** @param list<Gift> $gifts Secret gifts, with their items. */
	private static function secret( ?OpenedList $list, array $gifts ): string {
		$day  = static fn ( Gift $gift ): ?string => null === $list
			? null
			: Surprise::day_of( $list->registry, (int) ( $gift->item()['id'] ?? 0 ) );
		$days = array_unique( array_map( $day, $gifts ) );
		return 1 !== count( $days ) || null === $days[0]
			? __( 'It is a surprise: the family cannot see the gifts yet. Please do not forward this mail to them.', 'largesse' )
			/* translators: %s: a date. */
			: sprintf( __( 'It is a surprise: the family cannot see the gifts before %s. Please do not forward this mail to them.', 'largesse' ), Occasion::day( $days[0] ) );
	}

	/** Returns the reason for the mail, for its footer. The mail from `given()` has a different footer. */
	private static function reason(): string {
		/* translators: 1: name of the site, 2: its address. */
		return sprintf( __( 'You get this mail because you chose a gift at %1$s (%2$s). Replies to this mail are not read.', 'largesse' ), Delivery::site(), home_url( '/' ) );
	}

	/** @return list<array{string, string}> Labels and plain texts of other plugins' facts about a gift. */
	private static function extra_facts( Gift $gift ): array {
		return array_map(
			static fn ( array $field ): array => array(
				MailText::safe_line( $field['label'] ),
				MailText::safe_line( $field['text'] ),
			),
			array_values( $gift->fields() )
		);
	}
}
