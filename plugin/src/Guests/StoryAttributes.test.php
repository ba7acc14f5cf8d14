<?php
declare( strict_types=1 );

namespace Largesse\Guests;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\brief;
use function Largesse\Testing\test;

foreach ( array(
	array( 'style', 'position:fixed;top:0;left:0;z-index:9;inset:0;transform:none;margin-top:-400px;margin:calc(0px - 9em);float:left;display:block;box-shadow:0 0 0 99em white;opacity:0;color:red;background:url(https://shop.example/x.png)', 'color:red' ),
	array( 'style', 'margin:1em auto 2em;width:50%;padding-left:var(--wp--preset--spacing--20);background-color:#eee;min-height:3rem;flex-basis:33.3%', 'margin:1em auto 2em;width:50%;padding-left:var(--wp--preset--spacing--20);background-color:#eee;min-height:3rem;flex-basis:33.3%' ),
	array( 'style', 'WIDTH: 10px ; COLOR: Red', 'width:10px;color:Red' ),
	array( 'style', 'width:-1px', null ),
	array( 'style', 'margin:1em -2em', null ),
	array( 'style', 'width:1px 1px 1px 1px 1px', null ),
	array( 'style', 'background:URL(x)', null ),
	array( 'style', 'background:var(--x)', 'background:var(--x)' ),
	array( 'style', 'width', null ),
	array( 'style', '', null ),
	array( 'class', 'wp-block-group alignfull is-position-sticky has-modal-open wp-block-navigation__responsive-container is-menu-open screen-reader-text has-parallax has-large-font-size alignright largesse-dialog', 'wp-block-group has-large-font-size alignright' ),
	array( 'class', 'wp-block-image__caption size-large wp-image-7', 'wp-block-image__caption size-large wp-image-7' ),
	array( 'class', 'admin-bar', null ),
	array( 'id', 'wpadminbar', null ),
	array( 'name', 'wp', null ),
	array( 'data-wp-interactive', 'largesse/registry', null ),
	array( 'data-largesse', 'x', null ),
	array( 'href', 'https://shop.example/', 'https://shop.example/' ),
	array( 'title', 'T', 'T' ),
	array( 'alt', '', '' ),
) as list( $name, $value, $kept ) ) {
	test( ( null === $kept ? 'removes ' : 'keeps ' . brief( $kept ) . ' of ' ) . "{$name}=" . brief( $value ), static fn () => assert_same( $kept, StoryAttributes::allowed( $name, $value ) ) );
}
