<?php
declare( strict_types=1 );

namespace Largesse\Together\MyGifts;

use Largesse\Promises\Giving\GiverLink;
use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\RecordPrivacy;

/** Past gifts that a person remembers, and links to gifts that are over. */
final class GiverPrivacy extends RecordPrivacy {

	public const GROUP = 'largesse-remembered-gifts';

	protected const KIND = RememberedGifts::KIND;

	public function label(): string {
		return __( 'Gifts that you remember', 'largesse' );
	}

	public function policy(): string {
		return __( 'If you switch on “Remember what I gave”, we store your past gifts with your account, until you erase them or delete your account. Only you see them.', 'largesse' );
	}

	public function delete_expired(): void {
		Records::delete_expired( GiverLink::KIND, time() );
	}

	protected function entries( Record $record, string $title ): array {
		$entries = array();
		foreach ( $record->data as $id => $gift ) {
			$entries[] = $this->entry(
				"remembered-{$id}",
				array( __( 'Gift', 'largesse' ) => esc_html( RememberedGifts::text( $gift ) ) )
			);
		}
		return $entries;
	}
}
