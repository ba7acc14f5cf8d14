<?php
/**
 * Title: Hero: birthday
 * Slug: largesse/hero-birthday
 * Categories: largesse
 * Description: A birthday, with a drawing of balloons.
 * Keywords: birthday, hero
 * Viewport Width: 1400
 *
 * @package Largesse
 */

declare( strict_types=1 );

Largesse\Theme\occasion_hero(
	'birthday',
	__( 'For one more year', 'largesse-theme' ),
	__( 'A birthday with the right surprise', 'largesse-theme' ),
	__( 'Write down what would make the day, and let the others decide who brings what.', 'largesse-theme' )
);
