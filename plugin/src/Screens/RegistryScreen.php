<?php
declare( strict_types=1 );

namespace Largesse\Screens;

use Largesse\Html\Template;
use Largesse\Links\OwnerPage;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Shows a registry where WordPress would edit it, and leads to the one place where it is edited: the page My
 * registries. Two editors of one thing lose what is typed in the other.
 */
final class RegistryScreen {

	public function __construct( private readonly RegistryDetails $details ) {}

	/**
	 * Replaces the editor on the screen of a post. Not before: WordPress asks the filter also where nothing may be printed
	 * yet.
	 */
	public function prepare(): void {
		add_filter( 'replace_editor', array( $this, 'replace_editor' ), 10, 2 );
	}

	/**
	 * Keeps the block editor away from registries.
	 *
	 * @param mixed $is_used Whether it is used so far.
	 * @param mixed $type    Post type.
	 */
	public function use_no_block_editor( mixed $is_used, mixed $type ): mixed {
		return RegistryPostType::NAME === $type ? false : $is_used;
	}

	/**
	 * Shows the registry in the place of an editor.
	 *
	 * @param mixed $is_replaced Whether something else is shown already.
	 * @param mixed $post        What is asked for; the user may edit it.
	 */
	public function replace_editor( mixed $is_replaced, mixed $post ): mixed {
		if ( true === $is_replaced || ! $post instanceof WP_Post || ! RegistryPostType::is( $post ) ) {
			return $is_replaced;
		}
		require_once ABSPATH . 'wp-admin/admin-header.php';
		$this->details->show( $post );
		return true;
	}

	/** Leads whoever wants to add a registry to the form that makes one; without it, to the list, which says why. */
	public function lead_to_form(): void {
		if ( RegistryPostType::NAME !== get_current_screen()?->post_type ) {
			return;
		}
		wp_safe_redirect( OwnerPage::url() . ( OwnerPage::is_there() ? '#largesse-create' : '' ) );
		exit;
	}

	/**
	 * Lets "Edit" in the list lead to where a registry is edited. Its name leads to the screen that shows it.
	 *
	 * @param array<string, string> $actions HTML of the links by name.
	 * @param mixed                 $post    What the row is about.
	 * @return array<string, string>
	 */
	public function lead_rows_to_page( array $actions, mixed $post ): array {
		if ( $post instanceof WP_Post && RegistryPostType::is( $post ) && isset( $actions['edit'] ) && OwnerPage::is_there() ) {
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
