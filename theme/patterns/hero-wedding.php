<?php
/**
 * Title: Hero: wedding
 * Slug: largesse/hero-wedding
 * Categories: largesse
 * Description: A wedding, with a drawing of the cake.
 * Keywords: wedding, hero
 * Viewport Width: 1400
 *
 * @package Largesse
 */

declare( strict_types=1 );

Largesse\Theme\occasion_hero(
	'wedding',
	__( 'For the two of you', 'largesse-theme' ),
	__( 'A wedding list that feels like you', 'largesse-theme' ),
	__( 'Plates, a tent, or a share of the honeymoon: put together what your home is missing, and let everybody join in.', 'largesse-theme' )
);
