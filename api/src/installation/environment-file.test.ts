import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from '../../../contract/testing/properties.ts';
import { parseEnvironmentFile } from './environment-file.ts';

describe('a settings file', () => {
  for (const [line, value] of [
    ['NAME=off # not used', 'off # not used'],
    ['NAME=postgres://me:a#b@db.example/items', 'postgres://me:a#b@db.example/items'],
    ['  NAME = two words \t', 'two words'],
    ['NAME="a \\"b\\" \\$c \\d # e" ', 'a "b" $c \\d # e'],
    ['NAME=\'a \\ "b"\' "c"', 'a \\ "b"c'],
    ["NAME=it's", "it's"],
    ['NAME=a\\ b\\\nc', 'a bc'],
    ['NAME="a\nOTHER=b"', 'a\nOTHER=b'],
    ['NAME=1\nNAME=2', '2'],
    ['NAME=\r\n', ''],
    ['#NAME=a', undefined],
    ['; NAME=a', undefined],
    ['export NAME=a', undefined],
  ] as const)
    it(`has the value that systemd reads: ${JSON.stringify(line)}`, () => {
      assert.deepEqual(parseEnvironmentFile(`FIRST=1\n${line}\nLAST=9\n`), {
        FIRST: '1',
        ...(value !== undefined && { NAME: value }),
        LAST: '9',
      });
    });

  it('gives back each value in double quotes, whatever the file contains otherwise', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        fc.pre(!value.includes('\r'));
        const quoted = value.replace(/["\\`$]/g, '\\$&');
        assert.equal(parseEnvironmentFile(`NAME="${quoted}"\n# a comment`).NAME, value);
      }),
    );
  });
});
