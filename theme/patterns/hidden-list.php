<?php
/**
 * Title: List of posts
 * Slug: largesse/list
 * Inserter: no
 *
 * @package Largesse
 */

declare( strict_types=1 );

Largesse\Theme\card_list( '"perPage":12,"postType":"post","inherit":true', __( 'There is nothing here yet.', 'largesse-theme' ), has_dates: true );
