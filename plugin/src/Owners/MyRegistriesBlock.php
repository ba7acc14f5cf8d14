<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Closure;
use Largesse\Blocks\Block;
use Largesse\Giving\Purchases;
use Largesse\Guests\GuestPreview;
use Largesse\Guests\SampleRegistry;
use Largesse\Html\FilterShield;
use Largesse\Html\Template;
use Largesse\Http\NoCacheHeaders;
use Largesse\Http\Request;
use Largesse\Links\OwnerPage;
use Largesse\Registry\Memberships;
use Largesse\Registry\Registries;
use Largesse\Registry\Roles;
use Largesse\Registry\Store;
use WP_Block;
use WP_Post;

/**
 * Shows members the list of their registries. If the address contains the parameter `registry`, the block shows the
 * page for managing this registry instead. The script renders all editable parts.
 */
final class MyRegistriesBlock implements Block {

	/** Timeout in seconds for reading a member's gifts; the rest of the page does not need the service. */
	private const TIMEOUT_S = 3;

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases,
		private readonly AccountForms $account_forms
	) {}

	public function name(): string {
		return 'my-registries';
	}

	public function render( array $attributes, WP_Block $block ): string {
		if ( is_user_logged_in() ) {
			// WordPress itself forbids browsers and proxies to store the page of a member.
			NoCacheHeaders::forbid_plugin_caching();
		}
		ob_start();
		if ( SampleRegistry::is_preview_request( $this->name() ) ) {
			Template::print( 'owners/in-editor' );
		} elseif ( ! is_user_logged_in() ) {
			PageNotices::sign_in( Request::address() );
		} elseif ( Registries::is_named() ) {
			$this->manage();
		} else {
			$this->overview();
		}
		$data = array(
			'wrapper' => get_block_wrapper_attributes( array( 'class' => 'largesse-my-registries largesse-mine' ) ),
			'content' => (string) ob_get_clean(),
		);
		return FilterShield::html( Template::render( 'blocks/wrapper', $data ) );
	}

	private function overview(): void {
		$user = wp_get_current_user();
		if ( self::shows_other_page( null, null ) ) {
			return;
		}
		$purchases = $this->purchases->with_timeout( self::TIMEOUT_S );
		ScriptState::send( ScriptState::OVERVIEW );
		Template::print( 'owners/without-script', array( 'links' => array() ) );
		$this->account_forms->show_result();
		AccountForms::show_confirmation( $user );
		/** Fires on My registries above the lists of registries. */
		do_action( 'largesse_before_overview' );
		UnclaimedGifts::show( $user, $purchases );
		Overview::show( Memberships::of_author( $user->ID ), Memberships::co_owned( $user ), Memberships::kept( $user ), Memberships::inviting( $user ), MembersGifts::cards( $user, $purchases ) );
	}

	/** Prints the requested registry if the member may manage it. */
	private function manage(): void {
		$registry = Registries::from_request();
		$in_trash = $registry ? null : Registries::trashed_from_request();
		if ( $in_trash ) {
			PageNotices::in_trash( $in_trash );
			return;
		}
		$may_edit = $registry && current_user_can( 'edit_post', $registry->ID );
		if ( ! $registry || ( ! $may_edit && ! GiftsPage::may_see( $registry ) ) ) {
			PageNotices::not_yours( $registry );
			return;
		}
		// Keepers see only the list of gifts.
		if ( ! $may_edit || GiftsPage::is_requested() ) {
			ScriptState::send( ScriptState::GIFTS );
			GiftsView::show( $registry, VisibleGifts::of( $registry, $this->store, $this->purchases ) );
			return;
		}
		$view = RegistryView::of( $registry, $this->store, $this->purchases );
		if ( self::shows_other_page( $registry, $view ) ) {
			return;
		}
		ScriptState::send( ScriptState::REGISTRY, $view, self::owner( $registry ) );
		Template::print(
			'owners/manage',
			array(
				'id'        => $registry->ID,
				'title'     => $view['title'],
				'guest_url' => GuestPreview::url( $registry ),
				'gifts_url' => OwnerPage::gifts_url( $registry->ID ),
			)
		);
		Template::print( 'owners/below-settings', array( 'id' => $registry->ID ) );
	}

	/** Prints the page of another feature, if the address asks for one. Returns whether it did. */
	private static function shows_other_page( ?WP_Post $registry, ?array $view ): bool {
		/**
		 * Filters the function that prints the content of My registries. Features print their own pages with it.
		 *
		 * @param Closure|null              $page     Function that prints the content; null for the usual content.
		 * @param WP_Post|null              $registry The registry in the address, which the user may edit; null for none.
		 * @param array<string, mixed>|null $view     The registry as `GET /registries/{id}` returns it.
		 * @param string                    $owner    Name of the registry's author; '' if the user is the author.
		 */
		$page = apply_filters( 'largesse_owner_page', null, $registry, $view, null === $registry ? '' : self::owner( $registry ) );
		if ( $page instanceof Closure ) {
			$page();
		}
		return $page instanceof Closure;
	}

	/** Returns the name of a registry's author; '' if the visitor is the author. */
	private static function owner( WP_Post $registry ): string {
		$owner = Roles::of( $registry )->is_author() ? null : get_userdata( (int) $registry->post_author );
		return $owner ? $owner->display_name : '';
	}
}
