<?php
declare( strict_types=1 );

namespace Largesse\Operation\Affiliates;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Format\StoredText;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Pages\Screens\Cell;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use Largesse\Foundation\Service\RuleTexts;
use Largesse\Services;
use Largesse\Operation\Setup\SettingsPage;

/** Screen on which the operator sees and changes the affiliate links of all items in one table, the newest first. */
final class AffiliateScreen {

	public const PAGE = 'largesse-affiliate-links';

	private const CAPABILITY = 'manage_options';

	/** Number of items on a page. PHP accepts only a thousand fields in a form, and each item has three. */
	private const PER_PAGE = 50;

	/** @var list<array<string, mixed>>|null Items, or lines of a refused form. Null if the service does not answer. */
	private ?array $lines = null;

	private bool $has_next = false;

	/** @var array<string, string> Notices above the table, by kind: `error`, `info` or `success`. */
	private array $notices = array();

	public function __construct( private readonly AffiliateForm $form, private readonly Client $client ) {}

	/** Adds the screen to the menu of registries. */
	public static function add_to_menu(): void {
		$title = __( 'Affiliate links', 'largesse' );
		$hook  = add_submenu_page(
			'edit.php?post_type=' . RegistryPostType::NAME,
			$title,
			$title,
			self::CAPABILITY,
			self::PAGE,
			static fn () => Services::get( self::class )->show()
		);
		if ( false !== $hook ) {
			add_action( "load-{$hook}", static fn () => Services::get( self::class )->load() );
		}
	}

	/** Adds a column for administrators. @param list<array<string, mixed>> $items Items of the table. */
	public static function add_column( array $columns, array $items ): array {
		if ( ! current_user_can( self::CAPABILITY ) ) {
			return $columns;
		}
		$statuses = self::statuses();
		$texts    = array();
		foreach ( $items as $item ) {
			$texts[ $item['id'] ] = $statuses[ $item['affiliate_status'] ?? Rules::UNSET_STATUS ] ?? '';
		}
		return $columns + array( __( 'Affiliate link', 'largesse' ) => $texts );
	}

	/** @return array<string, string> Names of all statuses. An item without a status is UNSET_STATUS in forms and searches. */
	public static function statuses(): array {
		return RuleTexts::affiliate_statuses() + array( Rules::UNSET_STATUS => __( 'Not set', 'largesse' ) );
	}

	/** Handles the request before any output, because this method may redirect. */
	public function load(): void {
		// WordPress has already checked the capability. This code checks it again for safety.
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to access this page.', 'largesse' ), 403 );
		}
		$this->form->answer();
		$refused = $this->form->refused();
		if ( null === $refused ) {
			$this->find();
			return;
		}
		// The table of a refused form contains what was not saved.
		$this->lines            = $refused instanceof UnsavedLines
			? $refused->lines
			: AffiliateForm::parse( Submission::from_request() );
		$this->notices['error'] = $refused->message;
	}

	public function show(): void {
		$query = self::query();
		$page  = max( 1, (int) $query['paged'] );
		Template::print(
			'affiliates/screen',
			array(
				'notices'      => $this->notices,
				'settings_url' => null === $this->lines ? SettingsPage::address() : '',
				'rows'         => null === $this->lines ? null : array_map( self::row( ... ), $this->lines ),
				'search'       => $query['s'],
				'status'       => $query['affiliate_status'],
				'statuses'     => self::statuses(),
				'form_id'      => AffiliateForm::FIELD,
				'url'          => self::url(),
				'hidden'       => array(
					'post_type' => RegistryPostType::NAME,
					'page'      => self::PAGE,
				),
				'pages'        => array_filter(
					array(
						__( 'Previous page', 'largesse' ) => $page > 1 ? self::url( array( 'paged' => (string) ( $page - 1 ) ) ) : '',
						__( 'Next page', 'largesse' )     => $this->has_next
							? self::url( array( 'paged' => (string) ( $page + 1 ) ) )
							: '',
					),
					'strlen'
				),
			)
		);
	}

	/** @return array{s: string, affiliate_status: string, paged: string} Parameters of the address; invalid ones are ignored. */
	private static function query(): array {
		$search = (string) preg_replace( '/[\x00-\x1f\x7f]+/', ' ', wp_check_invalid_utf8( Request::parameter( 's' ) ) );
		$status = Request::parameter( 'affiliate_status' );
		return array(
			's'                => mb_substr( trim( $search ), 0, Rules::MAX_SEARCH_CHARS ),
			'affiliate_status' => isset( self::statuses()[ $status ] ) ? $status : '',
			'paged'            => absint( Request::parameter( 'paged' ) ) > 1
				? (string) absint( Request::parameter( 'paged' ) )
				: '',
		);
	}

	/** Returns the unescaped address of the list, with other values of parameters. */
	public static function url( array $other = array() ): string {
		$parameters = array(
			'post_type' => RegistryPostType::NAME,
			'page'      => self::PAGE,
		) + array_filter( array_merge( self::query(), $other ), 'strlen' );
		return admin_url( 'edit.php?' . http_build_query( $parameters, '', '&', PHP_QUERY_RFC3986 ) );
	}

	/** Loads the items of the page, and adds notices. */
	private function find(): void {
		$query      = self::query();
		$registries = self::registries_named( $query['s'] );
		if ( '' !== Request::parameter( 'updated' ) ) {
			$this->notices['success'] = self::changed( absint( Request::parameter( 'updated' ) ) );
		}
		if ( count( $registries ) > Rules::MAX_IDS ) {
			/* translators: %s: a number of registries. */
			$this->notices['info'] = sprintf( __( 'The names of more than %s registries contain this text. Only the newest of these registries were searched.', 'largesse' ), Number::text( Rules::MAX_IDS ) );
		}
		$filters = array(
			'q'                => $query['s'],
			'q_registry_ids'   => array_slice( $registries, 0, Rules::MAX_IDS ),
			'affiliate_status' => $query['affiliate_status'],
			'sort'             => '-id',
			'skip'             => max( 0, (int) $query['paged'] - 1 ) * self::PER_PAGE,
			'limit'            => self::PER_PAGE + 1,
		);
		$found   = $this->client->search_items(
			array_filter( $filters, static fn ( $value ) => '' !== $value && array() !== $value )
		);
		if ( ! is_array( $found ) || ! is_array( $found['items'] ?? null ) ) {
			$error = is_wp_error( $found ) ? $found : ApiError::not_the_service();

			$this->notices['error'] = __( 'Affiliate links cannot be shown or changed now.', 'largesse' )
				. " {$error->get_error_message()}";
			return;
		}
		$this->lines    = array_slice( $found['items'], 0, self::PER_PAGE );
		$this->has_next = count( $found['items'] ) > self::PER_PAGE;
		_prime_post_caches( array_values( array_unique( array_column( $this->lines, 'registry_id' ) ) ), false, false );
	}

	/** @return list<int> Ids of the registries with a text in their names, newest first. The API does not know the names. */
	private static function registries_named( string $text ): array {
		return '' === $text ? array() : get_posts(
			array(
				'post_type'      => RegistryPostType::NAME,
				'post_status'    => get_post_stati(),
				// Adds slashes, because the query removes slashes.
				's'              => wp_slash( StoredText::to_title( $text ) ),
				'sentence'       => true,
				'search_columns' => array( 'post_title' ),
				'posts_per_page' => Rules::MAX_IDS + 1,
				'orderby'        => 'ID',
				'fields'         => 'ids',
			)
		);
	}

	/** Returns a sentence with the number of changed items. */
	public static function changed( int $number ): string {
		/* translators: %s: a number of items. */
		return 0 === $number ? __( 'There was nothing to change.', 'largesse' ) : sprintf( _n( '%s item changed.', '%s items changed.', $number, 'largesse' ), Number::text( $number ) );
	}

	/** @return array<string, mixed> A row for the template. */
	private static function row( array $line ): array {
		$shown = ( $line['typed'] ?? array() ) + $line;
		$item  = array_diff_key( $line, array_flip( array( 'typed', 'problem' ) ) );
		return array(
			'line'     => AffiliateForm::FIELD . "[{$item['id']}]",
			'json'     => (string) wp_json_encode( $item ),
			'name'     => $item['name'],
			'facts'    => array_filter(
				array( (string) $item['retailer'], null === $item['price'] ? '' : Price::of( $item ) ),
				'strlen'
			),
			'registry' => Cell::registry( $item['registry_id'] ),
			'shop'     => Cell::shop( $item ),
			'url'      => (string) $shown['affiliate_url'],
			'status'   => $shown['affiliate_status'] ?? Rules::UNSET_STATUS,
			'problem'  => $line['problem'] ?? '',
		);
	}
}
