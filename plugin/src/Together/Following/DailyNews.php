<?php
declare( strict_types=1 );

namespace Largesse\Together\Following;

use Largesse\Foundation\Records\CronRun;
use Largesse\Foundation\Records\Record;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_Post;

/**
 * Looks at the registry of each follower once a day, and queues mails about new wishes (rules: Following). If the
 * service fails, the mails of the next day contain the missed wishes.
 */
final class DailyNews {

	public const HOOK = 'largesse_daily_news';

	/** Number of failures in a row after which a run ends. */
	private const FAILURES = 3;

	/** Seconds until the next run after failures. */
	private const WAIT = 600;

	/** @var array<int, list<array<string, mixed>>|WP_Error> Wishes of the registries that this run has read, with their ids only. */
	private array $read = array();

	public function __construct(
		private readonly Store $store,
		private readonly FollowMailSender $mails
	) {}

	/** Looks at the registries of all followers whose records come after `$after`. */
	public function run( mixed $after = 0 ): void {
		$failures   = 0;
		$this->read = array();
		CronRun::of(
			Followers::KIND,
			self::HOOK,
			$after,
			function ( Record $record ) use ( &$failures ): ?int {
				$follower = Followers::from( $record );
				$failures = null === $follower || $this->look( $follower ) ? 0 : $failures + 1;
				return self::FAILURES === $failures ? self::WAIT : null;
			}
		);
	}

	/**
	 * Queues the mail of a follower if there are new wishes. Removes a follower who may no longer see the registry.
	 * Returns false if the service failed.
	 */
	private function look( Follower $follower ): bool {
		$registry = get_post( $follower->registry );
		$list     = $registry instanceof WP_Post ? FollowerAccess::list_of( $registry, $follower ) : null;
		// A hidden registry, such as a draft or a trashed registry, may become visible again.
		$is_hidden = RegistryPostType::is( $registry ) && ! RegistryPostType::is_shared( $registry );
		if ( null === $list && ! $is_hidden ) {
			Followers::remove( $follower );
		}
		if ( null === $list || ! $follower->may_be_mailed( time() ) ) {
			return true;
		}
		$wishes = $this->wishes( $list );
		if ( is_wp_error( $wishes ) ) {
			return false;
		}
		if ( null === $follower->known ) {
			Followers::update( $follower, known: $follower->known_after( $wishes ) );
		} elseif ( array() !== $follower->new_of( $wishes ) ) {
			$this->mails->queue_news( $follower );
		}
		return true;
	}

	/** @return list<array<string, mixed>>|WP_Error Wishes of a registry, which this run reads only once. */
	private function wishes( OpenedList $list ): array|WP_Error {
		$id = $list->registry->ID;
		if ( ! isset( $this->read[ $id ] ) ) {
			$wishes            = FollowerAccess::wishes( $this->store, $list );
			$this->read[ $id ] = is_wp_error( $wishes )
				? $wishes
				: array_map( static fn ( array $wish ): array => array( 'id' => $wish['id'] ), $wishes );
		}
		return $this->read[ $id ];
	}
}
