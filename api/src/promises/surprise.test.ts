import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ruleCases } from '../../../contract/testing/rule-cases.ts';
import { registryOf } from '../host/registry.ts';
import { timeZoneIn } from '../host/time-zone.ts';
import { hasRevealDayCome, levelNow, levelOn, listStateOf, type Surprise, secrecyIn, startOf } from './surprise.ts';

const registry = (dates: Partial<Surprise>): Surprise => ({
  surprise: 'hidden',
  revealDate: null,
  eventDate: null,
  ...dates,
});

/** Returns whether the reveal day has come just before a time, and at this time, in the zone of a site. */
async function around(time: string, site: object, dates: Partial<Surprise>): Promise<boolean[]> {
  const zone = async () => timeZoneIn(site);
  const at = Date.parse(time);
  return [await hasRevealDayCome(registry(dates), at - 1, zone), await hasRevealDayCome(registry(dates), at, zone)];
}

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
    [{ timezone_string: '', gmt_offset: '-0.5' }, '2027-06-14', '2027-06-14T00:30:00Z'],
    [{ timezone_string: '', gmt_offset: -12 }, '2027-06-14', '2027-06-14T12:00:00Z'],
    [{ timezone_string: 'Mars/Base', gmt_offset: 9 }, '2027-06-14', '2027-06-13T15:00:00Z'],
    [{ timezone_string: '', gmt_offset: '' }, '2027-06-14', '2027-06-14T00:00:00Z'],
    // Without a zone, the day must have begun everywhere.
    [{}, '2027-06-14', '2027-06-14T14:00:00Z'],
  ] as const)
    it(`${JSON.stringify(zone)}: ${day} begins at ${at}`, async () =>
      assert.deepEqual(await around(at, zone, { revealDate: day }), [false, true]));

  it('on the day after the event if the registry names no day', async () => {
    const kolkata = { timezone_string: 'Asia/Kolkata', gmt_offset: 5.5 };
    assert.deepEqual(await around('2027-02-28T18:30:00Z', kolkata, { eventDate: '2027-02-28' }), [false, true]);
    assert.deepEqual(await around('2028-02-29T18:30:00Z', kolkata, { eventDate: '2028-02-29' }), [false, true]);
  });

  it('never on an invalid day, and not yet for a day in the year 9999', async () => {
    for (const eventDate of ['9999-12-31', '2027-02-31', '1'])
      assert.equal(await hasRevealDayCome(registry({ eventDate }), Date.parse('2027-06-14'), async () => 'UTC'), false);
  });

  it('and the site is asked only if the answer depends on its zone', async () => {
    let asked = 0;
    const zone = async () => {
      asked++;
      return 'UTC';
    };
    const now = Date.parse('2027-06-14T00:00:00Z');
    for (const [revealDate, count] of [
      ['2027-06-13', 0],
      ['2027-06-15', 0],
      ['2027-06-14', 1],
    ] as const) {
      await hasRevealDayCome(registry({ revealDate }), now, zone);
      assert.equal(asked, count, revealDate);
    }
  });
});

it('rules: Surprise, a day begins in the zone of the site; without a zone, when it has begun everywhere', () => {
  assert.equal(startOf('2027-06-14', 'Europe/Berlin'), '2027-06-13T22:00:00.000Z');
  assert.equal(startOf('2027-06-14', null), '2027-06-14T14:00:00.000Z');
});

describe('rules: Surprise, a promise on several lists', () => {
  const on = (registryId: number, level: 'hidden' | 'counts' | 'names' | null) => ({ registryId, level });
  for (const [what, lists, expected] of [
    ['has the level of its list', [on(7, 'names')], ['names', '', false]],
    ['is as secret as on the strictest list', [on(7, 'counts'), on(8, 'hidden')], ['hidden', ',7c,8h,', true]],
    ['has no level as long as a list is not known', [on(7, 'names'), on(8, null)], [null, ',8u,', false]],
    ['has a level if a known list hides it', [on(7, 'counts'), on(8, null)], ['counts', ',7c,8u,', false]],
    ['is secret without a list', [], ['hidden', '', true]],
  ] as const)
    it(what, () => {
      const { level, waits_for, is_secret } = secrecyIn(lists);
      assert.deepEqual([level, waits_for, is_secret], expected);
    });
});

describe('rules: Surprise, what owners see of a new gift', () => {
  const post = {
    id: 7,
    author: 1,
    title: {},
    content: {},
    status: 'publish',
    slug: 'ours',
    link: 'https://site.example/',
  };
  const times = { date_gmt: '2027-01-01T00:00:00', modified_gmt: '2027-01-01T00:00:00' };

  for (const { level, event, chosen, today, newGift } of ruleCases.surprises)
    it(`with the level “${level}”, the event “${event}” and the choice “${chosen}” on ${today}: ${newGift}`, async () => {
      const meta = { registry_surprise: level, registry_event_date: event, registry_reveal_date: chosen };
      const list = registryOf({ ...post, ...times, meta }, { askedAt: 0, comparedLists: [] });
      const isCome = await hasRevealDayCome(list, Date.parse(`${today}T12:00:00Z`), async () => 'UTC');
      assert.equal(levelNow(7, { surprise: list.surprise, hasRevealDayCome: isCome }).level, newGift);
      // The database compares the same days as texts for lists that share an item.
      assert.equal(levelOn(listStateOf(list), today).level, newGift);
    });
});
