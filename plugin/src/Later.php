<?php
declare( strict_types=1 );

namespace Largesse;

use Closure;

/**
 * Builds features when one of their hooks is about to run, so that a page on which none of them has anything to do does
 * not load them. WordPress runs what is added to a hook while the hook runs, where its priority is still to come.
 */
final class Later implements Feature {

	/**
	 * Tells whether they are there.
	 *
	 * @var bool
	 */
	private bool $is_built = false;

	/**
	 * Keeps what it builds.
	 *
	 * @param list<string>             $hooks    Hooks of the features: all of them, but for those that come only after another one.
	 * @param Closure(): list<Feature> $features Builds them; they use other priorities than PHP_INT_MIN.
	 * @param (Closure(): bool)|null   $when     Tells whether they may have something to do in this request; it is asked at each hook.
	 */
	public function __construct(
		public readonly array $hooks,
		public readonly Closure $features,
		private readonly ?Closure $when = null
	) {}

	/** Adds the hooks of this feature. */
	public function register(): void {
		foreach ( $this->hooks as $hook ) {
			add_filter( $hook, array( $this, 'build' ), PHP_INT_MIN );
		}
	}

	/**
	 * Builds the features, unless they are there.
	 *
	 * @param mixed $value What is filtered; it stays as it is.
	 */
	public function build( mixed $value = null ): mixed {
		if ( ! $this->is_built && ( null === $this->when || ( $this->when )() ) ) {
			$this->is_built = true;
			foreach ( ( $this->features )() as $feature ) {
				$feature->register();
			}
		}
		return $value;
	}
}
