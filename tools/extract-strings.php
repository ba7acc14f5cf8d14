<?php
/**
 * Finds the strings that PHP files translate. Runs without WordPress; prints JSON.
 *
 * It reads the tokens of PHP's own tokenizer, so it finds strings in any valid syntax.
 *
 * @package Largesse
 */

/**
 * WordPress's translation functions, each with the positions of its arguments: singular, plural, context and text
 * domain.
 */
const FUNCTIONS = array(
	'__'           => array( 0, null, null, 1 ),
	'_e'           => array( 0, null, null, 1 ),
	'esc_html__'   => array( 0, null, null, 1 ),
	'esc_html_e'   => array( 0, null, null, 1 ),
	'esc_attr__'   => array( 0, null, null, 1 ),
	'esc_attr_e'   => array( 0, null, null, 1 ),
	'_x'           => array( 0, null, 1, 2 ),
	'_ex'          => array( 0, null, 1, 2 ),
	'esc_html_x'   => array( 0, null, 1, 2 ),
	'esc_attr_x'   => array( 0, null, 1, 2 ),
	'_n'           => array( 0, 1, null, 3 ),
	'_nx'          => array( 0, 1, 3, 4 ),
	'_n_noop'      => array( 0, 1, null, 2 ),
	'_nx_noop'     => array( 0, 1, 2, 3 ),
);

/**
 * Returns the strings in a file.
 *
 * @param string $file   Path of the file, for error messages.
 * @param string $source Code of the file.
 * @param string $domain The text domain.
 * @return list<array{file: string, line: int, singular: string, plural: ?string, context: ?string, comment: ?string}>
 * @throws UnexpectedValueException If a string cannot be determined or the text domain is wrong.
 */
function strings_in( string $file, string $source, string $domain ): array {
	$tokens   = array_values(
		array_filter(
			PhpToken::tokenize( $source, TOKEN_PARSE ),
			static fn ( PhpToken $token ) => ! $token->is( T_WHITESPACE )
		)
	);
	$code     = array_values(
		array_filter( $tokens, static fn ( PhpToken $token ) => ! $token->is( array( T_COMMENT, T_DOC_COMMENT ) ) )
	);
	$comments = comments_by_line( $tokens );
	$found    = array();
	foreach ( $code as $index => $token ) {
		$function  = ltrim( $token->text, '\\' );
		$positions = $token->is( array( T_STRING, T_NAME_FULLY_QUALIFIED ) ) ? FUNCTIONS[ $function ] ?? null : null;
		$is_call   = '(' === ( $code[ $index + 1 ]->text ?? '' )
			&& ! $code[ $index - 1 ]->is( array(
				T_OBJECT_OPERATOR,
				T_NULLSAFE_OBJECT_OPERATOR,
				T_DOUBLE_COLON,
				T_FUNCTION,
				T_NEW,
			) );
		if ( null === $positions || ! $is_call ) {
			continue;
		}
		$arguments = arguments_from( $code, $index + 2 );
		$literals  = array_map(
			static fn ( ?int $position ) => null === $position ? null : literal( $arguments[ $position ] ?? array() ),
			$positions
		);
		foreach ( $positions as $what => $position ) {
			if ( null !== $position && null === $literals[ $what ] ) {
				throw new UnexpectedValueException(
					"$file:{$token->line}: argument " . ( $position + 1 ) . " of $function is no plain string"
				);
			}
		}
		if ( $literals[3] !== $domain ) {
			throw new UnexpectedValueException( "$file:{$token->line}: the text domain is {$literals[3]}" );
		}
		$found[] = array(
			'file'     => $file,
			'line'     => $token->line,
			'singular' => $literals[0],
			'plural'   => $literals[1],
			'context'  => $literals[2],
			'comment'  => $comments[ $token->line ] ?? $comments[ $token->line - 1 ] ?? null,
		);
	}
	return $found;
}

/**
 * Returns the comments for translators, by the line on which they end.
 *
 * @param list<PhpToken> $tokens Tokens of a file.
 * @return array<int, string>
 */
function comments_by_line( array $tokens ): array {
	$comments = array();
	foreach ( $tokens as $token ) {
		if ( $token->is( T_COMMENT ) && preg_match( '/translators:\s*(.*?)\s*(?:\*\/)?$/is', $token->text, $match ) ) {
			$comments[ $token->line + substr_count( $token->text, "\n" ) ] = 'translators: ' . preg_replace( '/\s*\n[\s*]*/', ' ', $match[1] );
		}
	}
	return $comments;
}

/**
 * Returns the arguments of a call. Each argument is a list of its tokens.
 *
 * @param list<PhpToken> $code  Tokens of a file without comments.
 * @param int            $index Index of the first argument.
 * @return list<list<PhpToken>>
 */
function arguments_from( array $code, int $index ): array {
	$arguments = array( array() );
	for ( $depth = 0; isset( $code[ $index ] ); $index++ ) {
		$text   = $code[ $index ]->text;
		$depth += match ( true ) {
			in_array( $text, array( '(', '[', '{' ), true ) => 1,
			in_array( $text, array( ')', ']', '}' ), true ) => -1,
			default => 0,
		};
		if ( $depth < 0 ) {
			break;
		}
		if ( 0 === $depth && ',' === $text ) {
			$arguments[] = array();
		} else {
			$arguments[ count( $arguments ) - 1 ][] = $code[ $index ];
		}
	}
	return $arguments;
}

/**
 * Returns the text of an argument that is a single plain string, otherwise null.
 *
 * @param list<PhpToken> $argument Tokens of the argument.
 */
function literal( array $argument ): ?string {
	if ( 1 !== count( $argument ) || ! $argument[0]->is( T_CONSTANT_ENCAPSED_STRING ) ) {
		return null;
	}
	$inside = substr( $argument[0]->text, 1, -1 );
	return "'" === $argument[0]->text[0]
		? strtr( $inside, array( '\\\\' => '\\', "\\'" => "'" ) )
		: stripcslashes( $inside );
}

$strings = array();
foreach ( $input['files'] as $file ) {
	array_push( $strings, ...strings_in( $file, file_get_contents( "/folder/$file" ), $input['domain'] ) );
}
echo json_encode( $strings, JSON_THROW_ON_ERROR );
