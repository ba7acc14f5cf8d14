<?php
declare( strict_types=1 );

namespace Largesse\Together\DeliveryAddress;

use Largesse\Foundation\Http\Encryption;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use WP_Error;
use WP_Post;

/** The encrypted delivery address of a registry (rules: Delivery address). After its period, it counts as erased. */
final class StoredAddress {

	/** Kind of the record of a registry: encrypted lines, time of saving, and the owner who saved the address (user). */
	public const KIND = 'delivery_address';

	private const SEALED = 'sealed';

	private function __construct( private readonly WP_Post $registry, private readonly Record $record ) {}

	/** Reads the address of a registry. */
	public static function of( WP_Post $registry ): self {
		return self::from( $registry, Records::read( self::KIND, $registry->ID ) );
	}

	/** @return list<string> The lines, with a shared registry's address for gifts that count. */
	public static function add( array $lines, WP_Post $registry ): array {
		$is_shared = RegistryPostType::is_shared( $registry );
		return $is_shared ? array( ...$lines, ...( self::of( $registry )->lines() ?? array() ) ) : $lines;
	}

	/** Returns the address of a record; an empty address if its period is over. */
	private static function from( WP_Post $registry, Record $record ): self {
		return new self(
			$registry,
			$record->is_stored() && self::end_of( $registry, $record->time ) <= self::day( time() )
				? new Record( self::KIND, $record->key )
				: $record
		);
	}

	/** Checks whether the current user may see and change the address: only owners, not even administrators. */
	public static function is_of_user( WP_Post $registry ): bool {
		return current_user_can( 'edit_post', $registry->ID ) && Roles::of( $registry )->is_owner();
	}

	/** Returns the version; 0 if no address is stored. */
	public function version(): int {
		return $this->record->version;
	}

	/** @return list<string>|null Lines; null if they are unreadable, because salts or author have changed. */
	public function lines(): ?array {
		if ( ! $this->record->is_stored() ) {
			return array();
		}
		$text = Encryption::decrypt(
			(string) ( $this->record->data[ self::SEALED ] ?? '' ),
			self::KIND,
			self::place( $this->registry )
		);
		return null === $text ? null : explode( "\n", $text );
	}

	/** Returns the day on which the address is erased, or would be erased if it was saved now. */
	public function end(): string {
		return self::end_of( $this->registry, $this->record->is_stored() ? $this->record->time : time() );
	}

	/** Stores valid lines, or deletes the address. An outdated version is an error. */
	public static function save( WP_Post $registry, array $lines, int $version ): ?WP_Error {
		$done = Records::change(
			self::KIND,
			$registry->ID,
			static function ( Record $now ) use ( $registry, $lines, $version ): Record|WP_Error|null {
				$stored = self::from( $registry, $now );
				return match ( true ) {
					// The owner has sent the form again.
					$stored->lines() === $lines     => $now,
					$stored->version() !== $version => new WP_Error(
						'largesse_address_conflict',
						__( 'This address was changed on another page since you opened this one, so nothing was saved yet. The form below contains what you typed. Save it again to replace the other change.', 'largesse' ),
						array( 'status' => 409 )
					),
					array() === $lines              => null,
					default                         => $now->with(
						data: array(
							self::SEALED => Encryption::encrypt( implode( "\n", $lines ), self::KIND, self::place( $registry ) ),
						),
						time: time(),
						user: get_current_user_id(),
						registry: $registry->ID
					),
				};
			}
		);
		return is_wp_error( $done ) ? $done : null;
	}

	/** Deletes the addresses whose period is over. */
	public static function delete_expired(): void {
		foreach ( Records::each( self::KIND ) as $record ) {
			$registry = get_post( $record->registry );
			if ( ! $registry instanceof WP_Post || ! self::from( $registry, $record )->record->is_stored() ) {
				// Deletes nothing if an owner has saved another address in the meantime.
				Records::replace( $record, null );
			}
		}
	}

	/** Returns the day on which an address is erased that was saved at a time (Unix, in seconds). */
	private static function end_of( WP_Post $registry, int $saved ): string {
		return AddressRules::end(
			(string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ),
			self::day( $saved )
		);
	}

	private static function day( int $time ): string {
		return (string) wp_date( 'Y-m-d', $time );
	}

	/** Returns a text without which the address cannot be decrypted: nobody can move it to their own registry. */
	private static function place( WP_Post $registry ): string {
		return implode( ' ', array( get_current_blog_id(), $registry->ID, $registry->post_author ) );
	}
}
