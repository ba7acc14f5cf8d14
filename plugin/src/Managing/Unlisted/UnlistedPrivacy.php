<?php
declare( strict_types=1 );

namespace Largesse\Managing\Unlisted;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\RecordPrivacy;

/** Hidden and received wishes of a person's registries. */
final class UnlistedPrivacy extends RecordPrivacy {

	public const GROUP = 'largesse-unlisted';

	protected const KIND = UnlistedWishes::KIND;

	public function label(): string {
		return __( 'Hidden and received wishes', 'largesse' );
	}

	/** Returns the pictures of all hidden and received wishes, because these wishes may return to their lists. */
	public function pictures(): array {
		$addresses = array();
		foreach ( Records::each( self::KIND ) as $record ) {
			foreach ( UnlistedWishes::from( $record )->all as $wish ) {
				$addresses[] = (string) ( $wish->fields['image_url'] ?? '' );
			}
		}
		return $addresses;
	}

	protected function entries( Record $record, string $title ): array {
		return array_map(
			fn ( UnlistedWish $wish ): array => $this->exported( $wish, $title ),
			UnlistedWishes::from( $record )->all
		);
	}

	private function exported( UnlistedWish $wish, string $title ): array {
		$is_received = UnlistedWish::RECEIVED === $wish->folder;
		return $this->entry(
			"unlisted-{$wish->id}",
			array(
				__( 'Registry', 'largesse' )  => $title,
				__( 'Folder', 'largesse' )    => $is_received
					? esc_html__( 'Received', 'largesse' )
					: esc_html__( 'Hidden', 'largesse' ),
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
