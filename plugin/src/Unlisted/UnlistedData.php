<?php
declare( strict_types=1 );

namespace Largesse\Unlisted;

use Largesse\PersonalData;
use Largesse\Records\Records;
use Largesse\Registry\DataSubject;
use Largesse\Registry\RegistryTitle;
use WP_Post;

/** Hidden and received wishes of a person's registries. */
final class UnlistedData extends PersonalData {

	public const GROUP = 'largesse-unlisted';

	/** Number of registries that one request exports or erases. */
	private const PAGE = 100;

	public function label(): string {
		return __( 'Hidden and received wishes', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$registries = DataSubject::with_email( $email )->registries( self::PAGE, $page );
		$data       = array();
		foreach ( $registries as $registry ) {
			foreach ( UnlistedWishes::of( $registry->ID )->all as $wish ) {
				$data[] = $this->exported( $registry, $wish );
			}
		}
		return self::page( $data, count( $registries ) < self::PAGE );
	}

	public function erase( string $email, int $page = 1 ): array {
		$registries = DataSubject::with_email( $email )->registries( self::PAGE, $page );
		$is_removed = false;
		foreach ( $registries as $registry ) {
			$is_removed = $is_removed || Records::read( UnlistedWishes::KIND, $registry->ID )->is_stored();
			Records::delete( UnlistedWishes::KIND, $registry->ID );
		}
		return self::erasure( $is_removed, is_last: count( $registries ) < self::PAGE );
	}

	/** Returns the pictures of all hidden and received wishes, because these wishes may return to their lists. */
	public function pictures(): array {
		$addresses = array();
		foreach ( Records::all( UnlistedWishes::KIND ) as $record ) {
			foreach ( UnlistedWishes::from( $record )->all as $wish ) {
				$addresses[] = (string) ( $wish->fields['image_url'] ?? '' );
			}
		}
		return $addresses;
	}

	/** @return array<string, mixed> */
	private function exported( WP_Post $registry, UnlistedWish $wish ): array {
		$is_received = UnlistedWish::RECEIVED === $wish->folder;
		return $this->entry(
			"unlisted-{$wish->id}",
			array(
				__( 'Registry', 'largesse' )  => esc_html( RegistryTitle::of( $registry ) ),
				__( 'Folder', 'largesse' )    => $is_received ? esc_html__( 'Received', 'largesse' ) : esc_html__( 'Hidden', 'largesse' ),
				__( 'Wish', 'largesse' )      => esc_html( $wish->name() ),
				__( 'Link', 'largesse' )      => esc_html( (string) ( $wish->fields['url'] ?? '' ) ),
				__( 'Details', 'largesse' )   => nl2br( esc_html( (string) ( $wish->fields['description'] ?? '' ) ) ),
				__( 'Show from', 'largesse' ) => esc_html( $wish->day ),
				__( 'From', 'largesse' )      => esc_html( $wish->from ),
				__( 'Thanked', 'largesse' )   => $is_received && $wish->is_thanked ? esc_html__( 'Yes', 'largesse' ) : '',
			)
		);
	}
}
