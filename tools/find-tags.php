<?php
/**
 * Finds HTML tags in PHP files: in strings, and outside of PHP. Ignores named groups of regular expressions, which look
 * similar. Runs without WordPress. Prints a list of "file:line" as JSON.
 *
 * `$input` contains the paths of the files, relative to the current folder.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Tools;

use PhpToken;

const TAG = '~(?<!\(\?P)<(?:!doctype\b|/?[a-z][a-z0-9]*(?=[\s/>]|$))~i';

$found = array();
foreach ( $input as $file ) {
	foreach ( PhpToken::tokenize( file_get_contents( $file ) ) as $token ) {
		if (
			$token->is( array( T_CONSTANT_ENCAPSED_STRING, T_ENCAPSED_AND_WHITESPACE, T_INLINE_HTML ) )
			&& preg_match( TAG, $token->text )
		) {
			$found[] = "{$file}:{$token->line}";
		}
	}
}
echo json_encode( $found, JSON_THROW_ON_ERROR );
