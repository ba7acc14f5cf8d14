<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\AnyNumber;
use Largesse\Registries\Registry\ImportWish;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\Wish;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;

/** Adds the wishes of a file that a registry does not have. Each import checks the registry, so it can be repeated. */
final class Importer {

	/** Code of the error if the wishes of a registry could not be read. */
	public const UNREAD = 'largesse_unread';

	/** Results: the wish would be added, is there already, breaks a rule, was added, or was not tried (send it again). */
	public const IS_NEW  = ImportPlan::IS_NEW;
	public const THERE   = ImportPlan::THERE;
	public const WRONG   = ImportPlan::WRONG;
	public const ADDED   = 'added';
	public const WAITING = 'waiting';

	public function __construct( private readonly Store $store ) {}

	/**
	 * Returns the result for each wish without changing anything. `nth` is the position among equal wishes in the file,
	 * from 1. `$nths` contains these positions, unless `$wishes` are all wishes of the file.
	 *
	 * @param list<ImportWish> $wishes
	 * @param WP_Post|null     $registry Target of the wishes; null for a new registry.
	 * @param list<int>|null   $nths
	 * @return list<array{state: string, nth: int, problems: array<string, string>}>|WP_Error
	 */
	public function plan( array $wishes, ?WP_Post $registry, ?array $nths = null ): array|WP_Error {
		$items = null === $registry ? array() : $this->current_items( $registry );
		if ( is_wp_error( $items ) ) {
			return $items;
		}
		$plan = ImportPlan::of(
			$wishes,
			null === $registry ? array() : self::count_equal( $items ),
			Rules::MAX_ACTIVE_ITEMS - count( $items ),
			$nths
		);
		return array_map(
			static fn ( array $planned ): array => array(
				'state'    => $planned['state'],
				'nth'      => $planned['nth'],
				'problems' => $planned['is_full'] ? array( 'wishes' => self::is_full() ) : self::messages( $planned['broken'] ),
			),
			$plan
		);
	}

	private static function is_full(): string {
		/* translators: %s: a number. */
		return sprintf( __( 'The registry is full: it can hold at most %s wishes.', 'largesse' ), Number::text( Rules::MAX_ACTIVE_ITEMS ) );
	}

	/**
	 * Describes a file for the import page, with the expected results. The page sends the wishes back unchanged.
	 *
	 * @return array{registry: array<string, mixed>, wishes: list<array<string, mixed>>, counts: array<string, int>}|WP_Error
	 */
	public function view( ImportFile $file, ?WP_Post $registry ): array|WP_Error {
		$plan = $this->plan( $file->wishes, $registry );
		if ( is_wp_error( $plan ) ) {
			return $plan;
		}
		$wish = static fn ( ImportWish $wish, array $planned ): array => array(
			'place'  => $wish->place,
			'by'     => $wish->by,
			'fields' => $wish->fields,
		) + array_filter( array( 'price_text' => Price::of( $wish->fields ) ) ) + $planned;
		return array(
			'registry' => array(
				'title'    => is_string( $file->registry['title'] ?? null ) ? $file->registry['title'] : '',
				'problems' => (object) FieldError::messages( $file->registry_problems() ),
			),
			'wishes'   => array_map( $wish, $file->wishes, $plan ),
			'counts'   => array_count_values( array_column( $plan, 'state' ) ) + array_fill_keys(
				array( self::IS_NEW, self::THERE, self::WRONG ),
				0
			),
		);
	}

	/**
	 * Adds the missing wishes. Only one process at a time adds wishes to a registry. The result for each wish has the id
	 * of the item, or 0. Returns an error if a failure occurred before any wish was added.
	 *
	 * @param list<ImportWish> $wishes
	 * @param list<int>        $nth    Position of each wish among equal wishes in the file, from 1.
	 * @return list<array{state: string, id: int, problems: array<string, string>}>|WP_Error
	 */
	public function add( WP_Post $registry, array $wishes, array $nth ): array|WP_Error {
		return Records::locked( "import_{$registry->ID}", fn () => $this->add_locked( $registry, $wishes, $nth ) );
	}

	private function add_locked( WP_Post $registry, array $wishes, array $nth ): array|WP_Error {
		$plan = $this->plan( $wishes, $registry, $nth );
		if ( is_wp_error( $plan ) ) {
			return $plan;
		}
		$results = array();
		$added   = array();
		foreach ( $plan as $index => $planned ) {
			if ( self::IS_NEW === $planned['state'] ) {
				$added[ $index ] = self::item( $wishes[ $index ] );
			}
			$results[] = array(
				'state'    => self::IS_NEW === $planned['state'] ? self::WAITING : $planned['state'],
				'id'       => 0,
				'problems' => $planned['problems'],
			);
		}
		$answers = $this->store->items->add_all( $registry->ID, $added );
		$this->group( $registry, $wishes, array_filter( $answers, 'is_array' ) );
		foreach ( $answers as $index => $answer ) {
			if ( is_array( $answer ) ) {
				$results[ $index ]['state'] = self::ADDED;
				$results[ $index ]['id']    = $answer['id'];
				continue;
			}
			$error = is_wp_error( $answer ) ? Errors::after_change( $answer ) : null;
			if ( Errors::FIELDS === $error?->get_error_code() ) {
				$problems = (array) ( $error->get_error_data()['fields'] ?? array() );

				$results[ $index ]['state']    = self::WRONG;
				$results[ $index ]['problems'] = $problems ? $problems : array( 'wishes' => $error->get_error_message() );
			} elseif ( null !== $error && ! in_array( self::ADDED, array_column( $results, 'state' ), true ) ) {
				return $error;
			}
		}
		return $results;
	}

	/**
	 * Stores the headings of new items, and which items are most wanted. Skips headings beyond the maximum number.
	 *
	 * @param array<int, array<string, mixed>> $items New items, by the position of their wish.
	 */
	private function group( WP_Post $registry, array $wishes, array $items ): void {
		$grouped = array();
		foreach ( $items as $index => $item ) {
			$fields = $wishes[ $index ]->fields;
			if ( '' !== $fields['heading'] || $fields['most_wanted'] ) {
				$grouped[ $item['id'] ] = array(
					'heading'     => $fields['heading'],
					'most_wanted' => $fields['most_wanted'],
				);
			}
		}
		if ( $grouped ) {
			$this->store->order->group( $registry->ID, $grouped );
		}
	}

	/** @return array<string, string> A sentence for each field that breaks a rule, by field. */
	private static function messages( array $broken ): array {
		return array_combine( array_keys( $broken ), array_map( FieldError::text( ... ), array_keys( $broken ), $broken ) );
	}

	private function current_items( WP_Post $registry ): array|WP_Error {
		$this->store->items->forget();
		$items = $this->store->items->all( $registry->ID );
		return is_wp_error( $items )
			? Errors::after_change( new WP_Error( self::UNREAD, $items->get_error_message() ) )
			: $items;
	}

	/** @return array<string, int> Numbers of equal wishes, by name and by address. */
	private static function count_equal( array $items ): array {
		$keys = array();
		foreach ( $items as $item ) {
			$url    = Wish::visible_address( $item );
			$keys[] = ImportWish::key_of( ImportWish::BY_NAME, $url, (string) $item['name'] );
			if ( '' !== $url ) {
				$keys[] = ImportWish::key_of( ImportWish::BY_ADDRESS, $url, '' );
			}
		}
		return array_count_values( $keys );
	}

	/** @return array<string, mixed> Fields of the item of a wish, without empty texts. */
	private static function item( ImportWish $wish ): array {
		$fields = array_filter(
			array_intersect_key( AnyNumber::from_file( $wish->fields ), array_flip( Rules::WISH_FIELDS ) ),
			static fn ( mixed $value ) => '' !== $value && null !== $value
		);
		return Wish::with_address( array( 'url' => $wish->fields['url'] ) + $fields );
	}
}
