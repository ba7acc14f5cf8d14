import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { credentialsIn, usernameIn } from './credentials.ts';

/** Returns the user name in an `Authorization` header. */
const usernameOf = (authorization: string) => {
  const credentials = credentialsIn(authorization);
  return credentials === null ? null : usernameIn(credentials);
};

const basic = (pair: string | Uint8Array) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('the user name of an Authorization value', () => {
  it('reads the part before the first colon', () => {
    assert.equal(usernameOf(basic('anna:ab cd:ef')), 'anna');
    assert.equal(usernameOf(basic('Ärger@mail.example:x')), 'Ärger@mail.example');
  });

  it('accepts any capitalisation of the scheme, and base64 without padding', () => {
    assert.equal(usernameOf(basic('anna:x').replace('Basic', 'bAsIc')), 'anna');
    assert.equal(usernameOf(basic('anna:xx').replaceAll('=', '')), 'anna');
  });

  it('rejects malformed values', () => {
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
      assert.equal(usernameOf(value), null, value);
  });
});
