import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkProxy } from './gateway-checks.ts';

describe('the checks of settings', () => {
  it('expect TRUST_PROXY only if the service has an HTTPS address', () => {
    const states = (serviceUrl: string | null, proxies: readonly string[]) =>
      checkProxy({ username: null, password: null, gatewayKey: null, serviceUrl }, proxies).map(({ state }) => state);
    assert.deepEqual(states(null, []), []);
    assert.deepEqual(states('http://api.example', []), []);
    assert.deepEqual(states('https://api.example', []), ['skipped']);
    assert.deepEqual(states('https://api.example', ['10.0.0.1']), ['ok']);
  });
});
