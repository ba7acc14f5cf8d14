<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use WP_Error;

/**
 * Entries with ids that a record of a registry stores, and the ids of removed entries. So a form that is sent again
 * does not bring a removed entry back.
 *
 * Subclasses name the kind of the record (KIND) and the class of the entries (ENTRY), which uses StoredValue.
 *
 * @template T of object
 */
abstract class StoredEntries {

	public const KIND  = '';
	public const ENTRY = '';

	private const MOST_ENDED = 100;

	/**
	 * @param list<T>      $all   Entries, oldest first.
	 * @param list<string> $ended Ids of removed entries, newest first.
	 */
	final private function __construct(
		public readonly array $all,
		private readonly array $ended
	) {}

	/** Returns the time of the record (Unix, in seconds): when the site must work on an entry; 0 for never. */
	abstract protected function time(): int;

	/** Reads the entries of a registry. */
	public static function of( int $registry_id ): static {
		return self::from( Records::read( static::KIND, $registry_id ) );
	}

	/** Reads the entries of a record. */
	public static function from( Record $record ): static {
		return new static(
			array_map( array( static::ENTRY, 'from_array' ), $record->data['all'] ?? array() ),
			$record->data['ended'] ?? array()
		);
	}

	/** @param callable(static): (static|WP_Error) $change Returns the entries to store, or an error; may run several times. */
	public static function change( int $registry_id, callable $change ): ?WP_Error {
		$stored = Records::change(
			static::KIND,
			$registry_id,
			static function ( Record $now ) use ( $registry_id, $change ): Record|WP_Error {
				$before = static::from( $now );
				$next   = $change( $before );
				return match ( true ) {
					is_wp_error( $next ) => $next,
					$next === $before || ! RegistryPostType::is( get_post( $registry_id ) ) => $now,
					default              => $next->record( $now, $registry_id ),
				};
			}
		);
		return is_wp_error( $stored ) ? $stored : null;
	}

	/** @return T|null An entry; null if there is none. */
	public function find( string $id ): ?object {
		return array_column( $this->all, null, 'id' )[ $id ] ?? null;
	}

	/** Checks whether an entry with this id was removed. */
	public function was_removed( string $id ): bool {
		return in_array( $id, $this->ended, true );
	}

	/** Checks whether an entry with this id is stored, or was removed. */
	public function knows( string $id ): bool {
		return null !== $this->find( $id ) || $this->was_removed( $id );
	}

	/** @param T $entry Entry to add. It replaces an entry with the same id. */
	public function with( object $entry ): static {
		return new static(
			array_values( array( ...array_column( $this->all, null, 'id' ), $entry->id => $entry ) ),
			$this->ended
		);
	}

	/** @param callable(T): bool $is_meant Selects the entries to remove. */
	public function without( callable $is_meant ): static {
		$removed = array_filter( $this->all, $is_meant );
		return array() === $removed ? $this : new static(
			array_values( array_diff_key( $this->all, $removed ) ),
			array_slice( array( ...array_column( $removed, 'id' ), ...$this->ended ), 0, self::MOST_ENDED )
		);
	}

	private function record( Record $record, int $registry_id ): Record {
		$data = array(
			'all'   => array_map( static fn ( object $entry ): array => $entry->to_array(), $this->all ),
			'ended' => $this->ended,
		);
		return $record->with( data: $data, time: $this->time(), registry: $registry_id );
	}
}
