<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use Largesse\Blocks\Block;
use Largesse\Format\Price;
use Largesse\Giving\GiftFormPage;
use Largesse\Giving\ListView;
use Largesse\Giving\OwnGiftNotes;
use Largesse\Giving\Purchases;
use Largesse\Giving\RemainingQuantities;
use Largesse\Giving\Surprise;
use Largesse\Html\Template;
use Largesse\Links\OwnerPage;
use Largesse\Registry\ActiveItems;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Roles;
use Largesse\Registry\Store;
use Largesse\Service\Settings;
use WP_Block;
use WP_Post;

/** Renders a registry for its guests: the information that the owners entered, and the wishes. */
final class RegistryBlock implements Block {

	public function __construct(
		private readonly Store $store,
		private readonly GiftFormPage $give,
		private readonly Purchases $purchases
	) {}

	public function render( array $attributes, WP_Block $block ): string {
		if ( is_feed() ) {
			return '';
		}
		$registry   = Registries::of_block( (string) ( $attributes['registry'] ?? '' ), (int) ( $block->context['postId'] ?? 0 ) );
		$has_title  = (bool) ( $attributes['showTitle'] ?? true );
		$is_of_page = null !== $registry && is_singular( RegistryPostType::NAME ) && get_queried_object_id() === $registry->ID;
		$level      = $is_of_page ? 1 : 2;
		// Without the title, the page's title has level 1.
		$levels = $has_title ? array( $level, $level + 1 ) : array( 0, 2 );
		if ( null !== $registry ) {
			$html = $this->registry( $registry, ...$levels );
		} elseif ( SampleRegistry::is_preview_request( 'registry' ) ) {
			$html = self::sample( ...$levels );
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
		$manage_url = current_user_can( 'edit_post', $registry->ID ) && ! GuestPreview::is_on( $registry ) ? OwnerPage::url( $registry->ID ) : '';
		$form       = $is_open ? $this->give->html( $registry, $item_level ) : null;
		if ( null !== $form ) {
			return RegistryHeader::html( Registries::title( $registry ), $level ) . self::after_the_day( $registry ) . $form;
		}
		$header = GuestPreview::html( $registry ) . ( $is_open ? RegistryHeader::cover( $registry ) : '' ) . RegistryHeader::of( $registry, $level, $is_open, $manage_url );
		if ( ! $is_open ) {
			return $header . get_the_password_form( $registry );
		}
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
		$remaining  = $sees_gifts ? RemainingQuantities::for_giving( $registry ) : RemainingQuantities::for_public_page( $registry );
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
			default               => GiftSeekerPanel::html( $registry, $view ) . ( new WishList( $view, $item_level, $remaining, $registry, OwnGiftNotes::notes( $registry, $view, $this->purchases ) ) )->html( $items ),
		} . $below;
	}

	/**
	 * Checks whether the page shows this visitor what guests have given and promised. Visitors who look for a gift see
	 * it, and unless gifts are a surprise, guests with a page that no cache stores. Recipients may see a cached page.
	 */
	private static function sees_gifts( WP_Post $registry, ListView $view ): bool {
		$is_personal = is_user_logged_in() || 'private' === $registry->post_status;
		return $view->is_giving || ( $is_personal && ! Surprise::of( $registry )->is_secret_now() && ! Roles::of( $registry )->is_recipient() );
	}

	private static function after_the_day( WP_Post $registry ): string {
		return Surprise::of( $registry )->is_over() ? Template::render( 'giving/after-the-day' ) : '';
	}

	/** Renders a sample for the editor if there is no registry. */
	private static function sample( int $level, int $item_level ): string {
		$list = new WishList( new ListView(), $item_level, RemainingQuantities::plain() );
		return RegistryHeader::html( SampleRegistry::title(), $level, SampleRegistry::occasion(), SampleRegistry::story() ) . $list->html( SampleRegistry::items() );
	}
}
