import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAddress } from './address.ts';

describe('the address of a site at home', () => {
  it('may have a port and a path, and loses trailing slashes', () => {
    const cases: [string, string, string, string, boolean][] = [
      ['http://192.168.1.5:8080/', 'http://192.168.1.5:8080', '192.168.1.5:8080', '', false],
      ['https://family.example', 'https://family.example', 'family.example', '', true],
      [
        ' https://family.example:443/a/our.lists//\n',
        'https://family.example/a/our.lists',
        'family.example',
        '/a/our.lists',
        true,
      ],
      ['http://[::1]:8080', 'http://[::1]:8080', '[::1]:8080', '', false],
    ];
    for (const [text, url, host, path, isHttps] of cases)
      assert.deepEqual(parseAddress(text), { url, host, path, isHttps }, text);
  });

  it('is refused with the name of the setting if it could not be compared or opened', () => {
    for (const text of [
      '',
      'family.example',
      'ftp://family.example',
      'https://a:b@family.example',
      'https://f.example/?a=b',
      'https://f.example/#a',
      'https://f.example/a b',
      "https://f.example/a'b",
      'https://f.example/a;b',
    ])
      assert.throws(() => parseAddress(text), /^Error: SITE_URL: /, text);
  });
});
