<?php
declare( strict_types=1 );

namespace Largesse\Screens;

use Closure;
use Largesse\FeatureFields;
use Largesse\Format\Price;
use Largesse\Giving\BoughtQuantities;
use Largesse\Giving\Surprise;
use Largesse\Html\Template;
use Largesse\Http\ServiceErrors;
use Largesse\Links\OwnerPage;
use Largesse\Registry\Occasion;
use Largesse\Registry\PlaceholderAddress;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Roles;
use Largesse\Registry\Store;
use Largesse\Registry\Story;
use WP_Post;

/** Prints all data of a registry, with links to its page and to its editor. */
final class RegistryDetails {

	public function __construct( private readonly Store $store ) {}

	/** Prints the registry. @param WP_Post $registry The registry, which the user may edit. */
	public function show( WP_Post $registry ): void {
		$items    = $this->store->items->for_guests( $registry->ID );
		$surprise = Surprise::of( $registry );
		$owner    = get_userdata( (int) $registry->post_author );
		Template::print(
			'screens/registry-details',
			array(
				'registry' => $registry,
				'name'     => Cell::registry_name( $registry ),
				'edit_url' => OwnerPage::exists() ? OwnerPage::url( $registry->ID ) : '',
				'owner'    => $owner ? $owner : null,
				'facts'    => array(
					__( 'Visible to', 'largesse' )           => Cell::text( Cell::visibility( $registry ) ),
					__( 'Occasion', 'largesse' )             => Cell::text( Occasion::type( $registry ) ),
					__( 'Date of the occasion', 'largesse' ) => Cell::date( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ),
					...array_map( static fn ( string $text ): string => Cell::text( $text ), array_column( FeatureFields::all_texts( $registry ), 'text', 'label' ) ),
					__( 'Surprise', 'largesse' )             => Cell::text( Surprise::label( $surprise->level ) ),
					__( 'Day of the reveal', 'largesse' ) => Cell::date( $surprise->day ?? '' ),
				),
				'story'    => Story::plain( $registry->post_content ),
				'problem'  => is_wp_error( $items ) ? ServiceErrors::unreadable_message( $items ) : '',
				'items'    => is_wp_error( $items ) ? array() : self::items( $registry, $items ),
			)
		);
	}

	/**
	 * Returns the data of the items.
	 *
	 * @param list<array<string, mixed>> $items
	 * @return list<array<string, mixed>> Name, address and cells of each item.
	 */
	private static function items( WP_Post $registry, array $items ): array {
		/**
		 * Filters additional columns of the table of a registry's items in wp-admin.
		 *
		 * @param array<string, Closure(array<string, mixed>): string> $columns Functions by heading. Each gets an item, and returns the text of its cell.
		 */
		$columns           = apply_filters( 'largesse_item_columns', array() );
		$bought_quantities = BoughtQuantities::of( $registry, ! Roles::of( $registry )->is_recipient() );
		$columns           = array(
			__( 'Price', 'largesse' )  => Price::of( ... ),
			__( 'Given', 'largesse' ) => $bought_quantities->text( ... ),
		) + $columns;
		return array_map(
			static fn ( array $item ): array => array(
				'name'  => $item['name'],
				'url'   => PlaceholderAddress::is_without_shop( $item ) ? '' : $item['url'],
				'cells' => array_map( static fn ( Closure $text ): string => Cell::text( $text( $item ) ), $columns ),
			),
			$items
		);
	}
}
