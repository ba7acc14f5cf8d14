import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { stoppedClock } from '../../../tests/support/clock.ts';
import { addressOf } from '../../../tests/support/server-address.ts';
import { HostError } from './errors.ts';
import { HostClient } from './session.ts';
import { SiteTimeZone, timeZoneIn } from './time-zone.ts';

const PAUSE_S = 60;
const BERLIN = { timezone_string: 'Europe/Berlin' };

it('a site has an offset of at most 14 hours, in minutes, before or after UTC', () => {
  const zones = [14, '13.75', -9.5, 0, 14.25, -15, 'x'].map((gmt_offset) => timeZoneIn({ gmt_offset }));
  assert.deepEqual(zones, ['+14:00', '+13:45', '-09:30', '+00:00', null, null, null]);
});

it('a question for the time zone that was never sent is repeated at once', async () => {
  const zone = new SiteTimeZone(stoppedClock().now);
  for (const refusal of ['breaker', 'quiet', 'full', 'late'] as const)
    assert.equal(await zone.get(() => Promise.reject(new HostError('unavailable', '', { refusal }))), null, refusal);
  assert.equal(await zone.get(async () => BERLIN), 'Europe/Berlin');
});

for (const [failure, expected] of [
  ['timeout', null],
  ['unavailable', null],
  ['invalid-response', null],
  ['no-route', 'UTC'],
  ['forbidden', 'UTC'],
  ['unauthorized', 'UTC'],
] as const)
  it(`a site whose first answer for the zone is ${failure} has ${expected ?? 'no'} zone until the next answer`, async () => {
    const clock = stoppedClock();
    const zone = new SiteTimeZone(clock.now);
    const fail = () => Promise.reject(new HostError(failure, ''));
    assert.equal(await zone.get(fail), expected);
    assert.equal(await zone.get(async () => BERLIN), expected, 'within the pause');
    clock.pass(PAUSE_S);
    assert.equal(await zone.get(async () => BERLIN), 'Europe/Berlin');
  });

it('a site is asked again after five minutes, once by concurrent callers; a failure leaves the zone as it was', async () => {
  const clock = stoppedClock();
  const zone = new SiteTimeZone(clock.now);
  let asked = 0;
  const answering = (timezone_string: string) => async () => {
    asked++;
    return { timezone_string };
  };
  const both = [zone.get(answering('Europe/Berlin')), zone.get(answering('Europe/Berlin'))];
  assert.deepEqual([await Promise.all(both), asked], [['Europe/Berlin', 'Europe/Berlin'], 1]);
  clock.pass(299);
  assert.equal(await zone.get(answering('Asia/Tokyo')), 'Europe/Berlin');
  clock.pass(1);
  for (const failure of ['timeout', 'forbidden'] as const) {
    assert.equal(await zone.get(() => Promise.reject(new HostError(failure, ''))), 'Europe/Berlin');
    clock.pass(PAUSE_S);
  }
  assert.equal(await zone.get(async () => []), 'Europe/Berlin', 'an answer without a zone');
  clock.pass(PAUSE_S);
  assert.equal(await zone.get(answering('Asia/Tokyo')), 'Asia/Tokyo');
});

it('a request waits two seconds for the zone of a site that does not answer', async (t) => {
  const asked = Promise.withResolvers<IncomingHttpHeaders>();
  const server = createServer(({ headers }) => asked.resolve(headers));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = new HostClient({ restUrl: addressOf(server), registryRestBase: 'registries', timeout: 8 });
  t.after(async () => {
    await host.close();
    server.closeAllConnections();
    server.close();
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const zone = host.as('Basic YW5uYTp4').timeZone();
  const { authorization, accept, 'accept-encoding': encoding } = await asked.promise;
  assert.deepEqual([authorization, accept, encoding], ['Basic YW5uYTp4', 'application/json', 'identity']);
  t.mock.timers.tick(2000);
  assert.equal(await Promise.race([zone, turn('no end')]), null);
});
