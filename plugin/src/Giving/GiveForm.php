<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Format\Price;
use Largesse\Html\Escape;
use Largesse\Html\FilterShield;
use Largesse\Html\FormFields;
use Largesse\Html\Picture;
use Largesse\Http\Request;
use Largesse\Registry\EventDate;
use Largesse\Registry\OwnAddress;
use Largesse\Service\Rules;
use WP_Post;

/**
 * Renders the form of a gift: what is given, how many, by whom, and a message. Where nothing of it is left, it says so and
 * shows similar wishes.
 */
final class GiveForm {

	/** Begin of the ids of what stands in it. */
	private const ID = 'largesse-give-';

	/** How many similar wishes are shown. */
	private const SIMILAR = 2;

	/**
	 * @param int                        $item_id   Id of the item.
	 * @param array<string, mixed>       $item      The item, as guests get it; empty while the service does not tell.
	 * @param list<array<string, mixed>> $items     All items of the registry, likewise.
	 * @param bool                       $is_giving Whether the guest goes on looking for gifts afterwards.
	 * @param list<string>               $own       Ids of the gifts of this item that were made with this browser.
	 */
	public function __construct(
		private readonly WP_Post $registry,
		private readonly int $item_id,
		private readonly array $item,
		private readonly array $items,
		private readonly bool $is_giving,
		private readonly array $own = array()
	) {}

	/**
	 * Renders the form.
	 *
	 * @param int                   $level    Level of its heading.
	 * @param GiftFields            $fields   What stands in it.
	 * @param GiftToken|null        $token    Token of the form; null renders no form, because the gift has arrived.
	 * @param string                $notice   What is said about it; may be empty.
	 * @param array<string, string> $problems What is to be corrected, by field.
	 * @param int                   $taken    Number that this form may have given already, which it can keep.
	 */
	public function html( int $level, GiftFields $fields, ?GiftToken $token, string $notice, array $problems, int $taken = 0 ): string {
		$left = min( Rules::MAX_PURCHASE_QUANTITY, $this->left() + $taken );
		$own  = array() === $this->item ? '' : OwnGifts::note( $this->registry, $this->item, $this->own );
		$text = '';
		if ( 0 === $left && '' === $own ) {
			$notice = __( 'Somebody has found this already. Thank you for thinking of it!', 'largesse' );
		}
		if ( '' !== $notice ) {
			$text = '<p class="largesse-give__notice" role="alert">' . esc_html( $notice ) . '</p>';
		}
		$text .= $own;
		if ( null === $token && $left > 0 ) {
			$text .= sprintf( '<p><a class="largesse-give__other" href="%s" rel="nofollow">%s</a></p>', esc_url( $this->address( $this->item_id ) ), esc_html__( 'Give another one', 'largesse' ) );
		}
		if ( '' === $own && ( 0 === $left || $fields->number() > $left ) ) {
			$text .= $this->similar( $fields );
		}
		return FilterShield::html(
			'<section class="largesse-give" aria-labelledby="' . self::ID . 'title">'
			. $this->back()
			. $this->head( $level, $this->left() > 0 )
			. $text
			. ( 0 === $left || null === $token ? '' : $this->form( $left, $fields, (string) $token, $problems, $this->address( $this->item_id ), $this->promise() ) )
			. '</section>'
		);
	}

	/**
	 * Renders the form for a list that is not open to the guest now. It contains their words, but no data of the list.
	 *
	 * @param string                $address  Address of the form.
	 * @param GiftFields            $fields   Words of the guest.
	 * @param string                $notice   Message above the form, as HTML.
	 * @param array<string, string> $problems Messages by field.
	 */
	public static function closed( string $address, GiftFields $fields, string $notice, array $problems ): string {
		return '<section class="largesse-give" aria-labelledby="' . self::ID . 'title">'
			. sprintf( '<h2 class="largesse-give__name" id="%stitle" tabindex="-1">%s</h2>', self::ID, esc_html__( 'Your gift', 'largesse' ) )
			. "<p class=\"largesse-give__notice\" role=\"alert\">{$notice}</p>"
			. self::form( max( 1, $fields->number() ), $fields, $fields->token, $problems, $address, '' )
			. '</section>';
	}

	/** Returns how many may still be given, as far as the service tells. */
	private function left(): int {
		return array() === $this->item ? Rules::MAX_PURCHASE_QUANTITY : min( Rules::MAX_PURCHASE_QUANTITY, Remaining::for_giving( $this->registry )->count( $this->item ) );
	}

	/** Renders the way back to the list. */
	private function back(): string {
		$list = (string) get_permalink( $this->registry );
		return sprintf(
			'<p class="largesse-give__back"><a href="%s">%s</a></p>',
			esc_url( $this->is_giving ? add_query_arg( GuestView::GIVING, '1', $list ) : $list ),
			esc_html__( 'Back to the list', 'largesse' )
		);
	}

	/**
	 * Renders what is given.
	 *
	 * @param int  $level   Level of its name as a heading.
	 * @param bool $is_open Whether it may still be given; otherwise the notice says so.
	 */
	private function head( int $level, bool $is_open ): string {
		$item = $this->item;
		$name = array() === $item ? __( 'Your gift', 'largesse' ) : (string) $item['name'];
		$shop = OwnAddress::shop( $item );
		$cost = isset( $item['price'] ) ? '<bdi>' . esc_html( Price::text( (float) $item['price'] ) ) . '</bdi>' : '';
		$line = implode( ' · ', array_filter( array( '' === $shop ? '' : '<bdi>' . esc_html( $shop ) . '</bdi>', $cost ) ) );
		return '<div class="largesse-give__item">'
			. ( array() === $item ? '' : Picture::html( $item ) )
			. sprintf( '<div><h%1$d class="largesse-give__name" id="%2$stitle" tabindex="-1" dir="auto">%3$s</h%1$d>', $level, self::ID, Escape::html( $name ) )
			. ( '' === $line ? '' : "<p class=\"largesse-give__line\">{$line}</p>" )
			. ( $is_open && array() !== $item ? Remaining::for_giving( $this->registry )->html( $item ) : '' )
			. '</div></div>';
	}

	/**
	 * Renders the form itself.
	 *
	 * @param int                   $left     How many may still be given; 1 or more.
	 * @param array<string, string> $problems What is to be corrected, by field.
	 * @param string                $address  Address of the form.
	 * @param string                $promise  Text about the surprise; may be empty.
	 */
	private static function form( int $left, GiftFields $fields, string $token, array $problems, string $address, string $promise ): string {
		$names   = GivingSettings::names();
		$html    = new FormFields( self::ID, $problems );
		$needed  = array( 'required' => '' );
		$name    = GivingSettings::NONE === $names ? '' : $html->input(
			'text',
			GiftFields::NAME,
			__( 'Your name', 'largesse' ),
			$fields->name,
			array(
				'maxlength'    => Rules::MAX_GIVER_NAME_CHARS,
				'autocomplete' => 'name',
			) + ( GivingSettings::NEEDED === $names ? $needed : array() )
		);
		$number  = 1 === $left && '1' === $fields->quantity ? '' : $html->input(
			'number',
			GiftFields::QUANTITY,
			__( 'How many?', 'largesse' ),
			$fields->quantity,
			array(
				'min'          => 1,
				'max'          => $left,
				'inputmode'    => 'numeric',
				'autocomplete' => 'off',
			) + $needed
		);
		$message = $html->textarea( GiftFields::MESSAGE, __( 'A message', 'largesse' ), $fields->message, 2, Rules::MAX_GIFT_MESSAGE_CHARS );
		$email   = $html->input(
			'email',
			GiftFields::EMAIL,
			__( 'E-mail address', 'largesse' ),
			$fields->email,
			array(
				'maxlength'    => Rules::MAX_GIVER_EMAIL_CHARS,
				'autocomplete' => 'email',
			),
			__( 'Only to send you the link with which you can change your mind, and to tell you if the wish is no longer needed.', 'largesse' )
		);
		return sprintf( '<form class="largesse-give__form" method="post" action="%s">', esc_url( $address ) )
			. FormFields::hidden( GiftFields::TOKEN, $token ) . ( $fields->is_change ? FormFields::hidden( GiftFields::CHANGE, '1' ) : '' ) . $name . $number . $message . $email . self::trap()
			. ( '' === $promise ? '' : '<p class="largesse-give__promise">' . esc_html( $promise ) . '</p>' )
			. sprintf( '<p class="largesse-give__go"><button type="submit" class="wp-element-button largesse-give__button">%s</button></p>', $fields->is_change ? esc_html__( 'Save the changes', 'largesse' ) : esc_html__( 'Yes, I’ll give this', 'largesse' ) )
			. '<p class="largesse-give__line">' . esc_html__( 'Nothing is paid here: buy it wherever you like.', 'largesse' ) . '</p>'
			. '</form>';
	}

	/** Says what the owner will know, and when. */
	private function promise(): string {
		$surprise = Surprise::of( $this->registry );
		$day      = null === $surprise->day ? '' : EventDate::day( $surprise->day );
		return match ( true ) {
			$surprise->shows_names()                                => __( 'The owner of this list sees who gives what, and the message.', 'largesse' ),
			Surprise::HIDDEN === $surprise->level && '' !== $day    => sprintf( /* translators: %s: a date. */ __( 'It stays a surprise: the owner of this list learns nothing of it before %s.', 'largesse' ), $day ),
			Surprise::HIDDEN === $surprise->level                   => __( 'It stays a surprise: the owner of this list learns nothing of it until they choose to.', 'largesse' ),
			'' !== $day                                             => sprintf( /* translators: %s: a date. */ __( 'The owner of this list sees that somebody gives this, but not who before %s.', 'largesse' ), $day ),
			default                                                 => __( 'The owner of this list sees that somebody gives this, but not who.', 'largesse' ),
		};
	}

	/**
	 * Renders open wishes of a similar price. What was typed goes with the guest.
	 */
	private function similar( GiftFields $fields ): string {
		$html = '';
		foreach ( $this->similar_items() as $item ) {
			$name  = '<bdi>' . Escape::html( (string) $item['name'] ) . '</bdi>' . ( null === $item['price'] ? '' : ' · <bdi>' . esc_html( Price::text( (float) $item['price'] ) ) . '</bdi>' );
			$url   = esc_url( $this->address( (int) $item['id'] ) );
			$html .= '<li>' . ( $fields->has_words() && Request::is_post()
				? "<form method=\"post\" action=\"{$url}\">" . FormFields::hidden( GiftFields::NAME, $fields->name ) . FormFields::hidden( GiftFields::MESSAGE, $fields->message ) . FormFields::hidden( GiftFields::EMAIL, $fields->email ) . "<button type=\"submit\" class=\"largesse-give__other\">{$name}</button></form>"
				: "<a class=\"largesse-give__other\" href=\"{$url}\" rel=\"nofollow\">{$name}</a>" ) . '</li>';
		}
		return '' === $html ? '' : '<div class="largesse-give__similar"><p>' . esc_html__( 'Perhaps one of these wishes, which are still open?', 'largesse' ) . "</p><ul role=\"list\">{$html}</ul></div>";
	}

	/**
	 * Returns open wishes, first those whose price is most like this one's.
	 *
	 * @return list<array<string, mixed>>
	 */
	private function similar_items(): array {
		$remaining = Remaining::for_giving( $this->registry );
		$others    = array_values( array_filter( $this->items, fn ( array $other ) => $other['id'] !== $this->item_id && $remaining->count( $other ) > 0 ) );
		$price     = $this->item['price'] ?? null;
		if ( null !== $price ) {
			$distance = static fn ( array $other ): float => null === $other['price'] ? INF : abs( (float) $other['price'] - (float) $price );
			usort( $others, static fn ( array $a, array $b ) => $distance( $a ) <=> $distance( $b ) );
		}
		return array_slice( $others, 0, self::SIMILAR );
	}

	/** Returns the address of the form of an item. */
	private function address( int $item_id ): string {
		return GivePage::stem( $this->registry->ID, $this->is_giving ) . $item_id;
	}

	/** Renders the field that people neither see nor hear. */
	private static function trap(): string {
		return sprintf(
			'<p class="largesse-unseen" aria-hidden="true"><label>%s <input type="text" name="%s" value="" tabindex="-1" autocomplete="off"></label></p>',
			esc_html__( 'Leave this empty', 'largesse' ),
			GiftFields::TRAP
		);
	}
}
