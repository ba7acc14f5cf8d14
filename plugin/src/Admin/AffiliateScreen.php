<?php
/**
 * The screen of affiliate links.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Closure;
use Largesse\Feature;
use Largesse\Registry\RegistryPostType;
use WP_Error;

/**
 * Lets the operator see and change the affiliate links of all items of the site.
 */
final class AffiliateScreen implements Feature {

	/** Name of the screen in addresses. */
	public const PAGE = 'largesse-affiliate-links';

	/** Name of the screen option, and of the user's meta that keeps it. */
	public const PER_PAGE = 'largesse_affiliate_links_per_page';

	/** Most items on a page: PHP takes a thousand fields from one form, and a form has four for each item. */
	public const MAX_PER_PAGE = 200;

	/** Who may use it. */
	private const CAPABILITY = 'manage_options';

	/**
	 * What is looked for.
	 *
	 * @var AffiliateQuery
	 */
	private AffiliateQuery $query;

	/**
	 * The registries of items.
	 *
	 * @var AffiliateRegistries
	 */
	private AffiliateRegistries $registries;

	/**
	 * The table.
	 *
	 * @var AffiliateTable
	 */
	private AffiliateTable $table;

	/**
	 * What was asked for, and what came of it.
	 *
	 * @var AffiliateActions
	 */
	private AffiliateActions $actions;

	/**
	 * Keeps what makes the items, which other screens do not need.
	 *
	 * @param Closure(): AffiliateItems $make_items Makes them.
	 */
	public function __construct( private readonly Closure $make_items ) {}

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_action( 'admin_menu', array( $this, 'add_to_menu' ) );
		add_filter( 'set_screen_option_' . self::PER_PAGE, array( $this, 'per_page' ), 10, 3 );
	}

	/**
	 * Adds the screen to the menu of registries.
	 */
	public function add_to_menu(): void {
		$hook = add_submenu_page(
			'edit.php?post_type=' . RegistryPostType::NAME,
			__( 'Affiliate links', 'largesse' ),
			__( 'Affiliate links', 'largesse' ),
			self::CAPABILITY,
			self::PAGE,
			array( $this, 'show' )
		);
		if ( false !== $hook ) {
			add_action( "load-{$hook}", array( $this, 'load' ) );
		}
	}

	/**
	 * What is kept of the screen option "items per page".
	 *
	 * @param mixed  $keep   What is kept without this filter.
	 * @param string $option Name of the option.
	 * @param mixed  $value  What was typed.
	 */
	public function per_page( mixed $keep, string $option, mixed $value ): int {
		return max( 1, min( self::MAX_PER_PAGE, (int) $value ) );
	}

	/**
	 * Does what is asked before anything is shown, so that it can lead elsewhere.
	 */
	public function load(): void {
		$this->require_capability();
		require_once ABSPATH . 'wp-admin/includes/class-wp-list-table.php';
		$items            = ( $this->make_items )();
		$this->query      = AffiliateQuery::asked();
		$this->registries = new AffiliateRegistries();
		$this->actions    = new AffiliateActions( $items, $this->query, $this->registries );
		$this->table      = new AffiliateTable( $items, $this->query, $this->registries );
		add_screen_option(
			'per_page',
			array(
				'default' => 20,
				'option'  => self::PER_PAGE,
			)
		);
		$this->actions->run();
		if ( null === $this->actions->form ) {
			$this->table->choose( $this->actions->chosen );
			$this->table->prepare_items();
		}
	}

	/**
	 * Shows the screen.
	 */
	public function show(): void {
		echo '<div class="wrap"><h1 class="wp-heading-inline">' . esc_html( $this->actions->form ? $this->actions->form_title : __( 'Affiliate links', 'largesse' ) ) . '</h1>';
		if ( null === $this->actions->form && '' !== $this->query->search ) {
			echo ' <span class="subtitle">';
			/* translators: %s: what was searched for. */
			PlainText::show( sprintf( __( 'Search results for: %s', 'largesse' ), $this->query->search ) );
			echo '</span>';
		}
		echo '<hr class="wp-header-end" />';
		$this->say();
		if ( $this->actions->form ) {
			( $this->actions->form )();
		} elseif ( null === $this->table->error ) {
			$this->show_list();
		}
		echo '</div>';
	}

	/**
	 * Shows the notices.
	 */
	private function say(): void {
		AffiliateNotices::updated();
		if ( '' !== $this->actions->remark ) {
			AffiliateNotices::say( 'warning', $this->actions->remark );
		}
		if ( $this->actions->outcome instanceof AffiliateResult ) {
			AffiliateNotices::result( $this->actions->outcome );
		}
		$error = $this->actions->outcome instanceof WP_Error ? $this->actions->outcome : ( $this->actions->form ? null : $this->table->error );
		if ( $error ) {
			AffiliateNotices::error( $error );
		}
		if ( $this->registries->are_too_many ) {
			/* translators: %s: a number of registries. */
			AffiliateNotices::say( 'info', sprintf( __( 'More than %s registries have this in their names; only the newest of them were searched.', 'largesse' ), number_format_i18n( AffiliateRegistries::MAX_NAMED ) ) );
		}
	}

	/**
	 * Shows the list: one form that searches, and one that changes what was chosen.
	 */
	private function show_list(): void {
		$this->table->views();
		?>
		<form method="get" action="<?php echo esc_url( admin_url( 'edit.php' ) ); ?>">
			<?php $this->query->hidden_fields(); ?>
			<p class="search-box">
				<label class="screen-reader-text" for="largesse-search"><?php esc_html_e( 'Search items', 'largesse' ); ?></label>
				<input type="search" id="largesse-search" name="s" value="<?php PlainText::show( $this->query->search ); ?>" />
				<?php submit_button( __( 'Search items', 'largesse' ), '', '', false ); ?>
			</p>
		</form>
		<form method="post" action="<?php echo esc_url( $this->query->url() ); ?>">
			<?php $this->table->display(); ?>
		</form>
		<?php
	}

	/**
	 * Ends the request of those who may not use the screen. WordPress has refused them already; this does not rely on it.
	 */
	private function require_capability(): void {
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to access this page.', 'largesse' ), 403 );
		}
	}
}
