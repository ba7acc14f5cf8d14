<?php
/**
 * The registries of a member.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Closure;
use Largesse\Blocks\Block;
use Largesse\Blocks\Verbatim;
use Largesse\Pages\PageAddress;
use Largesse\Pages\SampleRegistry;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryItems;
use Largesse\Registry\RegistryPostType;
use Largesse\Rest\RegistryView;
use WP_Block;
use WP_Post;

/**
 * Shows members their registries, and with ?registry= the one that they want to manage. WordPress's own processing
 * of directives is off (see block.json): it would show "&amp;" that somebody typed as "&". What it would print, the
 * parts of the page print themselves.
 */
final class MyRegistriesBlock implements Block {

	/**
	 * Keeps what gives the items.
	 *
	 * @param Closure(): RegistryItems $items Gives the items of registries.
	 */
	public function __construct( private readonly Closure $items ) {}

	/**
	 * Name of the block's folder.
	 */
	public function name(): string {
		return 'my-registries';
	}

	/**
	 * The block as HTML.
	 *
	 * @param array<string, mixed> $attributes What the author of the page set.
	 * @param WP_Block             $block      The block, with its context.
	 */
	public function render( array $attributes, WP_Block $block ): string {
		if ( is_user_logged_in() ) {
			self::forbid_caching();
		}
		ob_start();
		if ( SampleRegistry::is_asked_for( $this->name() ) ) {
			SampleOverview::show();
		} elseif ( ! is_user_logged_in() ) {
			Panel::sign_in( PageAddress::asked_for() );
		} elseif ( self::is_one_asked_for() ) {
			$this->manage();
		} else {
			self::overview();
		}
		$wrapper = get_block_wrapper_attributes( array( 'class' => 'largesse-my-registries largesse-mine' ) );
		$html    = "<div {$wrapper} data-wp-interactive=\"" . esc_attr( ScriptState::STORE ) . '" data-wp-context="{}">' . ob_get_clean() . '</div>';
		return Verbatim::html( $html );
	}

	/**
	 * Prints all registries of the member.
	 */
	private static function overview(): void {
		$user = wp_get_current_user();
		ScriptState::send( PageAddress::asked_for(), null );
		Panel::without_script();
		Overview::show( MembersRegistries::own( $user ), MembersRegistries::inviting( $user ) );
	}

	/**
	 * Prints the registry that is asked for, where the member may manage it.
	 */
	private function manage(): void {
		$registry = Registries::asked();
		$in_trash = $registry ? null : Registries::asked_in_trash();
		if ( $in_trash ) {
			Panel::in_trash( $in_trash );
			return;
		}
		if ( ! $registry || ! current_user_can( 'edit_post', $registry->ID ) ) {
			Panel::not_yours( $registry );
			return;
		}
		$view = RegistryView::of( $registry, ( $this->items )() );
		ScriptState::send( PageAddress::asked_for(), $view );
		Panel::without_script();
		ManageView::show( $view, self::owner( $registry ) );
	}

	/**
	 * Keeps the page of a member out of caches for everybody. WordPress tells browsers and proxies by itself; plugins
	 * that keep pages look for this constant.
	 */
	private static function forbid_caching(): void {
		if ( ! defined( 'DONOTCACHEPAGE' ) ) {
			define( 'DONOTCACHEPAGE', true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- The plugins chose the name.
		}
	}

	/**
	 * Whether the address names a registry.
	 */
	private static function is_one_asked_for(): bool {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Reading a page needs no nonce; it is only compared.
		return '' !== wp_unslash( $_GET[ RegistryPostType::NAME ] ?? '' );
	}

	/**
	 * Name of a registry's owner, where it is somebody else.
	 *
	 * @param WP_Post $registry The registry.
	 */
	private static function owner( WP_Post $registry ): string {
		$owner = get_current_user_id() === (int) $registry->post_author ? null : get_userdata( (int) $registry->post_author );
		return $owner ? $owner->display_name : '';
	}
}
