<?php
declare( strict_types=1 );

namespace Largesse\Managing\Unlisted;

use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Registry\TypedWish;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;

/** Values of the form of a hidden or received wish (rules: Hidden and received wishes). */
final class UnlistedForm {

	/** Names of the fields. Without the prefix, WordPress would take `name` and `day` for its own query variables. */
	public const ID      = 'largesse-entry';
	public const FOLDER  = 'largesse-folder';
	public const VERSION = 'largesse-version';
	private const DAY    = 'largesse-day';
	private const FROM   = 'largesse-from';

	/** @param int $version Version that the owner has read; 0 for a new wish. */
	private function __construct(
		public readonly string $id,
		public readonly string $folder,
		public readonly int $version,
		private readonly Fields $typed
	) {}

	/** Reads a sent form. Returns null if the id or the folder is invalid. */
	public static function sent( Submission $sent ): ?self {
		$id     = strtolower( $sent->trimmed( self::ID ) );
		$folder = $sent->trimmed( self::FOLDER );
		return wp_is_uuid( $id ) && in_array( $folder, array( UnlistedWish::HIDDEN, UnlistedWish::RECEIVED ), true )
			? new self( $id, $folder, $sent->number( self::VERSION ), Fields::sent( self::fields( $folder ), $sent ) )
			: null;
	}

	/** @return array<string, Field> Fields of the wishes of a folder, by name. */
	private static function fields( string $folder ): array {
		if ( UnlistedWish::RECEIVED === $folder ) {
			return array(
				self::FROM => new Field(
					'text',
					__( 'From', 'largesse' ),
					TypedWish::plain( Rules::MAX_GIVER_NAME_CHARS ),
					Field::rule( 'giver_name' )
				),
			);
		}
		return TypedWish::fields() + array(
			self::DAY => new Field(
				'date',
				__( 'Show from', 'largesse' ),
				array( 'min' => (string) wp_date( 'Y-m-d', time() + DAY_IN_SECONDS ) ),
				hint: __( 'Without a day, the wish stays hidden until you show it.', 'largesse' )
			),
		);
	}

	/** Returns the form of a stored wish. */
	public static function of( UnlistedWish $wish ): self {
		$values = TypedWish::texts( $wish->fields ) + array(
			self::DAY  => $wish->day,
			self::FROM => $wish->from,
		);
		return new self(
			$wish->id,
			$wish->folder,
			$wish->version,
			Fields::fresh( self::fields( $wish->folder ) )->with( $values )
		);
	}

	/** Returns an empty form for a new hidden wish. */
	public static function fresh(): self {
		return self::of( new UnlistedWish( wp_generate_uuid4(), UnlistedWish::HIDDEN, array(), version: 0 ) );
	}

	/** @return array<string, string> Messages by field. Days are YYYY-MM-DD; the stored day may be in the past. */
	public function problems( string $today, string $stored_day = '' ): array {
		$day    = $this->typed->text( self::DAY );
		$is_day = '' === $day || $day === $stored_day || ( FieldRules::is_day( $day ) && $day > $today );
		return $this->typed->problems() + (
			$is_day
			? array()
			: array( self::DAY => __( 'Please choose a day after today, or leave the field empty.', 'largesse' ) )
		);
	}

	/** Returns the wish with the typed values. @param UnlistedWish|null $wish Previous version; null for a new wish. */
	public function apply( ?UnlistedWish $wish ): UnlistedWish {
		$wish ??= new UnlistedWish( $this->id, UnlistedWish::HIDDEN, array( 'quantity_needed' => 1 ), version: 0 );
		return UnlistedWish::RECEIVED === $this->folder
			? $wish->with( from: $this->typed->text( self::FROM ) )
			: $wish->with(
				fields: array_replace( $wish->fields, TypedWish::wish( $this->typed ) ),
				day: $this->typed->text( self::DAY )
			);
	}

	/**
	 * @param array<string, string> $problems Messages by field.
	 * @return list<array<string, mixed>> Fields for `html/field`.
	 */
	public function inputs( array $problems ): array {
		return array_values(
			TypedWish::with_its_currency( $this->typed->inputs( "largesse-{$this->id}-", $problems, Fields::OF_OWNERS ) )
		);
	}
}
