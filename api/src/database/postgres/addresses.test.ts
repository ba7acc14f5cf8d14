import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hostOf, readAddresses } from './addresses.ts';

describe('the address of a PostgreSQL', () => {
  const good: [string, string[], boolean][] = [
    ['postgres://u:p@db/items', ['postgres://u:p@db/items'], false],
    ['postgresql://db:5433/items?sslmode=require', ['postgresql://db:5433/items?sslmode=require'], false],
    ['postgres://db/items?target_session_attrs=primary', ['postgres://db/items'], true],
    ['postgres://a,b/items', ['postgres://a/items', 'postgres://b/items'], true],
    [
      'postgres://u:p%40ss@a:5432,b:5433/items?sslmode=require&target_session_attrs=read-write&keepalives=1',
      [
        'postgres://u:p%40ss@a:5432/items?sslmode=require&keepalives=1',
        'postgres://u:p%40ss@b:5433/items?sslmode=require&keepalives=1',
      ],
      true,
    ],
    ['postgres://u@[::1]:5432,[fd00::2],10.0.0.3/items', ['[::1]:5432', '[fd00::2]', '10.0.0.3'].map(at), true],
  ];
  function at(host: string): string {
    return `postgres://u@${host}/items`;
  }
  for (const [url, urls, mustWrite] of good)
    it(`names the servers of ${url}`, () => assert.deepEqual(readAddresses(url), { urls, mustWrite }));

  const bad: [string, RegExp][] = [
    ['postgres://u:secret@a,,b/items', /^each host must be/],
    ['postgres://u:secret@a,b:/items', /^each host must be/],
    ['postgres://u:secret@a,b:x/items', /^each host must be/],
    ['postgres://u:secret@a:5432:5433,b/items', /^each host must be/],
    ['postgres://u:secret@::1,b/items', /^each host must be/],
    ['postgres://u:secret@a,u:secret@b/items', /^write user and password once/],
    ['postgres://u:secret@a,b:70000/items', /^each port must be/],
    ['postgres://u:secret@a,b/items?target_session_attrs=any', /^target_session_attrs: must be read-write/],
    ['postgres://u:secret@a/items?target_session_attrs=standby', /^target_session_attrs: must be read-write/],
    ['postgres:/u:secret@a/items', /^must be postgres:/],
    ['postgres://u:secret@a b/items', /^must be postgres:/],
  ];
  for (const [url, rule] of bad)
    it(`refuses ${url} and repeats none of it`, () =>
      assert.throws(
        () => readAddresses(url),
        (error) => error instanceof RangeError && rule.test(error.message) && !error.message.includes('secret'),
      ));

  it('names servers without their secrets', () => {
    assert.equal(hostOf('postgres://u:secret@db:5433/items'), 'db:5433');
    assert.equal(hostOf('postgres://u:secret@[::1]/items'), '[::1]');
  });
});
