<?php
declare( strict_types=1 );

namespace Largesse\Affiliates;

use Largesse\Html\Template;
use Largesse\Http\Form;
use Largesse\Http\FormController;
use Largesse\Http\Refusal;
use Largesse\Http\Submission;
use Largesse\Registry\RegistryPostType;
use Largesse\Service\Client;
use Largesse\Service\Rules;
use Largesse\Services;
use Largesse\Setup\SettingsPage;
use WP_Error;

/**
 * Screen on which the operator sees and changes the affiliate links of all items of the site, in one table.
 */
final class AffiliateScreen {

	/** Name of the screen in its address. */
	public const PAGE = 'largesse-affiliate-links';

	/** Name of the screen option. The user meta of this option has the same name. */
	public const PER_PAGE = 'largesse_affiliate_links_per_page';

	/** Name of the form's lines, and action of its nonce. */
	private const LINES = 'largesse_links';

	/** Capability that the screen requires. */
	private const CAPABILITY = 'manage_options';

	private AffiliateQuery $query;

	private AffiliateTable $table;

	/** Why the sent form was not saved, or not completely; null otherwise. */
	private ?Refusal $refused = null;

	public function __construct( private readonly AffiliateChanges $changes, private readonly Client $client ) {}

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
	public static function per_page( mixed $keep, string $option, mixed $value ): int {
		return max( 1, min( AffiliateQuery::MAX_PER_PAGE, (int) $value ) );
	}

	/** Handles the request before any output, because this method may redirect. */
	public function load(): void {
		// WordPress has already checked the capability. This code checks it again for safety.
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to access this page.', 'largesse' ), 403 );
		}
		require_once ABSPATH . 'wp-admin/includes/class-wp-list-table.php';
		$this->query   = AffiliateQuery::from_request();
		$this->table   = new AffiliateTable( $this->client, $this->query, self::PER_PAGE, self::LINES );
		$this->refused = FormController::answer(
			new Form(
				self::LINES,
				static fn ( Submission $sent ): array => AffiliateChanges::parse( $sent->raw( self::LINES ) ),
				$this->save( ... ),
				fn ( array $lines, string $act, int $changed ): string => $this->query->url( array( 'updated' => $changed ) ),
				static fn (): string => self::LINES
			)
		);
		add_screen_option(
			'per_page',
			array(
				'default' => 20,
				'option'  => self::PER_PAGE,
			)
		);
		if ( null === $this->refused ) {
			$this->table->prepare_items();
		} else {
			$this->table->items = $this->refused->typed ?? AffiliateChanges::parse( Submission::from_request()->raw( self::LINES ) );
		}
	}

	public function show(): void {
		Template::print(
			'affiliates/screen',
			array(
				'notices' => null === $this->refused ? $this->notices() : $this->problems( $this->refused ),
				'table'   => null === $this->table->error ? $this->table : null,
				'lines'   => self::LINES,
				'search'  => $this->query->search,
				'url'     => $this->query->url(),
				'hidden'  => $this->query->hidden_fields(),
			)
		);
	}

	/**
	 * Saves the lines of the form. Returns the number of changed items. If a line was not saved, returns a refusal with
	 * all lines that differ from the stored items.
	 *
	 * @param list<array<string, mixed>> $lines Lines of the form.
	 */
	private function save( array $lines ): int|Refusal {
		$changed = $this->changes->save( $lines );
		return array_filter( array_column( $changed, 'problem' ) ) ? new Refusal( 422, '', typed: $changed ) : count( $changed );
	}

	/**
	 * Returns notices about a form that was not saved, or not completely. The table then contains only the lines with
	 * problems.
	 *
	 * @return list<array<string, mixed>> Data of the template `affiliates/notice`.
	 */
	private function problems( Refusal $refused ): array {
		if ( '' !== $refused->message ) {
			return array( self::notice( 'error', $refused->message ) );
		}
		$lines              = $this->table->items;
		$failed             = array_values( array_filter( $lines, static fn ( array $line ): bool => null !== $line['problem'] ) );
		$saved              = array_values( array_filter( $lines, static fn ( array $line ): bool => null === $line['problem'] ) );
		$this->table->items = $failed;
		return array_filter(
			array(
				/* translators: %s: a number of items. */
				$saved ? self::notice( 'success', sprintf( _n( '%s item changed:', '%s items changed:', count( $saved ), 'largesse' ), number_format_i18n( count( $saved ) ) ), $saved ) : null,
				/* translators: %s: a number of items. */
				self::notice( 'error', sprintf( _n( '%s item was not changed:', '%s items were not changed:', count( $failed ), 'largesse' ), number_format_i18n( count( $failed ) ) ), $failed ),
			)
		);
	}

	/**
	 * Returns notices about the result of the last change, and about the list.
	 *
	 * @return list<array<string, mixed>> Data of the template `affiliates/notice`.
	 */
	private function notices(): array {
		$notices = array();
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only selects the number in a notice.
		$updated = isset( $_GET['updated'] ) && is_string( $_GET['updated'] ) ? absint( $_GET['updated'] ) : null;
		if ( null !== $updated ) {
			/* translators: %s: a number of items. */
			$notices[] = self::notice( 'success', 0 === $updated ? __( 'There was nothing to change.', 'largesse' ) : sprintf( _n( '%s item changed.', '%s items changed.', $updated, 'largesse' ), number_format_i18n( $updated ) ) );
		}
		if ( null !== $this->table->error ) {
			$notices[] = array(
				'title' => __( 'Affiliate links cannot be shown or changed now.', 'largesse' ),
				'hint'  => self::hint( $this->table->error ),
				'url'   => SettingsPage::address(),
			) + self::notice( 'error', $this->table->error->get_error_message() );
		}
		if ( $this->table->has_too_many_registries ) {
			/* translators: %s: a number of registries. */
			$notices[] = self::notice( 'info', sprintf( __( 'The names of more than %s registries contain this text. Only the newest of these registries were searched.', 'largesse' ), number_format_i18n( Rules::MAX_IDS ) ) );
		}
		return $notices;
	}

	/**
	 * Returns a notice.
	 *
	 * @param string                     $kind  "error", "info" or "success".
	 * @param list<array<string, mixed>> $lines Lines of the form that the notice lists.
	 * @return array<string, mixed>
	 */
	private static function notice( string $kind, string $text, array $lines = array() ): array {
		return array(
			'kind'  => $kind,
			'text'  => $text,
			'lines' => $lines,
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
