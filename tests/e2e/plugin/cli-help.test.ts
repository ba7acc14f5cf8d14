// Needs WP-CLI: it prints the comments of commands.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { openSite } from '../wordpress/site.ts';

/**
 * Reads the description of each command as WP-CLI does: from the doc comment of its class or method. WP-CLI removes the
 * opening of a comment only at the end of a line, so `wp help` prints a comment of one line with its `/**`.
 */
const DESCRIPTIONS = `
  $found = array();
  $describe = static function ( string $name, string|false $comment ) use ( &$found ): void {
    $text = preg_replace( array( '|^/\\*\\*[\\r\\n]+|', '|\\n[\\t ]*\\*/$|', '|^[\\t ]*\\* ?|m' ), '', (string) $comment );
    $found[ $name ] = strtok( $text, "\\n" );
  };
  foreach ( Largesse\\Features::commands() as $name => $command ) {
    $class = new ReflectionClass( is_array( $command ) ? $command[0] : $command );
    if ( is_array( $command ) ) {
      $describe( $name, $class->getMethod( $command[1] )->getDocComment() );
      continue;
    }
    $describe( $name, $class->getDocComment() );
    foreach ( $class->getMethods( ReflectionMethod::IS_PUBLIC ) as $method ) {
      if ( ! str_starts_with( $method->name, '__' ) && ! $method->isStatic() ) {
        $describe( "$name $method->name", $method->getDocComment() );
      }
    }
  }
  echo wp_json_encode( $found );`;

describe('wp help', () => {
  const site = openForSuite(() => openSite({ version: '6.5' }));

  it('describes largesse and each of its commands with a sentence', async () => {
    const found: Record<string, string | false> = JSON.parse(await site.wordpress.run(DESCRIPTIONS));
    assert.ok(
      'largesse' in found && 'largesse doctor' in found && 'largesse gifts reveal' in found,
      Object.keys(found).join(),
    );
    for (const [name, text] of Object.entries(found)) assert.match(String(text), /^[A-Z][^*/]+\.$/, name);
  });
});
