<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Largesse\Foundation\Format\Csv;
use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\NoCacheHeaders;
use Largesse\Foundation\Http\Request;
use Largesse\Pages\Owners\GiftsPage;
use Largesse\Promises\Giving\BoughtView;
use Largesse\Promises\Giving\Purchases;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\AnyNumber;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Story;

/** Writes a registry as JSON with everything, as a table (CSV), or as a page to print, which also contains the JSON. */
final class ExportFile {

	/** Media type of each format. */
	public const TYPES = array(
		'json' => 'application/json; charset=utf-8',
		'csv'  => 'text/csv; charset=utf-8',
		'html' => 'text/html; charset=utf-8',
	);

	/** Columns of the table. All are fields of a wish. `currency` is the site's if the wish has none. */
	private const COLUMNS = array(
		'name',
		'url',
		'retailer',
		'price',
		'currency',
		'quantity_needed',
		'quantity_purchased',
		'description',
		'image_url',
		'heading',
		'most_wanted',
	);

	public function __construct(
		private readonly Store $store,
		private readonly Purchases $purchases
	) {}

	/** Sends the requested file. The links are on the page My registries, and work without scripts. */
	public function answer(): void {
		$format   = Request::parameter( ImportPage::EXPORT );
		$registry = is_page() && isset( self::TYPES[ $format ] ) ? Registries::from_request() : null;
		if ( null === $registry || ! GiftsPage::may_see( $registry ) ) {
			// The page shows the error.
			return;
		}
		NoCacheHeaders::send_headers();
		$exported = ExportedRegistry::for_visitor( $registry, $this->store, $this->purchases );
		if ( is_wp_error( $exported ) ) {
			wp_safe_redirect( GiftsPage::url_after( $registry, GiftsPage::FAILED ) );
			exit;
		}
		header( 'Content-Type: ' . self::TYPES[ $format ] );
		header( 'Content-Disposition: attachment; filename="' . self::name( $exported, $format ) . '"' );
		header( 'X-Content-Type-Options: nosniff' );
		echo self::of( $exported, $format, BoughtView::of( $registry, ! Roles::of( $registry )->is_recipient() ) ); // phpcs:ignore WordPress.Security.EscapeOutput -- The output is a file, not a page.
		exit;
	}

	/**
	 * @param array<string, mixed> $exported See ExportedRegistry.
	 * @param BoughtView           $bought   Quantities that the reader may know.
	 */
	public static function of( array $exported, string $format, BoughtView $bought ): string {
		return match ( $format ) {
			'csv'   => self::csv( $exported ),
			'html'  => self::page( $exported, $bought ),
			default => wp_json_encode( $exported, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES ) . "\n",
		};
	}

	/** Returns the file name: plain title, and date. */
	public static function name( array $exported, string $format ): string {
		$title = substr(
			(string) preg_replace( '/[^a-z0-9]+/', '-', strtolower( remove_accents( $exported['registry']['title'] ) ) ),
			0,
			60
		);
		$title = trim( $title, '-' );
		return ( '' === $title ? 'registry' : $title ) . '-' . wp_date( 'Y-m-d' ) . ".{$format}";
	}

	private static function csv( array $exported ): string {
		$added = array_keys( array_merge( array(), ...array_column( $exported['wishes'], 'fields' ) ) );
		$lines = array( array( ...self::COLUMNS, ...$added ) );
		foreach ( $exported['wishes'] as $wish ) {
			$price   = null === $wish['price']
				? ''
				: str_replace( '.', Price::decimal_point(), (string) wp_json_encode( $wish['price'] ) );
			$cells   = array(
				'price'       => $price,
				'currency'    => '' === $price ? null : $wish['currency'] ?? $exported['currency'],
				'most_wanted' => $wish['most_wanted'] ? 'yes' : '',
			);
			if ( $wish[ AnyNumber::FIELD ] ?? false ) {
				$cells['quantity_needed'] = AnyNumber::WORD;
			}
			$cells  += $wish + ( $wish['fields'] ?? array() );
			$lines[] = array_map( static fn ( string $column ): string => (string) ( $cells[ $column ] ?? '' ), $lines[0] );
		}
		return Csv::of( $lines, Price::decimal_point() );
	}

	/**
	 * Renders a self-contained page. It has no scripts, and loads nothing from other sites, so pictures are links. It also
	 * contains the data for an import as JSON.
	 */
	private static function page( array $exported, BoughtView $bought ): string {
		$registry = $exported['registry'];
		$facts    = array_filter(
			array( Occasion::translated( (string) $registry['event_type'] ), Occasion::day( (string) $registry['event_date'] ) ),
			'strlen'
		);
		$story    = 'html' === $registry['story_format'] ? Story::plain( $registry['story'] ) : $registry['story'];
		return Template::render(
			'exchange/export-page',
			array(
				'language' => str_replace( '_', '-', determine_locale() ),
				'title'    => $registry['title'],
				'facts'    => $facts,
				'story'    => '' === trim( $story ) ? '' : $story,
				'about'    => $registry['about'] ?? array(),
				'lists'    => self::lists( $exported['wishes'], $bought ),
				'gifts'    => array_map( self::gift( ... ), $exported['gifts'] ?? array() ),
				'element'  => SharedNames::EXPORT_DATA_ID,
				// With these flags, text in the JSON cannot end the element or begin a comment.
				'json'     => (string) wp_json_encode(
					$exported,
					JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES
				),
			)
		) . "\n";
	}

	/** @return list<array{heading: string, wishes: list<array<string, mixed>>}> The first list has no heading. */
	private static function lists( array $wishes, BoughtView $bought ): array {
		$lists = array( '' => array() );
		foreach ( $wishes as $wish ) {
			$lists[ (string) $wish['heading'] ][] = self::wish( $wish, $bought );
		}
		return array_map(
			static fn (
				int|string $heading,
				array $wishes
			): array => array( 'heading' => (string) $heading ) + compact( 'wishes' ),
			array_keys( $lists ),
			$lists
		);
	}

	private static function wish( array $wish, BoughtView $bought ): array {
		return array(
			'name'        => (string) $wish['name'],
			'url'         => self::link_target( (string) $wish['url'] ),
			'facts'       => array_filter(
				array(
					$wish['most_wanted'] ? __( 'Most wanted', 'largesse' ) : '',
					Price::of( $wish ),
					(string) $wish['retailer'],
					$bought->text( AnyNumber::from_file( $wish ) ),
				),
				'strlen'
			),
			'description' => '' === trim( (string) $wish['description'] ) ? '' : (string) $wish['description'],
			'picture'     => self::link_target( (string) $wish['image_url'] ),
		);
	}

	private static function gift( array $gift ): array {
		return array(
			'wish'    => $gift['wish'],
			'facts'   => array_filter(
				array(
					// Gifts that other features add to a file have no amount.
					isset( $gift['amount'] ) ? Price::amount( $gift['amount'], $gift ) : '',
					$gift['quantity'] > 1 ? Number::text( $gift['quantity'] ) . ' ×' : '',
					(string) $gift['who'],
					Occasion::day( (string) $gift['given_on'] ),
					$gift['is_secret'] ? __( 'Secret', 'largesse' ) : '',
				),
				'strlen'
			),
			'message' => (string) $gift['message'],
		);
	}

	/** Returns the address if it is a web address. For any other text, such as a script, returns an empty text. */
	private static function link_target( string $url ): string {
		return 1 === preg_match( '#^https?://#i', $url ) ? $url : '';
	}
}
