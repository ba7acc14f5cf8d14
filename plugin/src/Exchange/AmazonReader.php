<?php
declare( strict_types=1 );

namespace Largesse\Exchange;

use Largesse\Api\Rules;
use WP_HTML_Tag_Processor;

/**
 * Reads a list of Amazon's: what somebody has copied from its page, in several languages, or the page as a browser saves it.
 */
final class AmazonReader {

	/** The line that ends the description of a product: when it was added to the list. */
	private const ADDED = '/\A(?:item added|added|(?:artikel )?hinzugefügt am|zur liste hinzugefügt|article ajouté|ajouté|(?:articolo )?aggiunto|(?:producto )?(?:añadido|agregado)|(?:artikel )?toegevoegd|(?:produkt )?dodan[oy]|(?:vara )?tillagd|(?:item )?adicionado)\b.{0,60}\d/iu';

	/** How many are wanted. */
	private const WANTED = '/\A(?:quantity|desired|wants|needs|wanted|gewünscht|menge|anzahl|quantité|souhaité|quantità|desiderat[oi]|cantidad|deseado|aantal|gewenst|quantidade|önskat|ilość)(?: ?\([^)]*\))?\s*:?\s*(\d{1,4})\z/iu';

	/** Buttons and the like that stand between two products. */
	private const BUTTON = '/\A(?:see similar(?: items)?|add to (?:cart|basket|list|your list)|buy now|in den (?:einkaufswagen|warenkorb)|ähnliche artikel(?: ansehen)?|(?:see )?all buying options|alle kaufoptionen(?: anzeigen)?|move|delete|remove|share|verschieben|löschen|entfernen|teilen|ajouter au panier|déplacer|supprimer|voir les articles similaires|aggiungi al carrello|sposta|elimina|rimuovi|añadir a la cesta|agregar al carrito|mover|eliminar|in winkelwagen|verplaatsen|verwijderen|add comment.*|kommentar.*hinzufügen|ajouter un commentaire.*|aggiungi commento.*|añadir comentario.*|(?:priority|priorität|priorité|priorità|prioridad|prioriteit)\b.{0,20}|(?:has|vorhanden|reçu|ricevut[oi]|tiene|recibido)\s*:?\s*\d+)\z/iu';

	/** The line behind the name: who makes it, with its department, or its stars. */
	private const BEHIND_NAME = '/\A(?:(?:by|von|de|di|da|door|par|av)\s.*\(.{1,60}\)|[1-5](?:[.,]\d)?\s*(?:out of|von|sur|su|de|van|av|na|étoiles sur)\s*5\b.{0,30})\z/iu';

	/** Most lines that one product takes on the page. */
	private const MOST_LINES = 60;

	/** Tells whether a text was copied from such a page. */
	public static function knows_text( string $text ): bool {
		foreach ( (array) preg_split( '/[\r\n]+/', $text ) as $line ) {
			if ( preg_match( self::ADDED, trim( (string) $line ) ) ) {
				return true;
			}
		}
		return false;
	}

	/** Reads what was copied: the products have no addresses then. */
	public static function read_text( string $text ): FoundFile {
		$found = array();
		$block = array();
		foreach ( (array) preg_split( '/\r\n|\n|\r/', $text ) as $index => $line ) {
			$line = trim( (string) preg_replace( '/[\s\x{200E}\x{200F}]+/u', ' ', (string) $line ) );
			if ( preg_match( self::WANTED, $line, $wanted ) && array() === $block && array() !== $found ) {
				// What follows the date still belongs to the product above.
				$found[] = self::wanted( array_pop( $found ), (int) $wanted[1] );
			} elseif ( preg_match( self::ADDED, $line ) ) {
				$wish  = self::product( $block );
				$found = null === $wish ? $found : array( ...$found, $wish );
				$block = array();
			} elseif ( '' !== $line && ( array() !== $block || ! preg_match( self::BUTTON, $line ) ) ) {
				$block[ $index + 1 ] = $line;
				// What stands above the first product is long, too.
				$block = count( $block ) > self::MOST_LINES ? array_slice( $block, 1, null, true ) : $block;
			}
		}
		return new FoundFile( 'amazon', $found );
	}

	/** Tells whether HTML is such a page. */
	public static function knows_html( string $html ): bool {
		return 1 === preg_match( '/\sid=["\']?itemName_|\sdata-itemid=/i', $html );
	}

	/** Reads the page as a browser saves it. */
	public static function read_html( string $html ): FoundFile {
		$host  = preg_match( '#https?://((?:www\.|smile\.)?amazon\.[a-z.]{2,6})/#i', $html, $named ) ? strtolower( $named[1] ) : 'www.amazon.com';
		$tags  = new WP_HTML_Tag_Processor( $html );
		$items = array();
		$part  = '';
		while ( $tags->next_token() ) {
			if ( count( $items ) > Rules::MAX_FILE_WISHES ) {
				break;
			}
			if ( '#text' === $tags->get_token_name() ) {
				$last = array_key_last( $items );
				if ( '' !== $part && null !== $last && '' !== trim( $tags->get_modifiable_text() ) ) {
					$items[ $last ] += array( $part => trim( $tags->get_modifiable_text() ) );
					$part            = '';
				}
				continue;
			}
			if ( $tags->is_tag_closer() ) {
				continue;
			}
			$part = self::part( $tags, $items, $host );
		}
		$wishes = array();
		foreach ( array_values( $items ) as $index => $item ) {
			$wishes[] = self::listed( $index + 1, $item );
		}
		return new FoundFile( 'amazon', $wishes );
	}

	/**
	 * Notes what a tag says of a product.
	 *
	 * @param list<array<string, string>> $items What was found so far; the last one is added to.
	 * @return string What the text behind the tag says; '' for nothing.
	 */
	private static function part( WP_HTML_Tag_Processor $tags, array &$items, string $host ): string {
		$id = (string) $tags->get_attribute( 'id' );
		if ( 'LI' === $tags->get_tag() && is_string( $tags->get_attribute( 'data-itemid' ) ) ) {
			$price   = (string) $tags->get_attribute( 'data-price' );
			$items[] = is_numeric( $price ) && (float) $price > 0 ? array( 'price' => $price ) : array();
			return '';
		}
		$last = array_key_last( $items );
		if ( null === $last ) {
			return '';
		}
		if ( 'IMG' === $tags->get_tag() ) {
			$items[ $last ] += array( 'image' => (string) $tags->get_attribute( 'src' ) );
		}
		if ( str_starts_with( $id, 'itemName_' ) ) {
			$title           = (string) $tags->get_attribute( 'title' );
			$items[ $last ] += array( 'url' => self::address( (string) $tags->get_attribute( 'href' ), $host ) );
			$items[ $last ] += '' === $title ? array() : array( 'name' => $title );
			return '' === $title ? 'name' : '';
		}
		foreach ( array(
			'itemRequested_' => 'wanted',
			'itemComment_'   => 'comment',
			'itemPrice_'     => 'written',
		) as $prefix => $what ) {
			if ( str_starts_with( $id, $prefix ) ) {
				return $what;
			}
		}
		return '';
	}

	/**
	 * Makes a wish of a product on a saved page.
	 *
	 * @param array<string, string> $item What was found.
	 */
	private static function listed( int $place, array $item ): FoundWish {
		$image    = $item['image'] ?? '';
		$fields   = array(
			'name'            => $item['name'] ?? '',
			'url'             => $item['url'] ?? '',
			'retailer'        => 'Amazon',
			'description'     => $item['comment'] ?? '',
			'image_url'       => preg_match( '#\Ahttps?://#i', $image ) ? $image : '',
			'quantity_needed' => max( 1, (int) ( $item['wanted'] ?? 1 ) ),
		);
		$written  = $item['written'] ?? '';
		$is_price = null !== Amount::number( $written );
		return LooseWish::of( $place, $fields, $is_price ? $written : (string) ( $item['price'] ?? '' ) );
	}

	/** Returns the plain address of a product. */
	private static function address( string $href, string $host ): string {
		if ( preg_match( '#/(?:dp|gp/product)/([A-Z0-9]{10})(?=[/?]|\z)#', $href, $product ) ) {
			$own = preg_match( '#\Ahttps?://([^/]+)/#i', $href, $named ) ? strtolower( $named[1] ) : $host;
			return "https://{$own}/dp/{$product[1]}";
		}
		return preg_match( '#\Ahttps?://#i', $href ) ? $href : '';
	}

	/**
	 * Makes a wish of the lines of a product.
	 *
	 * @param array<int, string> $block Lines by their numbers.
	 */
	private static function product( array $block ): ?FoundWish {
		$place = array_key_first( $block );
		if ( null === $place ) {
			return null;
		}
		$price  = '';
		$wanted = 1;
		$above  = null;
		$named  = false;
		foreach ( $block as $number => $line ) {
			// On top of the first product stands whatever else was copied.
			if ( null !== $above && ! $named && preg_match( self::BEHIND_NAME, $line ) ) {
				$place = $above;
				$named = true;
			}
			$above  = $number;
			$price  = '' === $price && null !== Amount::currency( $line ) && null !== Amount::number( $line ) ? $line : $price;
			$wanted = preg_match( self::WANTED, $line, $found ) ? max( 1, (int) $found[1] ) : $wanted;
		}
		$fields = array(
			'name'            => $block[ $place ],
			'retailer'        => 'Amazon',
			'quantity_needed' => $wanted,
		);
		return LooseWish::of( $place, $fields, $price );
	}

	/**
	 * Returns a wish with how many are wanted.
	 *
	 * @param int $quantity How many.
	 */
	private static function wanted( FoundWish $wish, int $quantity ): FoundWish {
		return new FoundWish( $wish->place, array( 'quantity_needed' => max( 1, $quantity ) ) + $wish->fields, $wish->by, $wish->notes );
	}
}
