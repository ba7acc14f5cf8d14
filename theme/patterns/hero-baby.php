<?php
/**
 * Title: Hero: baby
 * Slug: largesse/hero-baby
 * Categories: largesse
 * Description: A baby, with a drawing of the cradle.
 * Keywords: baby, hero
 * Viewport Width: 1400
 *
 * @package Largesse
 */

declare( strict_types=1 );

Largesse\Theme\occasion_hero(
	'baby',
	__( 'For the newest one', 'largesse-theme' ),
	__( 'Ready for the smallest guest', 'largesse-theme' ),
	__( 'Grandparents, friends and neighbours see what is still needed, and nobody brings the fourth blanket.', 'largesse-theme' )
);
