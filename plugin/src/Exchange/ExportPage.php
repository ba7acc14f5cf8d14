<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Format\Price;
use Largesse\Giving\BoughtQuantities;
use Largesse\Html\SharedNames;
use Largesse\Html\Template;
use Largesse\Registry\AnyNumber;
use Largesse\Registry\EventDate;
use Largesse\Registry\Occasion;
use Largesse\Registry\Story;

/**
 * Renders a registry as a self-contained page. The page has no scripts, and loads nothing from other sites, so pictures
 * are links. The page also contains the data for an import as JSON.
 */
final class ExportPage {

	/** Renders the page. @param array<string, mixed> $exported See ExportedRegistry. */
	public static function of( array $exported, ?BoughtQuantities $bought_quantities ): string {
		$registry = $exported['registry'];
		$facts    = array_filter( array( Occasion::translated( (string) $registry['event_type'] ), EventDate::day( (string) $registry['event_date'] ) ) );
		$story    = 'html' === $registry['story_format'] ? Story::plain( $registry['story'] ) : $registry['story'];
		return Template::render(
			'exchange/export-page',
			array(
				'language' => str_replace( '_', '-', determine_locale() ),
				'title'    => $registry['title'],
				'facts'    => $facts,
				'story'    => '' === trim( $story ) ? '' : $story,
				'sizes'    => $registry['sizes'] ?? array(),
				'lists'    => self::lists( $exported['wishes'], $bought_quantities ),
				'gifts'    => array_map( self::gift( ... ), $exported['gifts'] ?? array() ),
				'element'  => SharedNames::EXPORT_DATA_ID,
				// With these flags, text in the JSON cannot end the element or begin a comment.
				'json'     => (string) wp_json_encode( $exported, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES ),
			)
		) . "\n";
	}

	/**
	 * Returns the wishes by their headings. The first list is for wishes without a heading.
	 *
	 * @param list<array<string, mixed>> $wishes            The wishes.
	 * @param BoughtQuantities|null      $bought_quantities Quantities of bought items that the reader may know.
	 * @return list<array{heading: string, wishes: list<array<string, mixed>>}>
	 */
	private static function lists( array $wishes, ?BoughtQuantities $bought_quantities ): array {
		$lists = array(
			array(
				'heading' => '',
				'wishes'  => array(),
			),
		);
		$above = null;
		foreach ( $wishes as $wish ) {
			if ( $above !== $wish['heading'] ) {
				$above   = $wish['heading'];
				$lists[] = array(
					'heading' => (string) $above,
					'wishes'  => array(),
				);
			}
			$lists[ count( $lists ) - 1 ]['wishes'][] = self::wish( $wish, $bought_quantities );
		}
		return $lists;
	}

	/** @return array<string, mixed> A wish for the template. */
	private static function wish( array $wish, ?BoughtQuantities $bought_quantities ): array {
		return array(
			'name'        => (string) $wish['name'],
			'url'         => self::link_target( (string) $wish['url'] ),
			'facts'       => array_filter( array( $wish['most_wanted'] ? __( 'Most wanted', 'largesse' ) : '', Price::of( $wish ), (string) $wish['retailer'], $bought_quantities?->text( AnyNumber::from_file( $wish ) ) ?? BoughtQuantities::number( AnyNumber::from_file( $wish ) ) ) ),
			'description' => '' === trim( (string) $wish['description'] ) ? '' : (string) $wish['description'],
			'picture'     => self::link_target( (string) $wish['image_url'] ),
		);
	}

	/** @return array<string, mixed> A gift for the template. */
	private static function gift( array $gift ): array {
		return array(
			'wish'    => $gift['wish'],
			'facts'   => array_filter( array( $gift['quantity'] > 1 ? number_format_i18n( $gift['quantity'] ) . ' ×' : '', (string) $gift['who'], EventDate::day( (string) $gift['given_on'] ), $gift['is_secret'] ? __( 'Secret', 'largesse' ) : '' ) ),
			'message' => (string) $gift['message'],
		);
	}

	/** Returns the address if it is a web address. For any other text, such as a script, returns an empty text. */
	private static function link_target( string $url ): string {
		return 1 === preg_match( '#^https?://#i', $url ) ? $url : '';
	}
}
