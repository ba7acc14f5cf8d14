<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Format\Price;
use Largesse\Html\Escape;
use Largesse\Html\FormFields;
use Largesse\Html\Picture;
use Largesse\Links\OwnerPage;
use Largesse\Links\ShownRegistry;
use Largesse\Registry\Occasion;
use Largesse\Registry\OwnAddress;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\RemovedItems;
use Largesse\Registry\Store;
use Largesse\Service\Rules;
use WP_Post;

/**
 * Shows a giver what they give, and what they can do about it. It works without scripts, and when the wish or the registry
 * is no longer there. Of a registry that the visitor may not read it tells nothing but the wish.
 */
final class GiverView {

	/** Whether the visitor may read the registry. */
	private readonly bool $is_readable;

	/**
	 * @param array<string, mixed>      $purchase The purchase.
	 * @param WP_Post|null              $registry Its registry; null if that is gone.
	 * @param array<string, mixed>|null $item     The wish, with how many are left; null where its owner removed it.
	 * @param GiftFields|null           $typed    What somebody typed into the form that changes the gift; null for nothing
	 *                                            yet.
	 * @param array<string, string>     $problems What is wrong with it, by field.
	 */
	public function __construct(
		private readonly array $purchase,
		private readonly ?WP_Post $registry,
		private readonly ?array $item,
		private readonly ?GiftFields $typed = null,
		private readonly array $problems = array()
	) {
		$this->is_readable = null !== $registry && Registries::may_read( $registry );
	}

	/**
	 * Returns the same page with a form that was not accepted.
	 *
	 * @param GiftFields            $typed    What somebody typed.
	 * @param array<string, string> $problems What is wrong with it, by field.
	 */
	public function with_form( GiftFields $typed, array $problems ): self {
		return new self( $this->purchase, $this->registry, $this->item, $typed, $problems );
	}

	/** Returns the address of the shop; an empty text for none. */
	public function shop(): string {
		return null === $this->item ? '' : GiftLinks::shop( $this->item );
	}

	/** Returns how many the giver can give: those that they give, and those that are left. */
	public function most(): int {
		return min( Rules::MAX_PURCHASE_QUANTITY, $this->purchase['quantity'] + (int) ( $this->item[ Store::REMAINING ] ?? 0 ) );
	}

	/**
	 * Renders the page.
	 *
	 * @param string $notice HTML that comes first.
	 */
	public function html( string $notice ): string {
		return "<div class=\"largesse-giver\">{$notice}" . $this->gift() . $this->steps() . $this->change() . $this->give_back() . AccountOffer::html( $this->purchase, $this->form( ... ) ) . $this->copy() . $this->elsewhere() . '</div>';
	}

	/** Renders what is given. */
	private function gift(): string {
		$item = $this->item;
		return '<div class="largesse-giver__gift">' . ( null === $item ? '' : Picture::html( $item ) ) . '<div class="largesse-giver__text">'
			. $this->whose()
			. '<h2 class="largesse-giver__name" dir="auto">' . Escape::html( self::name( $this->purchase, $item ) ) . '</h2>'
			. $this->facts()
			. '<p class="largesse-giver__state">' . $this->state() . '</p>'
			. ( null === $this->purchase['message'] ? '' : sprintf( '<p class="largesse-giver__message"><span class="largesse-giver__label">%s</span> <span dir="auto">%s</span></p>', esc_html__( 'Your message:', 'largesse' ), nl2br( Escape::html( $this->purchase['message'] ) ) ) )
			. $this->trouble()
			. '</div></div>';
	}

	/**
	 * Returns what is given, as plain text.
	 *
	 * @param array<string, mixed>      $purchase The purchase.
	 * @param array<string, mixed>|null $item     The wish; null if it was removed.
	 */
	public static function name( array $purchase, ?array $item ): string {
		$name = (string) ( $item['name'] ?? RemovedItems::name( $purchase['registry_id'], $purchase['item_id'] ) );
		return '' === $name ? __( 'A wish that is no longer on the list', 'largesse' ) : $name;
	}

	/** Renders for whom it is, and when. */
	private function whose(): string {
		if ( null === $this->registry || ! $this->is_readable ) {
			return '';
		}
		$occasion = ShownRegistry::is_open( $this->registry ) ? Occasion::of( $this->registry ) : '';
		return '<p class="largesse-giver__whose" dir="auto"><bdi>' . Escape::html( RegistryTitle::of( $this->registry ) ) . '</bdi>' . ( '' === $occasion ? '' : "<br>{$occasion}" ) . '</p>';
	}

	/** Renders where the wish is sold, and for how much. */
	private function facts(): string {
		$facts = array(
			null === $this->item ? '' : OwnAddress::shop( $this->item ),
			null === ( $this->item['price'] ?? null ) ? '' : Price::text( (float) $this->item['price'] ),
		);
		$facts = array_map( static fn ( string $fact ) => '<bdi>' . Escape::html( $fact ) . '</bdi>', array_filter( $facts ) );
		return array() === $facts ? '' : '<p class="largesse-giver__facts">' . implode( ' · ', $facts ) . '</p>';
	}

	/** Renders how many are given, and whether they are bought. */
	private function state(): string {
		$quantity = $this->purchase['quantity'];
		$gives    = 1 === $quantity
			? __( 'You give this.', 'largesse' )
			/* translators: %s: how many somebody gives of a wish, at least 2. */
			: sprintf( __( 'You give %s of these.', 'largesse' ), number_format_i18n( $quantity ) );
		return esc_html( $gives ) . ' ' . self::badge( $this->purchase );
	}

	/**
	 * Renders in two words whether a gift is bought.
	 *
	 * @param array<string, mixed> $purchase The purchase.
	 */
	public static function badge( array $purchase ): string {
		$is_bought = GiverPage::BUY === $purchase['state'];
		return sprintf(
			'<span class="largesse-given%s">%s</span>',
			$is_bought ? ' is-bought' : '',
			$is_bought ? esc_html__( 'Bought', 'largesse' ) : esc_html__( 'Not bought yet', 'largesse' )
		);
	}

	/** Says what became of the wish or its registry. */
	private function trouble(): string {
		$text = match ( true ) {
			null === $this->registry => __( 'This registry no longer exists. Only this page still notes what you give.', 'largesse' ),
			null === $this->item     => __( 'The owner has taken this wish off the list. If you have not bought it yet, you may want to give it back and choose another one.', 'largesse' ),
			! $this->is_readable     => __( 'The registry cannot be opened at the moment. Your gift is still noted.', 'largesse' ),
			default                  => '',
		};
		return '' === $text ? '' : '<p class="largesse-giver__trouble">' . esc_html( $text ) . '</p>';
	}

	/** Renders what comes next: the shop, and noting that it is bought. */
	private function steps(): string {
		$is_bought = GiverPage::BUY === $this->purchase['state'];
		$link      = '' === $this->shop() ? '' : sprintf(
			'<a class="%s" href="%s" rel="nofollow sponsored noreferrer">%s</a>',
			$is_bought ? 'wp-element-button largesse-giver__button largesse-giver__button--quiet' : 'wp-element-button largesse-giver__button',
			esc_url( $this->shop_link() ),
			esc_html__( 'Go to the shop', 'largesse' )
		);
		$button    = $is_bought
			? self::button( GiverPage::UNBUY, __( 'I have not bought it yet', 'largesse' ) )
			: self::button( GiverPage::BUY, __( 'I have bought it', 'largesse' ) );
		return '<div class="largesse-giver__buttons">' . $link . $this->form( $button ) . '</div>';
	}

	/**
	 * Returns the address that leads to the shop. Where the registry is closed to the visitor, the page itself leads
	 * there.
	 */
	private function shop_link(): string {
		return null !== $this->registry && $this->is_readable && ShownRegistry::is_open( $this->registry )
			? GiftLinks::stem( $this->registry->ID ) . $this->purchase['item_id']
			: add_query_arg( GiverPage::TO_SHOP, 1, $this->url() );
	}

	/** Renders the form that changes how many are given, and the message. */
	private function change(): string {
		$html   = new FormFields( 'largesse-giver-', $this->problems );
		$number = $this->most() < 2 ? FormFields::hidden( GiftFields::QUANTITY, '1' ) : $html->input(
			'number',
			GiftFields::QUANTITY,
			/* translators: %s: how many somebody can give. */
			sprintf( __( 'How many (up to %s)', 'largesse' ), number_format_i18n( $this->most() ) ),
			$this->typed->quantity ?? (string) $this->purchase['quantity'],
			array(
				'min'       => 1,
				'max'       => $this->most(),
				'inputmode' => 'numeric',
				'required'  => '',
			)
		);
		$text = $html->textarea( GiftFields::MESSAGE, __( 'A message', 'largesse' ), $this->typed->message ?? (string) $this->purchase['message'], 4, Rules::MAX_GIFT_MESSAGE_CHARS );
		return $this->fold(
			__( 'Change', 'largesse' ),
			array() !== $this->problems,
			$this->form( $number . $text . self::button( GiverPage::CHANGE, __( 'Save', 'largesse' ) ), 'largesse-giver__form' )
		);
	}

	/** Renders the question whether to give the gift back, and the button that does it. */
	private function give_back(): string {
		$is_wanted = null !== $this->item;
		$text      = $is_wanted ? __( 'Then somebody else can give it instead of you.', 'largesse' ) : __( 'Then this page no longer notes that you give it.', 'largesse' );
		return $this->fold(
			__( 'Give back', 'largesse' ),
			false,
			'<p>' . esc_html( $text ) . '</p>' . $this->form( self::button( GiverPage::GIVE_BACK, __( 'Yes, give it back', 'largesse' ) ) )
		);
	}

	/**
	 * Renders something that opens when one asks for it.
	 *
	 * @param string $summary Plain text.
	 * @param string $content HTML.
	 */
	private function fold( string $summary, bool $is_open, string $content ): string {
		return '<details class="largesse-giver__fold"' . ( $is_open ? ' open' : '' ) . '><summary>' . esc_html( $summary ) . "</summary><div class=\"largesse-giver__inside\">{$content}</div></details>";
	}

	/** Renders the link to the page, to be kept. A script hides it, and shows a button that copies it. */
	private function copy(): string {
		return '<div class="largesse-giver__copy"><h2>' . esc_html__( 'Find this page again', 'largesse' ) . '</h2>'
			. '<p>' . esc_html__( 'Keep the link to yourself: whoever has it can change your gift.', 'largesse' ) . '</p>'
			. '<div class="largesse-field largesse-giver__address"><label for="largesse-giver-link">' . esc_html__( 'Link to this page', 'largesse' ) . '</label>'
			. '<input type="text" id="largesse-giver-link" readonly dir="ltr" value="' . esc_url( $this->url() ) . '"></div>'
			. '<button type="button" class="wp-element-button largesse-giver__button largesse-giver__button--quiet" hidden data-done="' . esc_attr__( 'Copied.', 'largesse' ) . '">' . esc_html__( 'Copy this link', 'largesse' ) . '</button>'
			. '<p role="status"></p></div>';
	}

	/** Renders the ways to other pages. */
	private function elsewhere(): string {
		$links = '';
		if ( null !== $this->registry && $this->is_readable ) {
			$links .= self::link( add_query_arg( GuestView::GIVING, '1', (string) get_permalink( $this->registry ) ), __( 'See the other wishes', 'largesse' ) );
		}
		if ( is_user_logged_in() && get_current_user_id() === $this->purchase['giver_user_id'] ) {
			$links .= self::link( OwnerPage::url() . '#largesse-giving', __( 'All that I give', 'largesse' ) );
		}
		return '' === $links ? '' : '<p class="largesse-giver__elsewhere">' . $links . '</p>';
	}

	/** Renders a link. */
	private static function link( string $url, string $text ): string {
		return '<a href="' . esc_url( $url ) . '">' . esc_html( $text ) . '</a>';
	}

	/**
	 * Renders a form that brings the key along.
	 *
	 * @param string $content HTML.
	 */
	private function form( string $content, string $style = '' ): string {
		$hidden = '';
		foreach ( GiverLink::of( $this->purchase['id'] ) as $name => $value ) {
			$hidden .= FormFields::hidden( $name, $value );
		}
		// Logs hold addresses, and not what is in a form: the key stands in the form alone.
		$action = null === $this->registry ? home_url( '/' ) : (string) get_permalink( $this->registry );
		return '<form method="post" class="' . esc_attr( $style ) . '" action="' . esc_url( $action ) . "\">{$hidden}{$content}</form>";
	}

	/** Renders a button that sends its form. */
	private static function button( string $act, string $text ): string {
		return '<button type="submit" class="wp-element-button largesse-giver__button largesse-giver__button--quiet" name="' . GiverPage::ACT . '" value="' . esc_attr( $act ) . '">' . esc_html( $text ) . '</button>';
	}

	/** Returns the address of the page. */
	private function url(): string {
		return GiverLink::url( $this->purchase['registry_id'], $this->purchase['id'] );
	}
}
