<?php
declare( strict_types=1 );

namespace Largesse\Affiliates;

use Largesse\Format\Price;
use Largesse\Format\TitleText;
use Largesse\Html\Template;
use Largesse\Http\Form;
use Largesse\Http\FormController;
use Largesse\Http\Refusal;
use Largesse\Http\Submission;
use Largesse\Registry\RegistryPostType;
use Largesse\Screens\Cell;
use Largesse\Service\ApiError;
use Largesse\Service\Client;
use Largesse\Service\Rules;
use Largesse\Services;
use Largesse\Setup\SettingsPage;

/**
 * Screen on which the operator sees and changes the affiliate links of all items of the site, in one table. The newest
 * items come first.
 */
final class AffiliateScreen {

	/** Name of the screen in its address. */
	public const PAGE = 'largesse-affiliate-links';

	/** Name of the form's lines, and action of its nonce. */
	private const LINES = 'largesse_links';

	/** Capability that the screen requires. */
	private const CAPABILITY = 'manage_options';

	/** Number of items on a page. PHP accepts only a thousand fields in a form, and each item has three. */
	private const PER_PAGE = 50;

	/** Search text; empty for none. */
	private string $search;

	/** Status that the items have; empty for any. */
	private string $status;

	/** Page number, from 1. */
	private int $page;

	/**
	 * Items or, after a refused form, lines of AffiliateChanges. Null if the service does not answer.
	 *
	 * @var list<array<string, mixed>>|null
	 */
	private ?array $lines = null;

	private bool $has_next = false;

	/**
	 * Notices above the table. `lines` are lines of the form, each with its `problem`; `url` leads to the settings.
	 *
	 * @var list<array{kind: string, text: string, lines: list<array<string, mixed>>, url: string}>
	 */
	private array $notices = array();

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

	/** Handles the request before any output, because this method may redirect. */
	public function load(): void {
		// WordPress has already checked the capability. This code checks it again for safety.
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to access this page.', 'largesse' ), 403 );
		}
		$this->read_address();
		$refused = FormController::answer(
			new Form(
				self::LINES,
				static fn ( Submission $sent ): array => AffiliateChanges::parse( $sent->raw( self::LINES ) ),
				$this->save( ... ),
				fn ( array $lines, string $act, int $changed ): string => $this->url( array( 'updated' => (string) $changed ) ),
				static fn (): string => self::LINES
			)
		);
		if ( null === $refused ) {
			$this->find();
		} else {
			$this->show_refused( $refused );
		}
	}

	public function show(): void {
		Template::print(
			'affiliates/screen',
			array(
				'notices'  => $this->notices,
				'rows'     => null === $this->lines ? null : array_map( self::row( ... ), $this->lines ),
				'lines'    => self::LINES,
				'search'   => $this->search,
				'status'   => $this->status,
				'url'      => $this->url(),
				'hidden'   => array(
					'post_type' => RegistryPostType::NAME,
					'page'      => self::PAGE,
				),
				'previous' => $this->page > 1 ? $this->url( array( 'paged' => (string) ( $this->page - 1 ) ) ) : '',
				'next'     => $this->has_next ? $this->url( array( 'paged' => (string) ( $this->page + 1 ) ) ) : '',
			)
		);
	}

	/** Reads the parameters in the address of this request. Ignores invalid values. */
	private function read_address(): void {
		// phpcs:disable WordPress.Security -- Reading a list needs no nonce. Each value is checked here; the text of a search may be any.
		$given   = array_filter( wp_unslash( $_GET ), 'is_string' );
		$search  = preg_replace( '/[\x00-\x1f\x7f]+/', ' ', wp_check_invalid_utf8( $given['s'] ?? '' ) );
		$updated = $given['updated'] ?? null;
		// phpcs:enable
		$this->search = mb_substr( trim( (string) $search ), 0, Rules::MAX_SEARCH_CHARS );
		$this->status = AffiliateStatus::is( $given['affiliate_status'] ?? '' ) ? $given['affiliate_status'] : '';
		$this->page   = max( 1, absint( $given['paged'] ?? 1 ) );
		if ( null !== $updated ) {
			$updated = absint( $updated );
			/* translators: %s: a number of items. */
			$this->add_notice( 'success', 0 === $updated ? __( 'There was nothing to change.', 'largesse' ) : sprintf( _n( '%s item changed.', '%s items changed.', $updated, 'largesse' ), number_format_i18n( $updated ) ) );
		}
	}

	/**
	 * Returns the unescaped address of the list.
	 *
	 * @param array<string, string> $other Other values of parameters.
	 */
	private function url( array $other = array() ): string {
		$parameters = array(
			'post_type'        => RegistryPostType::NAME,
			'page'             => self::PAGE,
			's'                => $this->search,
			'affiliate_status' => $this->status,
			'paged'            => $this->page > 1 ? (string) $this->page : '',
		);
		return admin_url( 'edit.php?' . http_build_query( array_filter( array_merge( $parameters, $other ), 'strlen' ), '', '&', PHP_QUERY_RFC3986 ) );
	}

	/** Loads the items of the page, or adds a notice with the error. */
	private function find(): void {
		$registries = $this->registries_named();
		if ( count( $registries ) > Rules::MAX_IDS ) {
			/* translators: %s: a number of registries. */
			$this->add_notice( 'info', sprintf( __( 'The names of more than %s registries contain this text. Only the newest of these registries were searched.', 'largesse' ), number_format_i18n( Rules::MAX_IDS ) ) );
		}
		$query = array(
			'q'                => $this->search,
			'q_registry_ids'   => array_slice( $registries, 0, Rules::MAX_IDS ),
			'affiliate_status' => $this->status,
			'sort'             => '-id',
			'skip'             => ( $this->page - 1 ) * self::PER_PAGE,
			'limit'            => self::PER_PAGE + 1,
		);
		$found = $this->client->search_items( array_filter( $query, static fn ( $value ) => '' !== $value && array() !== $value ) );
		if ( ! is_array( $found ) || ! is_array( $found['items'] ?? null ) ) {
			$error = is_wp_error( $found ) ? $found : ApiError::not_the_service();
			$this->add_notice( 'error', __( 'Affiliate links cannot be shown or changed now.', 'largesse' ) . " {$error->get_error_message()}", url: SettingsPage::address() );
			return;
		}
		$this->lines    = array_slice( $found['items'], 0, self::PER_PAGE );
		$this->has_next = count( $found['items'] ) > self::PER_PAGE;
		_prime_post_caches( array_values( array_unique( array_column( $this->lines, 'registry_id' ) ) ), false, false );
	}

	/**
	 * Finds the registries whose names contain the search text, newest first. The API does not know the names.
	 *
	 * @return list<int> Ids of the registries.
	 */
	private function registries_named(): array {
		return '' === $this->search ? array() : get_posts(
			array(
				'post_type'      => RegistryPostType::NAME,
				'post_status'    => get_post_stati(),
				// Adds slashes, because the query removes slashes.
				's'              => wp_slash( TitleText::encode( $this->search ) ),
				'sentence'       => true,
				'search_columns' => array( 'post_title' ),
				'posts_per_page' => Rules::MAX_IDS + 1,
				'orderby'        => 'ID',
				'fields'         => 'ids',
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

	/** Shows a form that was not saved, or not completely. The table then contains only the lines with problems. */
	private function show_refused( Refusal $refused ): void {
		$lines = $refused->typed ?? AffiliateChanges::parse( Submission::from_request()->raw( self::LINES ) );
		if ( '' !== $refused->message ) {
			$this->lines = $lines;
			$this->add_notice( 'error', $refused->message );
			return;
		}
		$this->lines = array_values( array_filter( $lines, static fn ( array $line ): bool => null !== $line['problem'] ) );
		$saved       = array_values( array_filter( $lines, static fn ( array $line ): bool => null === $line['problem'] ) );
		if ( $saved ) {
			/* translators: %s: a number of items. */
			$this->add_notice( 'success', sprintf( _n( '%s item changed:', '%s items changed:', count( $saved ), 'largesse' ), number_format_i18n( count( $saved ) ) ), $saved );
		}
		/* translators: %s: a number of items. */
		$this->add_notice( 'error', sprintf( _n( '%s item was not changed:', '%s items were not changed:', count( $this->lines ), 'largesse' ), number_format_i18n( count( $this->lines ) ) ), $this->lines );
	}

	/**
	 * Adds a notice.
	 *
	 * @param string                     $kind  "error", "info" or "success".
	 * @param list<array<string, mixed>> $lines Lines of the form that the notice lists.
	 * @param string                     $url   Address of the settings; '' for none.
	 */
	private function add_notice( string $kind, string $text, array $lines = array(), string $url = '' ): void {
		$this->notices[] = compact( 'kind', 'text', 'lines', 'url' );
	}

	/**
	 * Returns a row for the template.
	 *
	 * @param array<string, mixed> $line An item, or a line from AffiliateChanges.
	 * @return array<string, mixed>
	 */
	private static function row( array $line ): array {
		$shown = ( $line['typed'] ?? array() ) + $line;
		$item  = array_diff_key( $line, array_flip( array( 'typed', 'problem' ) ) );
		return array(
			'line'     => self::LINES . "[{$item['id']}]",
			'json'     => (string) wp_json_encode( $item ),
			'name'     => $item['name'],
			'facts'    => array_filter( array( (string) $item['retailer'], null === $item['price'] ? '' : Price::of( $item ) ), 'strlen' ),
			'registry' => Cell::registry( $item['registry_id'] ),
			'shop'     => Cell::shop( $item ),
			'url'      => (string) $shown['affiliate_url'],
			'status'   => AffiliateStatus::of( $shown ),
			'problem'  => (string) ( $line['problem'] ?? '' ),
		);
	}
}
