<?php
declare( strict_types=1 );

namespace Largesse\Unlisted;

use Largesse\Registry\RegistryPostType;

/**
 * Shows hidden wishes in the first hour of their day, in the time zone of the site (rules: Hidden and received wishes).
 * If the service does not answer, the next hourly run tries again.
 */
final class ShowOnDay {

	/** Name of the cron event. */
	public const HOOK = 'largesse_show_hidden';

	/** Maximum number of registries in one run. */
	private const MOST = 100;

	/** Seconds after which a run shows no further wishes. */
	private const SECONDS = 20;

	public function __construct( private readonly WishMover $mover ) {}

	/** Shows due wishes, up to the limits MOST and SECONDS. */
	public function run(): void {
		$today = (string) wp_date( 'Y-m-d' );
		$ids   = get_posts(
			array(
				'post_type'        => RegistryPostType::NAME,
				'post_status'      => array( 'publish', 'private', 'draft', 'pending', 'future' ),
				'fields'           => 'ids',
				'posts_per_page'   => self::MOST,
				'orderby'          => 'rand', // Otherwise wishes that cannot be shown could block all others.
				'suppress_filters' => true,
				'meta_query'       => array( // phpcs:ignore WordPress.DB.SlowDBQuery -- Few registries have the key.
					array(
						'key'     => UnlistedWishes::NEXT_DAY,
						'value'   => $today,
						'compare' => '<=',
					),
				),
			)
		);
		$end = time() + self::SECONDS;
		foreach ( $ids as $id ) {
			foreach ( UnlistedWishes::of( $id )->all as $wish ) {
				if ( time() < $end && $wish->is_due( $today ) ) {
					$this->mover->put_on_list( $id, $wish->id );
				}
			}
		}
	}
}
