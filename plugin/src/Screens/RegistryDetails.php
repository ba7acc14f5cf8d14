<?php
declare( strict_types=1 );

namespace Largesse\Screens;

use Closure;
use Largesse\Format\Price;
use Largesse\Giving\BoughtQuantities;
use Largesse\Giving\Surprise;
use Largesse\Html\Escape;
use Largesse\Http\ServiceErrors;
use Largesse\Links\OwnerPage;
use Largesse\Registry\PlaceholderAddress;
use Largesse\Registry\People;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Store;
use Largesse\Registry\Story;
use WP_Post;
use WP_User;

/**
 * Prints all data of a registry, with links to its page and to its editor. Only co-owners and keepers can be changed
 * here.
 */
final class RegistryDetails {

	public function __construct( private readonly Store $store ) {}

	/**
	 * Prints the registry.
	 *
	 * @param WP_Post $registry The registry, which the user may edit.
	 */
	public function show( WP_Post $registry ): void {
		?>
		<div class="wrap" style="overflow-wrap: anywhere;">
			<h1 class="wp-heading-inline" dir="auto"><?php Escape::echo_escaped( Cell::registry_name( $registry ) ); ?></h1>
			<?php self::links( $registry ); ?>
			<hr class="wp-header-end">
			<table class="form-table" role="presentation">
				<?php
				foreach ( self::facts( $registry ) as list( $label, $html ) ) {
					printf( '<tr><th scope="row">%s</th><td>%s</td></tr>', esc_html( $label ), $html ); // phpcs:ignore WordPress.Security.EscapeOutput -- HTML.
				}
				?>
			</table>
			<?php
			/**
			 * Fires between the details of a registry and its items in wp-admin, to print further sections.
			 *
			 * @param WP_Post $registry The registry, which the user may edit.
			 */
			do_action( 'largesse_registry_sections', $registry );
			?>
			<h2><?php esc_html_e( 'Items', 'largesse' ); ?></h2>
			<?php $this->items( $registry ); ?>
		</div>
		<?php
	}

	/** Prints links to the registry's editor and to its page for guests. */
	private static function links( WP_Post $registry ): void {
		if ( OwnerPage::is_there() ) {
			printf( '<a class="page-title-action" href="%s">%s</a> ', esc_url( OwnerPage::url( $registry->ID ) ), esc_html__( 'Edit this registry', 'largesse' ) );
		}
		printf( '<a class="page-title-action" href="%s">%s</a>', esc_url( (string) get_permalink( $registry ) ), esc_html__( 'View as a guest', 'largesse' ) );
	}

	/**
	 * Returns the registry's fields: labels, each with HTML.
	 *
	 * @return list<array{0: string, 1: string}>
	 */
	private static function facts( WP_Post $registry ): array {
		$story    = Story::plain( $registry->post_content );
		$surprise = Surprise::of( $registry );
		return array(
			array( __( 'Owner', 'largesse' ), self::owner( $registry ) ),
			array( __( 'Visible to', 'largesse' ), Cell::text( Cell::visibility( $registry ) ) ),
			array( __( 'Occasion', 'largesse' ), Cell::text( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true ) ) ),
			array( __( 'Date of the occasion', 'largesse' ), Cell::date( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ) ),
			array( __( 'Names by which it is found', 'largesse' ), Cell::text( (string) get_post_meta( $registry->ID, RegistryMeta::NAMES, true ) ) ),
			array( __( 'Surprise', 'largesse' ), Cell::text( Surprise::label( $surprise->level ) ) ),
			array( __( 'Day on which everything is shown', 'largesse' ), Cell::date( $surprise->day ?? '' ) ),
			array( __( 'Story', 'largesse' ), '' === $story ? Cell::none() : '<div dir="auto" style="white-space: pre-line; max-width: 45rem;">' . Escape::html( $story ) . '</div>' ),
		);
	}

	/** Renders the owner's name. Only administrators see other people's registries here, and therefore other names. */
	private static function owner( WP_Post $registry ): string {
		$owner = get_userdata( (int) $registry->post_author );
		if ( ! $owner instanceof WP_User ) {
			return esc_html__( 'The owner is no longer a user of this site.', 'largesse' );
		}
		$name = get_current_user_id() === $owner->ID ? esc_html__( 'You are the owner.', 'largesse' ) : '<bdi>' . esc_html( $owner->display_name ) . '</bdi>';
		if ( get_current_user_id() !== $owner->ID && current_user_can( 'edit_user', $owner->ID ) ) {
			$name = sprintf( '<a href="%s">%s</a>', esc_url( get_edit_user_link( $owner->ID ) ), $name );
		}
		if ( ! current_user_can( 'edit_others_registries' ) ) {
			return $name;
		}
		return $name . '<p class="description">' . esc_html__( 'To give the registry to somebody else, choose “Quick Edit” in the list of registries.', 'largesse' ) . '</p>';
	}

	/** Prints the items, without pictures: other servers need not know who opens this screen. */
	private function items( WP_Post $registry ): void {
		$items = $this->store->items->for_guests( $registry->ID );
		if ( is_wp_error( $items ) ) {
			echo '<p><strong>' . esc_html( ServiceErrors::cannot_read( $items ) ) . '</strong></p>';
			return;
		}
		if ( ! $items ) {
			echo '<p>' . esc_html__( 'The registry has no items.', 'largesse' ) . '</p>';
			return;
		}
		$headings = array( __( 'Item', 'largesse' ), __( 'Price', 'largesse' ), __( 'Bought', 'largesse' ) );
		/**
		 * Filters additional columns of the items of a registry in wp-admin.
		 *
		 * @param array<string, Closure(array<string, mixed>): string> $columns Functions that return the text of an item's
		 *                                                                      cell, by the heading of its column.
		 */
		$columns  = apply_filters( 'largesse_item_columns', array() );
		$headings = array( ...$headings, ...array_keys( $columns ) );
		echo '<div style="position: relative; overflow-x: auto;"><table class="widefat striped"><thead><tr>';
		foreach ( $headings as $heading ) {
			echo '<th scope="col">' . esc_html( $heading ) . '</th>';
		}
		echo '</tr></thead><tbody>';
		$bought = BoughtQuantities::of( $registry, ! People::of( $registry )->is_recipient() );
		foreach ( $items as $item ) {
			self::item( $item, $bought, $columns );
		}
		echo '</tbody></table></div>';
	}

	/**
	 * Prints an item.
	 *
	 * @param array<string, mixed>                                 $item    The item.
	 * @param BoughtQuantities                                               $bought  Texts about bought items for this user.
	 * @param array<string, Closure(array<string, mixed>): string> $columns Additional columns.
	 */
	private static function item( array $item, BoughtQuantities $bought, array $columns ): void {
		$name  = '<bdi style="overflow-wrap: anywhere;">' . Escape::html( $item['name'] ) . '</bdi>';
		$cells = array(
			PlaceholderAddress::is( $item ) ? $name : sprintf( '<a href="%s" rel="noopener noreferrer">%s</a>', esc_url( $item['url'], array( 'http', 'https' ) ), $name ),
			Cell::text( null === $item['price'] ? '' : Price::text( (float) $item['price'] ) ),
			Cell::text( $bought->text( $item ) ),
			...array_map( static fn ( Closure $text ) => Cell::text( $text( $item ) ), array_values( $columns ) ),
		);
		// phpcs:ignore WordPress.Security.EscapeOutput -- HTML.
		printf( '<tr><th scope="row" style="min-width: 6em;">%s</th><td>%s</td></tr>', $cells[0], implode( '</td><td>', array_slice( $cells, 1 ) ) );
	}
}
