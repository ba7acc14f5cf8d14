import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const [, map = ''] = /\$request_uri \$largesse_route \{(.*?)\n\}/s.exec(
  readFileSync(new URL('./nginx/http.conf', import.meta.url), 'utf8'),
) ?? [''];

/** Patterns in http.conf that map a requested path to the logged path. The first matching pattern applies. */
const patterns = Array.from(
  map.matchAll(/"~(.+?)" \$(\w+)(\S*);/g),
  ([, pattern = '', group = '', ending = '']) =>
    ({ pattern: new RegExp(pattern.replaceAll('\\z', '$')), group, ending }) as const,
);

/** Returns the path that nginx logs for a request. */
function loggedPath(uri: string): string {
  for (const { pattern, group, ending } of patterns) {
    const found = pattern.exec(uri);
    if (found) return `${found.groups?.[group]}${ending}`;
  }
  return '-';
}

const { paths } = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'));

describe('the paths in the log of nginx', () => {
  it('include every path of the API', () => {
    for (const path of Object.keys(paths)) {
      const numbered = path.replace(/\{(?:id|item_id)\}/g, '17');
      const uri = numbered.replace(/\{\w+\}/g, '0b9f7d0e-0000-4000-8000-000000000000');
      assert.equal(loggedPath(`${uri}?cursor=secret`), numbered.replace(/\/\{.*/, '/*'), path);
    }
  });

  it('contain no address of an invitee, no secret and no unknown path', () => {
    for (const [uri, expected] of [
      ['/registries/1/invitees/ada%40people.example', '/registries/1/invitees/*'],
      ['/registries/1/invitees/12', '/registries/1/invitees/12'],
      ['/items/search?q=ring', '/items/search'],
      ['/ada@people.example', '-'],
      ['/events/ada', '-'],
      ['/eventsada', '-'],
    ] as const)
      assert.equal(loggedPath(uri), expected, uri);
  });
});
