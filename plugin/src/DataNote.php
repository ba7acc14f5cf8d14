<?php
declare( strict_types=1 );

namespace Largesse;

/**
 * Describes stored data for the data protection sheet (docs/data-protection.md), which `npm run modules` writes.
 * Descriptions are not translated, because only that sheet contains them.
 */
final class DataNote {

	/** Values of `$until` that several modules use. */
	public const REGISTRY  = 'the registry is deleted';
	public const ACCOUNT   = 'the account is deleted';
	public const UNINSTALL = 'the plugin is uninstalled';

	/**
	 * @param string $contents   The stored data, and the people whom the data is about.
	 * @param string $seen_by    People who can see the data, apart from people with access to the database. Empty if the
	 *         data is not about people.
	 * @param string $until      Event or time at which the data is deleted.
	 * @param bool   $is_members True for data of members: see `of_members`.
	 */
	public function __construct(
		public readonly string $contents,
		public readonly string $seen_by = '',
		public readonly string $until = self::UNINSTALL,
		public readonly bool $is_members = false
	) {}

	/**
	 * Describes data of members, and decisions of other people, such as refused mails. Uninstalling keeps this data
	 * unless the operator has switched on its removal. The parameters are those of the constructor.
	 */
	public static function of_members( string $contents, string $seen_by = '', string $until = self::REGISTRY ): self {
		return new self( $contents, $seen_by, $until, true );
	}
}
