<?php
/**
 * What WordPress edits in the list of registries.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Feature;
use Largesse\Registry\RegistryPostType;

/**
 * Sees to it that Quick Edit and bulk edit in the list of registries change what was chosen, and nothing else. Left
 * alone, WordPress would give a registry to whoever edits its title there, because it finds nobody else who might own
 * one, and would filter a story that nobody edited as if the one who presses the button had written it.
 */
final class ListEdits implements Feature {

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'quick_edit_dropdown_authors_args', array( $this, 'offer_all_members' ) );
		// Before WordPress answers, at 1.
		add_action( 'wp_ajax_inline-save', array( $this, 'keep_owner' ), 0 );
		add_action( 'load-edit.php', array( $this, 'keep_texts' ) );
	}

	/**
	 * Lets every member be chosen as the owner. WordPress looks for stored capabilities, and those to keep registries
	 * are stored for nobody.
	 *
	 * @param array<string, mixed> $users Which users are offered.
	 * @return array<string, mixed>
	 */
	public function offer_all_members( array $users ): array {
		if ( RegistryPostType::NAME === get_current_screen()?->post_type ) {
			unset( $users['capability'] );
		}
		return $users;
	}

	/**
	 * Lets Quick Edit leave the owner as it is where none was chosen, and the texts that it does not show.
	 */
	public function keep_owner(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Missing -- Nothing is done here; WordPress checks it afterwards.
		$registry = isset( $_POST['post_ID'] ) && is_scalar( $_POST['post_ID'] ) ? get_post( absint( $_POST['post_ID'] ) ) : null;
		if ( ! RegistryPostType::is( $registry ) ) {
			return;
		}
		if ( empty( $_POST['post_author'] ) ) {
			$_POST['post_author'] = $registry->post_author;
		}
		// phpcs:enable
		$this->keep_texts();
	}

	/**
	 * Lets what is saved in the list leave stories as they are stored.
	 */
	public function keep_texts(): void {
		add_filter( 'wp_insert_post_data', array( $this, 'with_stored_texts' ), 0, 2 );
	}

	/**
	 * The fields of a registry that is saved, its texts as they are stored.
	 *
	 * @param array<string, mixed> $data What is to be stored, slashed.
	 * @param array<string, mixed> $sent What was sent.
	 * @return array<string, mixed>
	 */
	public function with_stored_texts( array $data, array $sent ): array {
		$registry = get_post( (int) ( $sent['ID'] ?? 0 ) );
		if ( ! RegistryPostType::is( $registry ) ) {
			return $data;
		}
		$texts = array(
			'post_content' => $registry->post_content,
			'post_excerpt' => $registry->post_excerpt,
		);
		return wp_slash( $texts ) + $data;
	}
}
