import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { assertStatus, type Item, type Purchase } from '../../../api/conformance/answers.ts';
import { addItem, addRegistry, give } from '../../../api/conformance/world.ts';
import { stoppedClock } from '../../support/clock.ts';
import { type Fault, html, silence, status, text } from '../../support/host-faults.ts';
import { openTestService, type TestService } from '../../support/service.ts';

/** Lifetime of the cached zone (seconds). */
const REMEMBERED_S = 300;

/** Pause after a failed look-up of the zone, before the next try (seconds). */
const PAUSE_S = 60;

const INDEX = /^\/$/;
const MIDNIGHT_UTC = '2027-06-14T00:00:00Z';
const DAY = '2027-06-14';
/** In every zone, June 14 has begun at least two hours before this time. */
const EVERYWHERE = '2027-06-14T14:00:00Z';

const clock = stoppedClock();
const t = await openTestService({ overrides: { now: clock.now } });
before(() => mock.timers.enable({ apis: ['Date'], now: Date.parse(MIDNIGHT_UTC) }));
after(async () => {
  mock.timers.reset();
  await t.close();
});

const isNow = (time: string, offsetMs = 0): void => mock.timers.setTime(Date.parse(time) + offsetMs);
const setUp = async (dates: { revealDate?: string; eventDate?: string }, service: TestService = t): Promise<Item> => {
  const post = addRegistry(service, { surprise: 'hidden', invitees: ['guest'], ...dates });
  return addItem(service, post.id, { quantity_needed: 9 });
};
const seen = async ({ registry_id }: Item, service: TestService = t) => {
  const answer = await service.request<Purchase[]>('GET', `/registries/${registry_id}/purchases`, { as: 'owner' });
  assertStatus(answer, 200);
  return answer.body.length;
};

/**
 * Checks that the day of the reveal begins exactly at this time. Creates one gift just before this time, and another
 * gift at this time.
 */
async function assertBegins(at: string, dates: { revealDate?: string; eventDate?: string }): Promise<void> {
  isNow(at, -1);
  const item = await setUp(dates);
  assert.equal((await give(t, item)).is_secret, true, `a gift just before ${at}`);
  assert.equal(await seen(item), 0, `gifts that the owner sees just before ${at}`);
  isNow(at);
  assert.equal(await seen(item), 1, `gifts that the owner sees at ${at}`);
  assert.equal((await give(t, item)).is_secret, false, `a gift at ${at}`);
}

/** Moves the site to another zone. Then advances the clock, so that the service asks for the zone again. */
const theSiteIsIn = (timeZone: TestService['host']['timeZone']): void => {
  t.host.timeZone = timeZone;
  clock.pass(REMEMBERED_S);
};

describe("rules: Surprise, the day of the reveal begins at midnight of the site's time zone", () => {
  for (const [zone, day, at] of [
    [{ timezone_string: 'Europe/Berlin', gmt_offset: 2 }, '2027-06-14', '2027-06-13T22:00:00Z'],
    [{ timezone_string: 'Europe/Berlin', gmt_offset: 2 }, '2027-12-25', '2027-12-24T23:00:00Z'],
    [{ timezone_string: 'Europe/Berlin', gmt_offset: 1 }, '2027-03-29', '2027-03-28T22:00:00Z'],
    [{ timezone_string: 'America/New_York', gmt_offset: '-5' }, '2027-01-10', '2027-01-10T05:00:00Z'],
    [{ timezone_string: 'Pacific/Kiritimati', gmt_offset: 14 }, '2027-06-14', '2027-06-13T10:00:00Z'],
    [{ timezone_string: 'Pacific/Niue', gmt_offset: -11 }, '2027-06-14', '2027-06-14T11:00:00Z'],
    // On this day, clocks in Chile advance from 24:00 to 1:00.
    [{ timezone_string: 'America/Santiago', gmt_offset: -4 }, '2027-09-05', '2027-09-05T04:00:00Z'],
    [{ timezone_string: '', gmt_offset: '5.5' }, '2027-06-14', '2027-06-13T18:30:00Z'],
    [{ timezone_string: '', gmt_offset: 5.75 }, '2027-06-14', '2027-06-13T18:15:00Z'],
    [{ timezone_string: '', gmt_offset: -3.5 }, '2027-06-14', '2027-06-14T03:30:00Z'],
    [{ timezone_string: '', gmt_offset: '-0.5' }, '2027-06-14', '2027-06-14T00:30:00Z'],
    [{ timezone_string: '', gmt_offset: -12 }, '2027-06-14', '2027-06-14T12:00:00Z'],
    [{ timezone_string: 'Mars/Base', gmt_offset: 9 }, '2027-06-14', '2027-06-13T15:00:00Z'],
    [{ timezone_string: '', gmt_offset: '' }, '2027-06-14', MIDNIGHT_UTC],
  ] as const) {
    it(`${JSON.stringify(zone)}: ${day} begins at ${at}`, async () => {
      theSiteIsIn(zone);
      await assertBegins(at, { revealDate: day });
    });
  }

  it('on the day after the event, too', async () => {
    theSiteIsIn({ timezone_string: 'Asia/Kolkata', gmt_offset: 5.5 });
    await assertBegins('2027-02-28T18:30:00Z', { eventDate: '2027-02-28' });
    await assertBegins('2028-02-29T18:30:00Z', { eventDate: '2028-02-29' });
  });

  it('for names, too', async () => {
    theSiteIsIn({ timezone_string: 'America/New_York', gmt_offset: -4 });
    const post = addRegistry(t, { invitees: ['guest'], revealDate: DAY });
    const item = await addItem(t, post.id);
    isNow('2027-06-14T04:00:00Z', -1);
    await give(t, item, { giver_name: 'Ada' });
    const names = async () => {
      const answer = await t.request<Purchase[]>('GET', `/registries/${post.id}/purchases`, { as: 'owner' });
      return answer.body.map(({ giver_name }) => giver_name);
    };
    assert.deepEqual(await names(), [null]);
    isNow('2027-06-14T04:00:00Z');
    assert.deepEqual(await names(), ['Ada']);
  });

  it('never on an invalid day, and not yet for a day in the year 9999', async () => {
    isNow(MIDNIGHT_UTC);
    for (const dates of [{ eventDate: '9999-12-31' }, { eventDate: '2027-02-31' }, { eventDate: '1' }]) {
      assert.equal((await give(t, await setUp(dates))).is_secret, true, JSON.stringify(dates));
    }
  });
});

describe("design: the site's time zone is cached", () => {
  const asked = () => t.host.callsTo(INDEX).length;

  it('and only requested if the answer depends on it', async () => {
    theSiteIsIn({ timezone_string: 'Europe/Berlin', gmt_offset: 2 });
    isNow(MIDNIGHT_UTC);
    const [near, far, past] = [
      await setUp({ revealDate: DAY }),
      await setUp({ revealDate: '2027-06-15' }),
      await setUp({ revealDate: '2027-06-13' }),
    ];
    for (const item of [near, far, past]) await seen(item);
    clock.pass(REMEMBERED_S);
    t.host.forgetCalls();
    for (const item of [await setUp({}), far, past]) await seen(item);
    assert.equal(asked(), 0);
    await Promise.all([seen(near), seen(near), seen(near)]);
    assert.equal(asked(), 1);
    clock.pass(REMEMBERED_S - 1);
    await seen(near);
    assert.equal(asked(), 1);
    const [call] = t.host.callsTo(INDEX);
    assert.deepEqual([call?.user, call?.query.get('_fields')], ['owner', 'timezone_string,gmt_offset']);
  });

  it('for at most five minutes after the site moves to another zone', async () => {
    theSiteIsIn({ timezone_string: 'America/New_York', gmt_offset: -4 });
    isNow(MIDNIGHT_UTC);
    const item = await setUp({ revealDate: DAY });
    await give(t, item);
    t.host.timeZone = { timezone_string: '', gmt_offset: 3 };
    assert.equal(await seen(item), 0);
    clock.pass(REMEMBERED_S);
    assert.equal(await seen(item), 1);
  });

  /**
   * Faulty answers to a request for the index of the site's REST API. This index contains the time zone. The second
   * value is the start of the reveal day if the service has never learned the time zone.
   */
  const faults: Record<string, [Fault, string]> = {
    'a page': [html(), EVERYWHERE],
    'an error': [status(500), EVERYWHERE],
    'no answer': [silence(), EVERYWHERE],
    maintenance: [status(503), EVERYWHERE],
    'a refusal': [status(403), MIDNIGHT_UTC],
    'an empty list': [text('[]'), MIDNIGHT_UTC],
    'an absurd offset': [text('{"timezone_string":"","gmt_offset":"1e9"}'), MIDNIGHT_UTC],
  };
  for (const [name, [fault, begins]] of Object.entries(faults)) {
    it(`${name} in place of the index leaves the zone as it was, and the service retries after a minute`, async () => {
      const other = stoppedClock();
      await using service = await openTestService({ overrides: { now: other.now } });
      service.host.timeZone = { timezone_string: 'America/New_York', gmt_offset: -4 };
      isNow(begins, -1);
      service.host.misbehave(fault, { route: INDEX });
      const item = await setUp({ revealDate: DAY }, service);
      assert.equal((await give(service, item)).is_secret, true);
      assert.equal(await seen(item, service), 0);
      service.host.forgetCalls();
      isNow(begins);
      assert.equal(await seen(item, service), 1, `the day begins at ${begins}`);
      assert.equal(service.host.callsTo(INDEX).length, 0, 'no second request at once');
      service.host.behave();
      isNow(MIDNIGHT_UTC);
      other.pass(PAUSE_S);
      const next = await setUp({ revealDate: DAY }, service);
      assert.equal((await give(service, next)).is_secret, true, 'the day has not begun in New York');
      service.host.misbehave(fault, { route: INDEX });
      other.pass(REMEMBERED_S);
      assert.equal(await seen(next, service), 0, 'the zone is cached');
    });
  }

  it('for a site without pretty permalinks, too', async () => {
    const { host } = t;
    await using service = await openTestService({ host, env: { HOST_REST_URL: host.plainRestUrl } });
    host.timeZone = { timezone_string: 'Asia/Tokyo', gmt_offset: 9 };
    isNow('2027-06-13T15:00:00Z');
    assert.equal((await give(service, await setUp({ revealDate: DAY }, service))).is_secret, false);
  });
});
