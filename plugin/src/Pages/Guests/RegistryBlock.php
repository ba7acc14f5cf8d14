<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Foundation\Blocks\Block;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\CopyNotice;
use Largesse\Foundation\Service\Settings;
use Largesse\Promises\Giving\GiftFormPage;
use Largesse\Promises\Giving\GivingNotes;
use Largesse\Promises\Giving\ListView;
use Largesse\Promises\Giving\Purchases;
use Largesse\Promises\Giving\RemainingView;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\ActiveItems;
use Largesse\Registries\Registry\Cover;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Story;
use WP_Block;
use WP_Post;

/** Renders a registry for its guests: the information that the owners entered, and the wishes. */
final class RegistryBlock implements Block {

	/** Maximum length, in characters, of a story that small screens show unfolded: about eight lines on a phone. */
	private const LONG = 280;

	public function __construct(
		private readonly Store $store,
		private readonly GiftFormPage $give,
		private readonly Purchases $purchases
	) {}

	public function render( array $attributes, WP_Block $block ): string {
		if ( is_feed() ) {
			return '';
		}
		$registry   = Registries::of_block(
			(string) ( $attributes['registry'] ?? '' ),
			(int) ( $block->context['postId'] ?? 0 )
		);
		$has_title  = (bool) ( $attributes['showTitle'] ?? true );
		$is_of_page = null !== $registry
			&& is_singular( RegistryPostType::NAME )
			&& get_queried_object_id() === $registry->ID;
		$level      = $is_of_page ? 1 : 2;
		// Without the title, the page's title has level 1.
		$levels = $has_title ? array( $level, $level + 1 ) : array( 0, 2 );
		if ( null !== $registry ) {
			$html = $this->registry( $registry, ...$levels );
		} elseif ( SampleRegistry::is_preview_request( 'registry' ) ) {
			$html = SampleRegistry::html( ...$levels );
		} else {
			return '';
		}
		$class = 'largesse-registry' . ( $has_title ? '' : ' is-untitled' );
		return Template::render(
			'blocks/wrapper',
			array(
				'wrapper' => get_block_wrapper_attributes( array( 'class' => $class ) ),
				'content' => $html,
			)
		);
	}

	/** Renders a registry that the visitor may read. The title's heading level is 0 for no title. */
	private function registry( WP_Post $registry, int $level, int $item_level ): string {
		$is_open    = Registries::is_open( $registry );
		$manage_url = current_user_can( 'edit_post', $registry->ID ) && ! GuestPreview::is_on( $registry )
			? OwnerPage::url( $registry->ID )
			: '';
		$form       = $is_open ? $this->give->html( $registry, $item_level ) : null;
		if ( null !== $form ) {
			return self::header( Registries::title( $registry ), $level ) . self::after_the_day( $registry ) . $form;
		}
		$is_private = 'private' === $registry->post_status && Roles::of( $registry )->is_owner();
		$header     = CopyNotice::html() . GuestPreview::html( $registry );
		if ( ! $is_open ) {
			return $header
				. self::header( Registries::title( $registry ), $level, '', '', $manage_url, $is_private )
				. get_the_password_form( $registry );
		}
		$header .= self::cover( $registry ) . self::header(
			Registries::title( $registry ),
			$level,
			Occasion::of( $registry ),
			Story::html( $registry->post_content ),
			$manage_url,
			$is_private
		);
		/**
		 * Filters the buttons below the header of a registry. Runs only if the visitor may see the registry. Caches may
		 * show the page to everyone, so add nothing personal.
		 *
		 * @param string  $html     HTML of links and forms.
		 * @param WP_Post $registry The registry.
		 */
		$buttons   = (string) apply_filters( 'largesse_below_registry_header', '', $registry );
		$header   .= '' === $buttons ? '' : Template::render(
			'blocks/wrapper',
			array(
				'wrapper' => 'class="largesse-registry__buttons"',
				'content' => $buttons,
			)
		);
		/**
		 * Filters the parts between the header of a registry and its wishes. Runs only if the visitor may see both.
		 *
		 * @param list<string> $parts    HTML, escaped.
		 * @param WP_Post      $registry The registry.
		 */
		$header   .= implode( '', apply_filters( 'largesse_registry_introduction', array(), $registry ) );
		$view       = ListView::from_request();
		$sees_gifts = self::sees_gifts( $registry, $view );
		$remaining  = $sees_gifts
			? RemainingView::for_giving( $registry )
			: RemainingView::for_public_page( $registry );
		/**
		 * Filters the names of options that the page of a registry reads in one query.
		 *
		 * @param list<string> $names Names of options.
		 */
		$options = apply_filters( 'largesse_registry_page_options', array( ...Settings::ALL, Price::CURRENCY ) );
		wp_prime_option_caches( array( ...$options, ...ActiveItems::options( $registry->ID ) ) );
		$items = $remaining->items( $this->store, $registry );
		/**
		 * Filters the part below the wishes of a registry. Runs only if the visitor may see the wishes. Caches may show
		 * the page to everyone, so add nothing personal.
		 *
		 * @param string                     $html     HTML, escaped.
		 * @param WP_Post                    $registry The registry.
		 * @param list<array<string, mixed>> $items    Wishes, as the page shows them.
		 */
		$below = is_wp_error( $items ) ? '' : (string) apply_filters( 'largesse_below_registry', '', $registry, $items );
		return $header . self::after_the_day( $registry ) . match ( true ) {
			is_wp_error( $items ) => WishList::failure( $view, $items ),
			array() === $items    => Template::render( 'guests/no-wishes', compact( 'manage_url' ) ),
			default               => self::seeker_panel( $registry, $view ) . (
				new WishList(
					$view,
					$item_level,
					$remaining,
					$registry,
					GivingNotes::notes( $registry, $view, $this->purchases, $items )
				)
			)->html( $items ),
		} . $below;
	}

	/**
	 * Checks whether the page shows this visitor what guests have given and promised. Visitors who look for a gift see
	 * it, and unless gifts are a surprise, guests with a page that no cache stores. Recipients may see a cached page.
	 */
	private static function sees_gifts( WP_Post $registry, ListView $view ): bool {
		$is_personal = is_user_logged_in() || 'private' === $registry->post_status;
		return $view->is_giving
			|| ( $is_personal && Surprise::of( $registry )->shows_numbers() && ! Roles::of( $registry )->is_recipient() );
	}

	private static function after_the_day( WP_Post $registry ): string {
		return Surprise::of( $registry )->is_over() ? Template::render( 'giving/after-the-day' ) : '';
	}

	/**
	 * Renders the cover picture, which owners choose; '' if there is none. Visitors see the cover first, so browsers
	 * load it with high priority. The page reserves space for the cover.
	 */
	private static function cover( WP_Post $registry ): string {
		$cover = Cover::of( $registry );
		$size  = $cover ? wp_getimagesize( $cover->file ) : false;
		if ( ! $cover || ! $size ) {
			return '';
		}
		return Template::render(
			'guests/cover',
			array(
				'url'    => $cover->url,
				// The text does not describe the picture, because only the owners know what it shows.
				/* translators: %s: title of a registry. */
				'alt'    => sprintf( __( 'Cover picture of “%s”', 'largesse' ), Registries::title( $registry ) ),
				'width'  => $size[0],
				'height' => $size[1],
			)
		);
	}

	/** Renders a header from plain text (title) and HTML; '' if there is nothing to show. Level 0 omits the title. */
	public static function header(
		string $title,
		int $level,
		string $occasion = '',
		string $story = '',
		string $manage_url = '',
		bool $is_private = false
	): string {
		if ( 0 === $level && '' === $occasion . $story . $manage_url ) {
			return '';
		}
		$is_long_story = mb_strlen( trim( wp_strip_all_tags( $story, true ) ) ) > self::LONG;
		return Template::render(
			'guests/header',
			compact( 'title', 'level', 'occasion', 'story', 'is_long_story', 'manage_url', 'is_private' )
		);
	}

	/**
	 * Renders a panel above the wishes that tells guests about a surprise, and owners that this is their list; an empty
	 * text if there is nothing to tell. During a surprise, the page does not show by default which wishes are open,
	 * because an owner may open the page without logging in. Guests follow the panel's link to see them. The panel does
	 * not stop curious owners: they can log out and follow the link, too.
	 */
	private static function seeker_panel( WP_Post $registry, ListView $view ): string {
		$people    = Roles::of( $registry );
		$is_secret = Surprise::of( $registry )->is_secret_now();
		// The preview for editors has its own panel, and shows what guests see.
		$is_preview = GuestPreview::is_on( $registry );
		$own        = $people->is_owner() && ! $is_preview ? __( 'This is your list.', 'largesse' ) . ' ' : '';
		if ( $is_secret && $people->is_recipient() && ( $view->is_giving || ! $is_preview ) ) {
			return self::panel(
				$own . __( 'Your guests’ gifts stay a surprise.', 'largesse' ),
				$is_preview ? $view->query( ListView::GIVING, '' ) : '',
				__( 'Back to the list as guests see it', 'largesse' )
			);
		}
		if ( ! $is_secret ) {
			return '' === $own ? '' : self::panel( __( 'This is your list.', 'largesse' ) );
		}
		return $view->is_giving
			? self::panel(
				$own . __( 'You see which wishes are still open. Psst: the gifts are a surprise.', 'largesse' ),
				$view->query( ListView::GIVING, '' ),
				__( 'Hide what others give', 'largesse' )
			)
			: self::panel(
				$own . __( 'The gifts are a surprise. Do you want to give one? Then see which wishes are still open.', 'largesse' ),
				$view->query( ListView::GIVING, '1' ),
				__( 'I am looking for a gift', 'largesse' ),
				true
			);
	}

	/** Renders a text. If there is a query, adds a link that shows or hides which wishes are open. */
	private static function panel( string $text, string $query = '', string $link = '', bool $is_main = false ): string {
		$id  = 'largesse-looking';
		$url = '' === $query ? '' : "{$query}#{$id}";
		return Template::render( 'guests/gift-seeker-panel', compact( 'id', 'text', 'url', 'link', 'is_main' ) );
	}
}
