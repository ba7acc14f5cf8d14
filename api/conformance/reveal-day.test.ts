import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import { assertStatus, type Purchase } from './answers.ts';
import { addItem, addRegistry, dayFromNow, give } from './world.ts';

const t = await openTestService();
after(() => t.close());

/** A zone in which the day of the fake host has begun, and one in which it has not: they are 26 hours apart. */
const ZONES = { begun: 'Pacific/Kiritimati', notBegun: 'Etc/GMT+12' };

describe("rules: Surprise, the day of the reveal in the site's time zone", () => {
  for (const [zone, isBegun] of [
    [ZONES.begun, true],
    [ZONES.notBegun, false],
  ] as const)
    for (const restUrl of ['', t.host.plainRestUrl])
      it(`is read from the index of the site's REST API${restUrl && ' without pretty permalinks'}: ${zone}`, async () => {
        t.host.timeZone = { timezone_string: zone };
        await using service = await openTestService({ host: t.host, env: { HOST_REST_URL: restUrl } });
        const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONES.begun }).format();
        const post = addRegistry(service, { surprise: 'hidden', invitees: ['guest'], revealDate: today });
        const item = await addItem(service, post.id);
        service.host.forgetCalls();
        assert.equal((await give(service, item, { giver_name: 'Ada' })).is_secret, !isBegun);
        const path = `/registries/${post.id}/purchases`;
        const seen = await service.request<Purchase[]>('GET', path, { as: 'owner' });
        assertStatus(seen, 200);
        assert.deepEqual(valuesOf(seen.body, 'giver_name'), isBegun ? ['Ada'] : []);
        const [call, ...others] = service.host.callsTo(/^\/$/);
        assert.deepEqual([call?.user, call?.query.get('_fields')], ['guest', 'timezone_string,gmt_offset']);
        assert.deepEqual(others, [], 'the zone is cached');
      });

  it('reveals nothing as long as the site does not name its zone', async () => {
    await using service = await openTestService();
    service.host.misbehave(({ response }) => void response.writeHead(500).end(), { route: /^\/$/ });
    const post = addRegistry(service, { surprise: 'hidden', invitees: ['guest'], revealDate: dayFromNow(0) });
    const { is_secret } = await give(service, await addItem(service, post.id));
    assert.ok(is_secret);
  });
});
