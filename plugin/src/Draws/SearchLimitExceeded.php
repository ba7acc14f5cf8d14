<?php
declare( strict_types=1 );

namespace Largesse\Draws;

use RuntimeException;

/**
 * Thrown if a fair draw would take too long.
 */
final class SearchLimitExceeded extends RuntimeException {}
