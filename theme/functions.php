<?php
/**
 * PHP of the Largesse theme, for features that blocks and theme.json lack.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Theme;

require_once __DIR__ . '/inc/styles.php';
require_once __DIR__ . '/inc/patterns.php';
require_once __DIR__ . '/inc/registries.php';
require_once __DIR__ . '/inc/sign-in.php';
