<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\People\Accounts\Registration;
use Largesse\Foundation\Blocks\Block;
use Largesse\Promises\Giving\Purchases;
use Largesse\Pages\Guests\GuestPreview;
use Largesse\Pages\Guests\SampleRegistry;
use Largesse\Foundation\Html\Escape;
use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\CopyNotice;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Memberships;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use WP_Block;
use WP_Post;
use WP_User;

/**
 * Shows members the list of their registries. If the address contains the parameter `registry`, the block shows the
 * page for managing this registry instead. The script renders all editable parts.
 */
final class MyRegistriesBlock implements Block {

	/** Timeout in seconds for reading a member's gifts; the rest of the page does not need the service. */
	private const TIMEOUT_S = 3;

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Purchases $purchases,
		private readonly AccountForms $account_forms,
		private readonly GiftsPage $gifts_page
	) {}

	public function render( array $attributes, WP_Block $block ): string {
		if ( is_user_logged_in() ) {
			// WordPress itself forbids browsers and proxies to store the page of a member.
			NoCacheHeaders::forbid_plugin_caching();
		}
		ob_start();
		if ( SampleRegistry::is_preview_request( 'my-registries' ) ) {
			Template::print( 'owners/in-editor' );
		} elseif ( ! is_user_logged_in() ) {
			self::show_sign_in();
		} elseif ( Registries::is_named() ) {
			$this->manage();
		} else {
			$this->overview();
		}
		$data = array(
			'wrapper' => get_block_wrapper_attributes( array( 'class' => 'largesse-my-registries largesse-mine' ) ),
			'content' => CopyNotice::html() . ob_get_clean(),
		);
		return Escape::shielded_html( Template::render( 'blocks/wrapper', $data ) );
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
		AccountForms::show_unclaimed_gifts( $user, $purchases );
		$own  = array( ...Memberships::of_author( $user->ID ), ...Memberships::co_owned( $user ) );
		$past = array_filter( $own, RegistryMeta::is_past( ... ) );
		Template::print(
			'owners/overview',
			array(
				'current'    => self::cards( array_diff_key( $own, $past ), 'manage', 'view', 'gifts' ),
				'past'       => self::cards( $past, 'manage', 'view', 'gifts' ),
				'kept'       => self::cards( Memberships::kept( $user ), 'gifts', 'view' ),
				'inviting'   => self::invitations( $user ),
				'gifts'      => MembersGifts::cards( $user ),
				'may_create' => current_user_can( 'publish_registries' ),
				'is_asked'   => '' !== Request::parameter( SharedNames::START_PARAMETER ),
			)
		);
	}

	/** @return list<array<string, mixed>> Cards of the registries to which a member is invited, or which are open to them otherwise. */
	private static function invitations( WP_User $user ): array {
		$invited = array_map(
			static fn ( WP_Post $registry ): array => array( 'registry' => $registry ),
			Memberships::inviting( $user )
		);
		/**
		 * Filters the registries under "You are invited" on My registries.
		 *
		 * @param array<int, array{registry: WP_Post, button?: string, hidden?: array<string, string>}> $invitations By the registry's id; `button` and
		 *        `hidden` are the text and the hidden fields of a form that is sent to this page.
		 * @param WP_User $member The member.
		 */
		$invitations = (array) apply_filters(
			'largesse_invitations',
			array_combine( array_column( array_column( $invited, 'registry' ), 'ID' ), $invited ),
			$user
		);
		return array_map(
			static fn ( array $one ): array => array_intersect_key(
				$one,
				array_flip( array( 'button', 'hidden' ) )
			) + self::cards( array( $one['registry'] ), 'view' )[0],
			array_values( $invitations )
		);
	}

	/** Prints the requested registry if the member may manage it. */
	private function manage(): void {
		$registry = Registries::from_request();
		$in_trash = $registry ? null : Registries::trashed_from_request();
		if ( $in_trash ) {
			self::show_in_trash( $in_trash );
			return;
		}
		$may_edit = $registry && current_user_can( 'edit_post', $registry->ID );
		if ( ! $registry || ( ! $may_edit && ! GiftsPage::may_see( $registry ) ) ) {
			self::show_not_yours( $registry );
			return;
		}
		// Keepers see only the list of gifts.
		if ( ! $may_edit || 'list' === Request::parameter( OwnerPage::GIFTS ) ) {
			ScriptState::send( ScriptState::GIFTS );
			$this->gifts_page->show( $registry );
			return;
		}
		$view = $this->responses->view( $registry );
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
	}

	/** Prints a request to log in. */
	private static function show_sign_in(): void {
		$back = Request::address();
		/**
		 * Filters the notice that asks visitors of the page My registries to sign in.
		 *
		 * @param array{text: string, login: string, register: string} $notice Text, and addresses at which visitors sign in
		 *         and register.
		 */
		$notice = apply_filters(
			'largesse_sign_in_notice',
			array(
				'text'     => __( 'You will find your registries and your invitations here.', 'largesse' ),
				'login'    => Registration::sign_in_url( $back ),
				'register' => Registration::url( $back ),
			)
		);
		self::show_notice(
			__( 'Please sign in', 'largesse' ),
			$notice['text'],
			array( $notice['login'] => __( 'Sign in', 'largesse' ) ) + (
				Registration::is_open() ? array( $notice['register'] => __( 'Create an account', 'largesse' ) ) : array()
			),
			hint: Registration::is_open() ? '' : Registration::closed_note()
		);
	}

	/**
	 * Prints that the visitor cannot manage the registry. Visitors who cannot read the registry do not learn whether it
	 * exists.
	 */
	private static function show_not_yours( ?WP_Post $readable ): void {
		$links = array( OwnerPage::url() => __( 'My registries', 'largesse' ) );
		if ( $readable ) {
			/* translators: %s: title of a registry. */
			$links[ (string) get_permalink( $readable ) ] = str_replace( '%s', Registries::title( $readable ), __( 'View %s', 'largesse' ) );
		}
		self::show_notice(
			__( 'You cannot manage this registry', 'largesse' ),
			__( 'It no longer exists, or it belongs to somebody else. Perhaps you are signed in with another account?', 'largesse' ),
			$links
		);
	}

	/** Prints that a registry is in the trash, with a button to restore it. The visitor may delete the registry. */
	private static function show_in_trash( WP_Post $registry ): void {
		// Passes the address of this page, because not every browser sends a referrer.
		$back = rawurlencode( wp_make_link_relative( OwnerPage::url( $registry->ID ) ) );
		$take = wp_nonce_url( admin_url( "post.php?post={$registry->ID}&action=untrash&_wp_http_referer={$back}" ), "untrash-post_{$registry->ID}" );
		self::show_notice(
			__( 'This registry is in the trash', 'largesse' ),
			/* translators: %s: title of a registry. */
			str_replace( '%s', Registries::title( $registry ), __( 'Nobody can open “%s” now. To continue with it, take it out of the trash, and choose again who may see it.', 'largesse' ) ),
			array(
				$take            => __( 'Take it out of the trash', 'largesse' ),
				OwnerPage::url() => __( 'My registries', 'largesse' ),
			)
		);
	}

	/** @param array<string, string> $links Texts of links by address; the first one is the main button. */
	private static function show_notice( string $heading, string $text, array $links, string $hint = '' ): void {
		Template::print( 'owners/notice', compact( 'heading', 'text', 'links', 'hint' ) );
	}

	/** Prints the page of another feature, if the address asks for one. Returns whether it did. */
	private static function shows_other_page( ?WP_Post $registry, ?array $view ): bool {
		/**
		 * Filters the content of My registries. Features show their own pages with it, if the address asks for them.
		 *
		 * @param string|null               $html     HTML, escaped; null for the usual content.
		 * @param WP_Post|null              $registry The registry in the address, which the user may edit; null for none.
		 * @param array<string, mixed>|null $view     The registry as `GET /registries/{id}` returns it.
		 * @param string                    $owner    Name of the registry's author; '' if the user is the author.
		 */
		$html = apply_filters(
			'largesse_owner_page',
			null,
			$registry,
			$view,
			null === $registry ? '' : self::owner( $registry )
		);
		echo $html ?? ''; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- HTML of a feature.
		return null !== $html;
	}

	/** Returns the name of a registry's author; '' if the visitor is the author. */
	private static function owner( WP_Post $registry ): string {
		$owner = Roles::of( $registry )->is_author() ? null : get_userdata( (int) $registry->post_author );
		return $owner ? $owner->display_name : '';
	}

	private static function visibility( string $status ): string {
		return match ( $status ) {
			'publish' => __( 'Public', 'largesse' ),
			'private' => __( 'Private', 'largesse' ),
			default   => __( 'Draft', 'largesse' ),
		};
	}

	/** Returns "From …" with the author's name; '' if the member is the author, or has no role on the registry. */
	private static function owner_name( WP_Post $registry ): string {
		$owner = self::owner( $registry );
		/* translators: %s: name of a person. */
		return '' !== $owner && Roles::of( $registry )->is_named() ? str_replace( '%s', $owner, __( 'From %s', 'largesse' ) ) : '';
	}

	/**
	 * Returns cards for the template `owners/registry-cards`.
	 *
	 * @param array<WP_Post> $registries
	 * @param string         ...$ways    Links of each card: `manage`, `view` and `gifts`, the main one first.
	 */
	private static function cards( array $registries, string ...$ways ): array {
		$cards = array();
		foreach ( $registries as $registry ) {
			$links   = array(
				'manage' => array( OwnerPage::url( $registry->ID ) => __( 'Manage', 'largesse' ) ),
				'view'   => array( (string) get_permalink( $registry ) => __( 'View', 'largesse' ) ),
				'gifts'  => array( OwnerPage::gifts_url( $registry->ID ) => __( 'Gifts', 'largesse' ) ),
			);
			$facts   = array(
				self::owner_name( $registry ),
				Occasion::type( $registry ),
				Occasion::date( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ),
			);
			if ( in_array( 'manage', $ways, true ) ) {
				/**
				 * Filters the facts about a registry on My registries.
				 *
				 * @param list<string> $facts    Texts; may be empty.
				 * @param WP_Post      $registry The registry.
				 */
				$facts = (array) apply_filters( 'largesse_overview_facts', $facts, $registry );
			}
			$cards[] = array(
				'name'  => Registries::title_or_untitled( $registry ),
				'facts' => array_filter( $facts, 'strlen' ),
				'badge' => in_array( 'manage', $ways, true ) ? self::visibility( $registry->post_status ) : '',
				'links' => array_merge( ...array_map( static fn ( string $way ): array => $links[ $way ], $ways ) ),
			);
		}
		return $cards;
	}
}
