<?php
declare( strict_types=1 );

namespace Largesse;

use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use WP_Error;
use WP_Post;

/**
 * Exports and erases the personal data of a feature, for WordPress's tools Export Personal Data and Erase Personal
 * Data. The names of subclasses end with `Privacy`. The site calls these methods even while the feature is off.
 */
abstract class PersonalData {

	/** Id of the group of the data in an export, and name of its exporter and eraser. */
	public const GROUP = '';

	/** Code of the error if an export could not read all data. */
	protected const UNREAD = 'largesse_export';

	/** Returns the name of the data in WordPress's export and erasure tools. */
	abstract public function label(): string;

	/**
	 * Exports a page of a person's data; the first page is 1. Returns an error if the service does not answer, because an
	 * incomplete export must not look complete.
	 *
	 * @return array{data: list<array<string, mixed>>, done: bool}|WP_Error
	 */
	abstract public function export( string $email, int $page = 1 ): array|WP_Error;

	/**
	 * Erases a page of a person's data. By default, erases nothing, because another eraser removes the person.
	 *
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool}
	 */
	public function erase( string $email, int $page = 1 ): array {
		return self::erasure( false );
	}

	/** Returns the paragraph about this data in the suggested privacy policy; '' for none. */
	public function policy(): string {
		return '';
	}

	/** Removes a user whose account is about to be deleted, or leaves this site of a network. */
	public function forget_user( int $user_id ): void {}

	/** Deletes data whose time is over. Runs every hour. */
	public function delete_expired(): void {}

	/** @return list<string> Addresses of uploaded pictures that the site must not delete, because the data uses them. */
	public function pictures(): array {
		return array();
	}

	/**
	 * Returns the personal data of features by the name of its exporter. Loads the modules of the features.
	 *
	 * @param list<class-string<Module>> $modules By default all modules, because data stays if its feature is off.
	 * @return array<string, self>
	 */
	final public static function of_modules( array $modules = Plugin::MODULES ): array {
		return array_map(
			Services::get( ... ),
			array_merge( ...array_map( static fn ( string $module ): array => $module::personal_data(), $modules ) )
		);
	}

	/** Returns the result of `erase`. @param list<bool> $outcomes Whether each part of the data could be erased. */
	final protected static function outcome( array $outcomes ): array {
		$is_kept = in_array( false, $outcomes, true );
		return self::erasure(
			in_array( true, $outcomes, true ),
			$is_kept,
			$is_kept ? array( esc_html__( 'Some data could not be erased, because somebody was just changing it. Please erase the data again.', 'largesse' ) ) : array()
		);
	}

	/** Returns the message about a registry whose data could not be erased, as HTML. */
	final protected static function failure( WP_Post $registry ): string {
		/* translators: %s: title of a registry. */
		return esc_html( sprintf( __( 'The gift registry “%s” could not be changed. Check under Tools > Site Health whether the registry service answers, then erase again.', 'largesse' ), Registries::title( $registry ) ) );
	}

	/** Returns the title of a list in an export, as HTML; a sentence if the person may not open it. */
	final protected static function title( ?OpenedList $list ): string {
		return null === $list
			? esc_html__( 'A registry that this person cannot open', 'largesse' )
			: esc_html( Registries::title( $list->registry ) );
	}

	/** Formats a time in seconds since 1970; '' for none. */
	final protected static function time( ?int $seconds ): string {
		return null === $seconds || 0 === $seconds ? '' : (string) wp_date( 'Y-m-d H:i:s', $seconds );
	}

	/**
	 * @param list<array<string, mixed>> $data Entries of this page.
	 * @return array{data: list<array<string, mixed>>, done: bool} Result of `export`.
	 */
	final protected static function page( array $data, bool $is_last = true ): array {
		return array(
			'data' => $data,
			'done' => $is_last,
		);
	}

	/**
	 * @param bool         $is_kept  Whether some data could not be erased.
	 * @param list<string> $messages HTML.
	 * @return array{items_removed: bool, items_retained: bool, messages: list<string>, done: bool} Result of `erase`.
	 */
	final protected static function erasure(
		bool $is_removed,
		bool $is_kept = false,
		array $messages = array(),
		bool $is_last = true
	): array {
		return array(
			'items_removed'  => $is_removed,
			'items_retained' => $is_kept,
			'messages'       => $messages,
			'done'           => $is_last,
		);
	}

	/**
	 * Returns an entry of an export in WordPress's format. Omits empty values.
	 *
	 * @param array<string, string> $values HTML by name.
	 * @param string|null           $group  Id of the group of entries; by default, GROUP with the label of this data.
	 * @return array<string, mixed>
	 */
	final protected function entry( string $id, array $values, ?string $group = null, ?string $label = null ): array {
		$data = array();
		foreach ( array_filter( $values, 'strlen' ) as $name => $value ) {
			$data[] = compact( 'name', 'value' );
		}
		return array(
			'group_id'    => $group ?? static::GROUP,
			'group_label' => $label ?? $this->label(),
			'item_id'     => $id,
			'data'        => $data,
		);
	}
}
