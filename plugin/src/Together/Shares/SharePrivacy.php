<?php
declare( strict_types=1 );

namespace Largesse\Together\Shares;

use Largesse\Foundation\Service\Rules;
use Largesse\ServicePrivacy;
use WP_Error;

/** Exports the shares of a person. The eraser of gifts removes people from shares (rules: Shares of a wish). */
final class SharePrivacy extends ServicePrivacy {

	public const GROUP   = 'largesse-shares';
	protected const MOST = Rules::MAX_SHARES;

	public function label(): string {
		return __( 'Parts of gifts for registries', 'largesse' );
	}

	protected function unread(): string {
		return __( 'The parts of gifts could not be read.', 'largesse' );
	}

	protected function read( array $query ): array|WP_Error|null {
		return $this->client->list_shares( $query );
	}

	protected function entries( array $found, string $email ): array|WP_Error {
		$shown = array();
		foreach ( $found as $share ) {
			$is_received = $share['is_secret'] ? self::is_received( $share, $email ) : false;
			if ( is_wp_error( $is_received ) ) {
				return $is_received;
			}
			if ( ! $is_received ) {
				$shown[] = $this->exported( $share );
			}
		}
		return $shown;
	}

	public function policy(): string {
		return __( 'If you promise a part of a gift, we store it with the name that you enter. The other guests of the registry see it; its owners see it when they may see gifts. Only the people who give the same wish see your note. Without an account, we also store your e-mail address, and send you mails about this part. A cookie remembers in your browser what you have promised, if you have no account.', 'largesse' );
	}

	/** @return array<string, mixed> */
	private function exported( array $share ): array {
		return $this->entry(
			"share-{$share['registry_id']}-{$share['id']}",
			array(
				__( 'Gift', 'largesse' )    => esc_html( $share['name'] ),
				__( 'Amount', 'largesse' )  => esc_html( StoredShares::amount( $share ) ),
				__( 'Note', 'largesse' )    => nl2br( esc_html( (string) $share['note'] ) ),
				__( 'Name', 'largesse' )    => esc_html( (string) $share['giver_name'] ),
				__( 'Created', 'largesse' ) => esc_html( (string) $share['created_at'] ),
			)
		);
	}
}
