<?php
declare( strict_types=1 );

namespace Largesse\Screens;

use Largesse\Html\Template;
use Largesse\Links\OwnerPage;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Shows a registry instead of WordPress's editor, with a link to the page My registries. This page is the only editor.
 * If there were two editors, each could overwrite the changes of the other.
 */
final class RegistryScreen {

	public function __construct( private readonly RegistryDetails $details ) {}

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

	/**
	 * Shows the registry instead of an editor.
	 *
	 * @param mixed $is_replaced Whether another plugin has already replaced the editor.
	 * @param mixed $post        The post, which the user may edit.
	 */
	public function replace_editor( mixed $is_replaced, mixed $post ): mixed {
		if ( true === $is_replaced || ! $post instanceof WP_Post || ! RegistryPostType::is( $post ) ) {
			return $is_replaced;
		}
		require_once ABSPATH . 'wp-admin/admin-header.php';
		$this->details->show( $post );
		return true;
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
	 * @param mixed                 $post    Post of the row.
	 * @return array<string, string>
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
