<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Registry\Appearances;
use Largesse\Registry\RegistryPostType;
use Largesse\Service\Client;
use WP_Post;

/**
 * Informs the service when the surprise level or the day of a list with shared items has changed (rules: Appearances).
 * Until the service knows it, gifts through other lists follow the former state.
 */
final class SharedSurprise {

	/** Name of the cron event that tries again. */
	public const HOOK = 'largesse_shared_surprise';

	/** Timeout of a request, and delay before the next attempt if the service does not answer, in seconds. */
	private const TIMEOUT_S = 5;
	private const LATER     = MINUTE_IN_SECONDS;

	/** @var array<int, true> Ids of the lists that this request has changed, as keys. */
	private array $changed = array();

	public function __construct( private readonly Client $client ) {}

	/** Records a change of a list's surprise level or day. Ignores other posts. */
	public function record( int $registry_id ): void {
		if ( RegistryPostType::is( get_post( $registry_id ) ) ) {
			$this->changed[ $registry_id ] = true;
			// This line may run several times, because WordPress adds the same callback only once.
			add_action( 'shutdown', array( $this, 'run' ), 100 );
		}
	}

	/** Informs the service of the changed lists. */
	public function run(): void {
		$changed       = array_keys( $this->changed );
		$this->changed = array();
		array_map( $this->inform( ... ), $changed );
	}

	/** Repeats a request for a list's shared item, so that the service reads the state of both lists again. */
	public function inform( mixed $registry_id ): void {
		$registry = get_post( (int) $registry_id );
		$shared   = $registry instanceof WP_Post && $this->client->is_configured() ? Appearances::of( $registry )[0] ?? null : null;
		if ( null === $shared ) {
			return;
		}
		$client = $this->client->with_timeout( self::TIMEOUT_S );
		$item   = $client->get_item( $shared['items'][0] );
		if ( is_array( $item ) ) {
			$item = $client->add_appearance( $item['registry_id'] === $registry->ID ? $shared['registry']->ID : $registry->ID, $item['id'] );
		}
		if ( is_wp_error( $item ) && ! wp_next_scheduled( self::HOOK, array( $registry->ID ) ) ) {
			wp_schedule_single_event( time() + self::LATER, self::HOOK, array( $registry->ID ) );
		}
	}
}
