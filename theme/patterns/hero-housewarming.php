<?php
/**
 * Title: Hero: housewarming
 * Slug: largesse/hero-housewarming
 * Categories: largesse
 * Description: A new home, with a drawing of a house.
 * Keywords: housewarming, home, hero
 * Viewport Width: 1400
 *
 * @package Largesse
 */

declare( strict_types=1 );

Largesse\Theme\occasion_hero(
	'housewarming',
	__( 'For the new front door', 'largesse-theme' ),
	__( 'Make the new place a home', 'largesse-theme' ),
	__( 'From the first kettle to the lemon tree: friends who ask what you need find the answer here.', 'largesse-theme' )
);
