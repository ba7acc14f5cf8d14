<?php
declare( strict_types=1 );

namespace Largesse\Affiliates;

use Largesse\Html\Escape;
use Largesse\Registry\RegistryPostType;
use Largesse\Service\Rules;
use Largesse\Services;
use Largesse\Setup\SettingsPage;
use WP_Error;

/**
 * Lets the operator see and change the affiliate links of all items of the site.
 */
final class AffiliateScreen {

	/** Name of the screen option, and of the user's meta that keeps it. */
	public const PER_PAGE = 'largesse_affiliate_links_per_page';

	/** Capability that the screen asks for. */
	private const CAPABILITY = 'manage_options';

	private AffiliateQuery $query;

	private AffiliateEditor $editor;

	private AffiliateTable $table;

	/** Adds the screen to the menu of registries. */
	public function add_to_menu(): void {
		$hook = add_submenu_page(
			'edit.php?post_type=' . RegistryPostType::NAME,
			__( 'Affiliate links', 'largesse' ),
			__( 'Affiliate links', 'largesse' ),
			self::CAPABILITY,
			AffiliateQuery::PAGE,
			array( $this, 'show' )
		);
		if ( false !== $hook ) {
			add_action( "load-{$hook}", array( $this, 'load' ) );
		}
	}

	/**
	 * Returns what is kept of the screen option "items per page".
	 *
	 * @param mixed $keep  What is kept without this filter.
	 * @param mixed $value What was typed.
	 */
	public function per_page( mixed $keep, string $option, mixed $value ): int {
		return max( 1, min( AffiliateQuery::MAX_PER_PAGE, (int) $value ) );
	}

	/** Does what is asked before anything is shown, so that it can lead elsewhere. */
	public function load(): void {
		// WordPress has refused them already; this does not rely on it.
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

	/** Prints the screen. */
	public function show(): void {
		$is_list = '' === $this->editor->title;
		echo '<div class="wrap"><h1 class="wp-heading-inline">' . esc_html( $is_list ? __( 'Affiliate links', 'largesse' ) : $this->editor->title ) . '</h1>';
		if ( $is_list && '' !== $this->query->search ) {
			echo ' <span class="subtitle">';
			/* translators: %s: what was searched for. */
			Escape::echo_escaped( sprintf( __( 'Search results for: %s', 'largesse' ), $this->query->search ) );
			echo '</span>';
		}
		echo '<hr class="wp-header-end" />';
		$this->show_notices();
		if ( ! $is_list ) {
			$this->editor->show();
		} elseif ( null === $this->table->error ) {
			$this->show_list();
		}
		echo '</div>';
	}

	/** Prints what became of changes, and why there is nothing to see. */
	private function show_notices(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only says how many.
		$updated = isset( $_GET['updated'] ) && is_string( $_GET['updated'] ) ? absint( $_GET['updated'] ) : null;
		if ( null !== $updated ) {
			/* translators: %s: a number of items. */
			$text = 0 === $updated ? __( 'Nothing had to be changed.', 'largesse' ) : sprintf( _n( '%s item changed.', '%s items changed.', $updated, 'largesse' ), number_format_i18n( $updated ) );
			self::show_notice( 'success', '<p>' . esc_html( $text ) . '</p>' );
		}
		foreach ( $this->editor->notices as list( $kind, $html ) ) {
			self::show_notice( $kind, $html );
		}
		$error = $this->editor->error ?? $this->table->error;
		if ( null !== $error ) {
			self::show_notice( 'error', self::explain( $error ) );
		}
		if ( $this->table->has_too_many_registries ) {
			/* translators: %s: a number of registries. */
			$text = sprintf( __( 'More than %s registries have this in their names; only the newest of them were searched.', 'largesse' ), number_format_i18n( Rules::MAX_IDS ) );
			self::show_notice( 'info', '<p>' . esc_html( $text ) . '</p>' );
		}
	}

	/** Explains why the service gave nothing, and where that can be mended, as HTML. */
	private static function explain( WP_Error $error ): string {
		$status = $error->get_error_data()['status'] ?? null;
		$hint   = match ( $status ) {
			null     => '',
			401, 403 => __( 'The account of this site has to be an administrator’s, and the gateway key the right one.', 'largesse' ),
			404, 422 => __( 'Either the address is wrong, or the service is older than this plugin.', 'largesse' ),
			default  => __( 'Trying again later may help.', 'largesse' ),
		};
		return sprintf(
			'<p><strong>%s</strong> %s</p><p>%s</p><p><a href="%s">%s</a></p>',
			esc_html__( 'Affiliate links cannot be shown or changed now.', 'largesse' ),
			esc_html( $error->get_error_message() ),
			esc_html( $hint ),
			esc_url( SettingsPage::address() ),
			esc_html__( 'Check the settings of Largesse', 'largesse' )
		);
	}

	/**
	 * Prints a notice; one that reports a fault is read out at once.
	 *
	 * @param string $kind "error", "info", "success" or "warning".
	 */
	private static function show_notice( string $kind, string $html ): void {
		printf(
			'<div class="notice notice-%s" role="%s">%s</div>',
			esc_attr( $kind ),
			'error' === $kind ? 'alert' : 'status',
			$html // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- HTML.
		);
	}

	/** Prints the list: one form that searches, and one that changes what was chosen. */
	private function show_list(): void {
		$this->table->views();
		?>
		<form method="get" action="<?php echo esc_url( admin_url( 'edit.php' ) ); ?>">
			<?php $this->query->hidden_fields(); ?>
			<p class="search-box">
				<label class="screen-reader-text" for="largesse-search"><?php esc_html_e( 'Search items', 'largesse' ); ?></label>
				<input type="search" id="largesse-search" name="s" value="<?php Escape::echo_escaped( $this->query->search ); ?>" />
				<?php submit_button( __( 'Search items', 'largesse' ), '', '', false ); ?>
			</p>
		</form>
		<form method="post" action="<?php echo esc_url( $this->query->url() ); ?>">
			<?php $this->table->display(); ?>
		</form>
		<?php
	}
}
