<?php
declare( strict_types=1 );

namespace Largesse\Affiliates;

use Largesse\Registry\RegistryPostType;
use Largesse\Service\Rules;

/**
 * Parameters in the address of the screen with affiliate links: search, status, order and page.
 */
final class AffiliateQuery {

	/**
	 * Maximum number of items on a page. PHP accepts only a thousand fields in a form, and each item has three fields.
	 */
	public const MAX_PER_PAGE = 200;

	/** Sort keys of the list. Each value is the name of the key in the API. */
	private const SORTS = array(
		'id'       => 'id',
		'name'     => 'name',
		'registry' => 'registry_id',
		'status'   => 'affiliate_status',
	);

	/**
	 * @param string $search        Search text; empty for none.
	 * @param string $status        Status; empty for all.
	 * @param string $orderby       Sort key.
	 * @param bool   $is_descending Whether the order is descending.
	 * @param int    $page          Page number, from 1.
	 */
	private function __construct(
		public readonly string $search,
		public readonly string $status,
		private readonly string $orderby,
		private readonly bool $is_descending,
		private readonly int $page
	) {}

	/** Reads the parameters of this request. Ignores invalid values. */
	public static function from_request(): self {
		// phpcs:disable WordPress.Security -- Reading a list needs no nonce. Each value is checked here; the text of a search may be any.
		$given   = array_filter( wp_unslash( $_GET ), 'is_string' );
		$search  = preg_replace( '/[\x00-\x1f\x7f]+/', ' ', wp_check_invalid_utf8( $given['s'] ?? '' ) );
		$orderby = $given['orderby'] ?? '';
		// phpcs:enable
		return new self(
			mb_substr( trim( (string) $search ), 0, Rules::MAX_SEARCH_CHARS ),
			AffiliateStatus::is( $given['affiliate_status'] ?? '' ) ? $given['affiliate_status'] : '',
			array_key_exists( $orderby, self::SORTS ) ? $orderby : 'id',
			'desc' === ( $given['order'] ?? '' ),
			max( 1, absint( $given['paged'] ?? 1 ) )
		);
	}

	/**
	 * Returns the unescaped address of the list with these parameters.
	 *
	 * @param array<string, mixed> $other Parameters to change; null removes a parameter.
	 */
	public function url( array $other = array() ): string {
		$parameters = array_merge(
			array(
				'post_type'        => RegistryPostType::NAME,
				'page'             => AffiliateScreen::PAGE,
				's'                => $this->search,
				'affiliate_status' => $this->status,
				'orderby'          => 'id' === $this->orderby && ! $this->is_descending ? '' : $this->orderby,
				'order'            => $this->is_descending ? 'desc' : '',
				'paged'            => $this->page > 1 ? $this->page : '',
			),
			$other
		);
		$given      = array_filter( $parameters, static fn ( $value ) => null !== $value && '' !== $value );
		return admin_url( 'edit.php?' . http_build_query( $given, '', '&', PHP_QUERY_RFC3986 ) );
	}

	/**
	 * Returns the parameters that a search does not change: all except the search text and the page.
	 *
	 * @return array<string, string> Values by name.
	 */
	public function hidden_fields(): array {
		$kept = array(
			'post_type'        => RegistryPostType::NAME,
			'page'             => AffiliateScreen::PAGE,
			'affiliate_status' => $this->status,
			'orderby'          => $this->orderby,
			'order'            => $this->is_descending ? 'desc' : 'asc',
		);
		return array_filter( $kept );
	}

	/**
	 * Returns the parameters for the API.
	 *
	 * @param list<int> $registry_ids Ids of the registries whose names contain the search text.
	 * @return array<string, mixed>
	 */
	public function api_parameters( int $per_page, array $registry_ids ): array {
		$parameters = array(
			'q'                => $this->search,
			'q_registry_ids'   => $registry_ids,
			'affiliate_status' => $this->status,
			'sort'             => ( $this->is_descending ? '-' : '' ) . self::SORTS[ $this->orderby ],
			'skip'             => ( $this->page - 1 ) * $per_page,
			'limit'            => $per_page,
		);
		return array_filter( $parameters, static fn ( $value ) => '' !== $value && array() !== $value );
	}
}
