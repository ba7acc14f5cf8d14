<?php
declare( strict_types=1 );

namespace Largesse\Pages\Screens;

use Largesse\FeatureFields;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Errors;
use Largesse\Promises\Giving\BoughtView;
use Largesse\Promises\Giving\Surprise;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Story;
use Largesse\Registries\Registry\Wish;
use WP_Post;

/**
 * Shows a registry instead of WordPress's editor, with a link to the page My registries. This page is the only editor.
 * If there were two editors, each could overwrite the changes of the other.
 */
final class RegistryScreen {

	public function __construct( private readonly Store $store ) {}

	/**
	 * Adds the callback that replaces the editor. WordPress applies the filter `replace_editor` twice, and calls this
	 * method in between. The callback prints the screen, and the first time would be too early for output.
	 */
	public function prepare(): void {
		add_filter( 'replace_editor', array( $this, 'replace_editor' ), 10, 2 );
	}

	/** Disables the block editor for registries. @param mixed $is_used Whether the block editor is used so far. */
	public static function disable_block_editor( mixed $is_used, mixed $type ): mixed {
		return RegistryPostType::NAME === $type ? false : $is_used;
	}

	/** Shows the registry, which the user may edit, unless another plugin has already replaced the editor. */
	public function replace_editor( mixed $is_replaced, mixed $post ): mixed {
		if ( true === $is_replaced || ! $post instanceof WP_Post || ! RegistryPostType::is( $post ) ) {
			return $is_replaced;
		}
		require_once ABSPATH . 'wp-admin/admin-header.php';
		$this->show( $post );
		return true;
	}

	/** Prints all data of a registry, which the user may edit, with links to its page and to its editor. */
	private function show( WP_Post $registry ): void {
		$list     = OpenedList::of_visitor( $registry );
		$items    = null === $list ? array() : $this->store->items->for_reader( $list );
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
					__( 'Date of the occasion', 'largesse' ) => Cell::date(
						(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true )
					),
					...array_map(
						static fn ( string $text ): string => Cell::text( $text ),
						array_column( FeatureFields::all_texts( $registry ), 'text', 'label' )
					),
					__( 'Surprise', 'largesse' )             => Cell::text( Surprise::label( $surprise->level ) ),
					__( 'Day of the reveal', 'largesse' ) => Cell::date( $surprise->day ?? '' ),
				),
				'none'     => Cell::text( '' ),
				'story'    => Story::plain( $registry->post_content ),
				'problem'  => is_wp_error( $items ) ? Errors::unreadable_message( $items ) : '',
				'items'    => is_wp_error( $items ) ? array() : self::items( $registry, $items ),
			)
		);
	}

	/** @return list<array<string, mixed>> Name, address and cells of each item. */
	private static function items( WP_Post $registry, array $items ): array {
		/**
		 * Filters additional columns of the table of a registry's items in wp-admin.
		 *
		 * @param array<string, array<int, string>> $columns Texts of the cells by id of the item, by heading.
		 * @param list<array<string, mixed>>        $items   Items as the API returns them to the user.
		 */
		$more              = apply_filters( 'largesse_item_columns', array(), $items );
		$bought = BoughtView::of( $registry, ! Roles::of( $registry )->is_recipient() );
		return array_map(
			static fn ( array $item ): array => array(
				'name'  => $item['name'],
				'url'   => Wish::visible_address( $item ),
				'cells' => array_map(
					Cell::text( ... ),
					array(
						__( 'Price', 'largesse' )  => Price::of( $item ),
						__( 'Given', 'largesse' ) => $bought->text( $item ),
					) + array_map( static fn ( array $texts ): string => $texts[ $item['id'] ] ?? '', $more )
				),
			),
			$items
		);
	}

	/**
	 * Redirects "Add New" to the form for a new registry. If the page My registries does not exist, redirects to the
	 * list, which explains the problem.
	 */
	public static function redirect_to_form(): void {
		if ( RegistryPostType::NAME !== get_current_screen()?->post_type ) {
			return;
		}
		wp_safe_redirect( OwnerPage::form_url() );
		exit;
	}

	/**
	 * Makes the link "Edit" in the list open the page My registries. The name of a registry still links to the screen
	 * that shows the registry.
	 *
	 * @param array<string, string> $actions HTML of the links by name.
	 */
	public static function link_rows_to_editor( array $actions, mixed $post ): array {
		if ( $post instanceof WP_Post && RegistryPostType::is( $post ) && isset( $actions['edit'] ) ) {
			$actions['edit'] = Template::render(
				'screens/link',
				array(
					'url'   => OwnerPage::url( $post->ID ),
					/* translators: %s: title of a registry. */
					'label' => str_replace( '%s', Cell::registry_name( $post ), __( 'Edit “%s”', 'largesse' ) ),
					'text'  => __( 'Edit', 'largesse' ),
				)
			);
		}
		return $actions;
	}
}
