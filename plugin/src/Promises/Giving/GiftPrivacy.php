<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\People\Mail\Queue;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Place;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use Largesse\ServicePrivacy;
use WP_Error;

/**
 * Exports and erases the gifts of a person: gifts made while logged in, and gifts with the person's e-mail address. An
 * erasure deletes name, address and message. The gift still counts, so that nobody buys the same thing again.
 */
final class GiftPrivacy extends ServicePrivacy {

	public const GROUP   = 'largesse-gifts';
	protected const MOST = Rules::MAX_IDS;

	public function __construct(
		Client $client,
		private readonly Purchases $purchases,
		private readonly Queue $mails
	) {
		parent::__construct( $client );
	}

	public function label(): string {
		return __( 'Gifts for registries', 'largesse' );
	}

	protected function unread(): string {
		return __( 'The gifts could not be read.', 'largesse' );
	}

	protected function read( array $query ): array|WP_Error|null {
		return $this->client->list_purchases( $query );
	}

	protected function entries( array $found, string $email ): array|WP_Error {
		$gifts = $this->without_surprises( $found, $email );
		$items = is_wp_error( $gifts ) ? $gifts : $this->purchases->items_of( $gifts );
		return is_wp_error( $items )
			? $items
			: array_map(
				fn ( array $gift ): array => $this->exported(
					$gift,
					$items[ $gift['item_id'] ] ?? null,
					self::list_of( $gift, $email )
				),
				$gifts
			);
	}

	public function erase( string $email, int $page = 1 ): array {
		$user     = get_user_by( 'email', $email );
		$erasures = array(
			array( 'giver_email' => $email ),
			...( $user ? array( array( 'giver_user_id' => $user->ID ) ) : array() ),
		);
		$answers  = $this->purchases->has_service() ? array_map( $this->purchases->erase( ... ), $erasures ) : array();
		$erased   = array_sum( array_filter( $answers, 'is_int' ) );
		$is_kept  = array() !== array_filter( $answers, 'is_wp_error' );
		$messages = array();
		if ( $erased > 0 ) {
			$messages[] = esc_html__( 'Gifts stay on their lists without name, address and message, so that nobody buys the same thing again.', 'largesse' );
		}
		if ( $is_kept ) {
			$messages[] = esc_html__( 'The data of this giver could not be erased. Check under Tools > Site Health whether the registry service answers, then erase again.', 'largesse' );
		}
		$mails = $this->mails->erase( $email );
		return self::erasure( $erased + $mails > 0, $is_kept, $messages );
	}

	/**
	 * Removes gifts that would spoil a surprise for the person. Gifts are also found by e-mail address, so they may
	 * include secret gifts of a partner who uses the same address. For a registry with the person's address among its
	 * recipients, returns only the gifts that an owner may see. Returns all gifts for other registries. Compares
	 * addresses instead of accounts, because the person may have no account.
	 */
	private function without_surprises( array $gifts, string $email ): array|WP_Error {
		$seen  = array();
		$shown = array();
		foreach ( $gifts as $gift ) {
			$is_own = self::is_received( $gift, $email );
			if ( is_wp_error( $is_own ) ) {
				return $is_own;
			}
			$registry = $is_own ? Appearances::list_of( $gift ) : null;
			$id       = $registry->ID ?? 0;
			if ( null !== $registry && ! isset( $seen[ $id ] ) ) {
				$of_owner = $this->purchases->seen_in( Place::of_recipients( $registry ) );
				if ( is_wp_error( $of_owner ) ) {
					return $of_owner;
				}
				$seen[ $id ] = array_column( $of_owner, null, 'id' );
			}
			$shown[] = $is_own ? $seen[ $id ][ $gift['id'] ] ?? null : $gift;
		}
		return array_values( array_filter( $shown ) );
	}

	/** Exports a gift. Without the list, which the person may not open, with the wish as it was promised. */
	private function exported( array $gift, ?array $item, ?OpenedList $list ): array {
		$name = ( null === $list ? null : $item['name'] ?? null ) ?? $gift['item_name'] ?? null;
		return $this->entry(
			'gift-' . $gift['id'],
			array(
				__( 'Registry', 'largesse' )       => self::title( $list ),
				__( 'Gift', 'largesse' )           => null === $name
					? __( 'A wish that was removed', 'largesse' )
					: esc_html( $name ),
				__( 'How many', 'largesse' )       => (string) $gift['quantity'],
				__( 'Status', 'largesse' )         => $gift['is_owner']
					? __( 'The owner has it', 'largesse' )
					: self::state( $gift['state'] ),
				__( 'Name', 'largesse' )           => esc_html( (string) $gift['giver_name'] ),
				__( 'E-mail address', 'largesse' ) => esc_html( (string) $gift['giver_email'] ),
				__( 'Message', 'largesse' )        => nl2br( esc_html( (string) $gift['message'] ) ),
				__( 'Created', 'largesse' )        => esc_html( (string) $gift['created_at'] ),
			)
		);
	}

	/** Returns a state in words, for administrators. */
	private static function state( string $state ): string {
		return match ( $state ) {
			GiverPage::BUY   => __( 'Bought', 'largesse' ),
			GiverPage::UNBUY => __( 'Reserved', 'largesse' ),
			default          => self::state( GiverPage::UNBUY ),
		};
	}
}
