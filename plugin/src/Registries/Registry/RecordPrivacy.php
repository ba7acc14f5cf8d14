<?php
declare( strict_types=1 );

namespace Largesse\Registries\Registry;

use Largesse\PersonalData;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use WP_User;

/** Exports and erases the records of one kind: of a person, and of the registries that the person owns. */
abstract class RecordPrivacy extends PersonalData {

	protected const KIND = '';

	/** Number of registries that one request exports or erases. */
	private const PAGE = 100;

	/**
	 * @param string $title Title of the registry of the record, as HTML, or why it is missing; '' for a record without one.
	 * @return list<array<string, mixed>> Entries of a record for an export.
	 */
	abstract protected function entries( Record $record, string $title ): array;

	public function export( string $email, int $page = 1 ): array {
		list( $records, $is_last ) = static::records( $email, $page );

		$person  = get_user_by( 'email', $email );
		$entries = fn ( Record $record ): array => $this->entries(
			$record,
			0 === $record->registry ? '' : self::title( $this->list_of( $record, $person ? $person : null ) )
		);
		return self::page( array_merge( ...array_map( $entries, $records ) ), $is_last );
	}

	/** Returns the registry of a record if it is open to the person; a person without an account has `$person` null. */
	protected function list_of( Record $record, ?WP_User $person ): ?OpenedList {
		return null === $person ? null : OpenedList::of_member( Registries::with_id( $record->registry ), $person );
	}

	public function erase( string $email, int $page = 1 ): array {
		list( $records, $is_last ) = static::records( $email, $page );

		return array( 'done' => $is_last ) + self::outcome(
			array_map( static fn ( Record $record ): bool => null === Records::delete( $record->kind, $record->key ), $records )
		);
	}

	/** @return array{0: list<Record>, 1: bool} The records of a page, and whether the page is the last one. */
	protected static function records( string $email, int $page ): array {
		$user       = get_user_by( 'email', $email );
		$registries = Memberships::of_email( $email, self::PAGE, $page );
		$records    = $user && 1 === $page ? Records::all( static::KIND, user: $user->ID ) : array();
		foreach ( $registries as $registry ) {
			// The first page contains the person's own records.
			array_push(
				$records,
				...array_filter(
					Records::all( static::KIND, registry: $registry->ID ),
					static fn ( Record $record ): bool => $record->user !== $user->ID
				)
			);
		}
		usort( $records, static fn ( Record $one, Record $other ): int => $one->id <=> $other->id );
		return array( $records, count( $registries ) < self::PAGE );
	}
}
