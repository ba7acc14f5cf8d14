import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aboutProxy, proxyIn } from './proxies.ts';

it('a proxy that is not trusted: has its address at the end of a message of nginx', () => {
  assert.equal(proxyIn('<190>Jun 12 03:10:00 proxy: 172.18.0.1\n'), '172.18.0.1');
  assert.equal(proxyIn('<190>Jun 12 03:10:00 proxy: fd00::1'), 'fd00::1');
  assert.equal(proxyIn('<190>Jun 12 03:10:00 proxy: '), null);
  assert.equal(proxyIn('proxy: 172.18.0.1; rm'), null);
});

it('a proxy that is not trusted: is named with the value that the setting needs', () => {
  assert.match(
    aboutProxy('172.18.0.1', []),
    /from 172\.18\.0\.1, but TRUSTED_PROXY is not set, .*TRUSTED_PROXY=172\.18\.0\.1$/,
  );
  assert.match(
    aboutProxy('172.18.0.1', ['192.168.1.5']),
    /which is not in TRUSTED_PROXY \(192\.168\.1\.5\), .*TRUSTED_PROXY=192\.168\.1\.5,172\.18\.0\.1$/,
  );
});
