import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usernameIn } from './credentials.ts';

const basic = (pair: string | Uint8Array) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('usernameIn', () => {
  it('reads the part before the first colon', () => {
    assert.equal(usernameIn(basic('anna:ab cd:ef')), 'anna');
    assert.equal(usernameIn(basic('Ärger@mail.example:x')), 'Ärger@mail.example');
  });

  it('takes any spelling of the scheme, and base64 without padding', () => {
    assert.equal(usernameIn(basic('anna:x').replace('Basic', 'bAsIc')), 'anna');
    assert.equal(usernameIn(basic('anna:xx').replaceAll('=', '')), 'anna');
  });

  it('refuses what is malformed', () => {
    const malformed = [
      '',
      'Basic',
      'Basic ',
      'Basic !!!!',
      'Bearer abc',
      'Basic YTpi extra',
      basic('no colon'),
      basic(':x'),
      basic('a:'),
    ];
    for (const value of [
      ...malformed,
      basic(Uint8Array.of(0x61, 0xff, 0x3a, 0x62)),
      basic('a\u0000b:c'),
      basic('a:b\n'),
    ])
      assert.equal(usernameIn(value), null, value);
  });
});
