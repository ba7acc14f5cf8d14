<?php
declare( strict_types=1 );

namespace Largesse\Affiliates;

use Largesse\Html\Template;
use Largesse\Registry\RegistryPostType;
use Largesse\Service\Rules;
use Largesse\Services;
use Largesse\Setup\SettingsPage;
use WP_Error;

/**
 * Screen on which the operator sees and changes the affiliate links of all items of the site.
 */
final class AffiliateScreen {

	/** Name of the screen in its address. */
	public const PAGE = 'largesse-affiliate-links';

	/** Name of the screen option. The user meta of this option has the same name. */
	public const PER_PAGE = 'largesse_affiliate_links_per_page';

	/** Capability that the screen requires. */
	private const CAPABILITY = 'manage_options';

	private AffiliateQuery $query;

	private AffiliateEditor $editor;

	private AffiliateTable $table;

	/** Adds the screen to the menu of registries. */
	public static function add_to_menu(): void {
		$hook = add_submenu_page(
			'edit.php?post_type=' . RegistryPostType::NAME,
			__( 'Affiliate links', 'largesse' ),
			__( 'Affiliate links', 'largesse' ),
			self::CAPABILITY,
			self::PAGE,
			static fn () => Services::get( self::class )->show()
		);
		if ( false !== $hook ) {
			add_action( "load-{$hook}", static fn () => Services::get( self::class )->load() );
		}
	}

	/**
	 * Returns the value to store for the screen option "items per page", limited to MAX_PER_PAGE.
	 *
	 * @param mixed $keep  Value without this filter.
	 * @param mixed $value Typed value.
	 */
	public function per_page( mixed $keep, string $option, mixed $value ): int {
		return max( 1, min( AffiliateQuery::MAX_PER_PAGE, (int) $value ) );
	}

	/** Handles the request before any output, because this method may redirect. */
	public function load(): void {
		// WordPress has already checked the capability. This code checks it again for safety.
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to access this page.', 'largesse' ), 403 );
		}
		require_once ABSPATH . 'wp-admin/includes/class-wp-list-table.php';
		$items        = Services::get( AffiliateItems::class );
		$this->query  = AffiliateQuery::from_request();
		$this->editor = new AffiliateEditor( $items, $this->query );
		$this->table  = new AffiliateTable( $items, $this->query, self::PER_PAGE );
		add_screen_option(
			'per_page',
			array(
				'default' => 20,
				'option'  => self::PER_PAGE,
			)
		);
		$this->editor->handle_request();
		if ( '' === $this->editor->title ) {
			$this->table->chosen = $this->editor->chosen;
			$this->table->prepare_items();
		}
	}

	public function show(): void {
		$is_list = '' === $this->editor->title;
		Template::print(
			'affiliates/screen',
			array(
				'title'   => $is_list ? __( 'Affiliate links', 'largesse' ) : $this->editor->title,
				'notices' => $this->notices(),
				'form'    => $is_list ? null : $this->editor->form(),
				'table'   => $is_list && null === $this->table->error ? $this->table : null,
				'search'  => $is_list ? $this->query->search : '',
				'url'     => $this->query->url(),
				'hidden'  => $this->query->hidden_fields(),
			)
		);
	}

	/**
	 * Returns notices about the results of changes and about errors.
	 *
	 * @return list<array<string, mixed>> Data of the template `affiliates/notice`.
	 */
	private function notices(): array {
		$notices = $this->editor->notices;
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only selects the number in a notice.
		$updated = isset( $_GET['updated'] ) && is_string( $_GET['updated'] ) ? absint( $_GET['updated'] ) : null;
		if ( null !== $updated ) {
			/* translators: %s: a number of items. */
			$text = 0 === $updated ? __( 'There was nothing to change.', 'largesse' ) : sprintf( _n( '%s item changed.', '%s items changed.', $updated, 'largesse' ), number_format_i18n( $updated ) );
			array_unshift( $notices, self::notice( 'success', $text ) );
		}
		$error = $this->editor->error ?? $this->table->error;
		if ( null !== $error ) {
			$notices[] = array(
				'title' => __( 'Affiliate links cannot be shown or changed now.', 'largesse' ),
				'hint'  => self::hint( $error ),
				'url'   => SettingsPage::address(),
			) + self::notice( 'error', $error->get_error_message() );
		}
		if ( $this->table->has_too_many_registries ) {
			/* translators: %s: a number of registries. */
			$text      = sprintf( __( 'The names of more than %s registries contain this text. Only the newest of these registries were searched.', 'largesse' ), number_format_i18n( Rules::MAX_IDS ) );
			$notices[] = self::notice( 'info', $text );
		}
		return $notices;
	}

	/**
	 * Returns a notice of one sentence.
	 *
	 * @param string $kind "error", "info", "success" or "warning".
	 * @return array<string, mixed>
	 */
	private static function notice( string $kind, string $text ): array {
		return array(
			'kind'  => $kind,
			'text'  => $text,
			'lines' => array(),
		);
	}

	/** Returns advice for the operator about an error of the service; empty if there is no advice. */
	private static function hint( WP_Error $error ): string {
		return match ( $error->get_error_data()['status'] ?? null ) {
			null     => '',
			401, 403 => __( 'The account that this site uses must belong to an administrator, and the gateway key must be correct.', 'largesse' ),
			404, 422 => __( 'The address is wrong.', 'largesse' ),
			default  => __( 'Trying again later may help.', 'largesse' ),
		};
	}
}
