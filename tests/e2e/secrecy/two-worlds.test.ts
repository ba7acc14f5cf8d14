// Needs a service and site: two identical worlds are compared byte for byte.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { abilitiesOf, EVE_MS, routesWithoutRow } from './owner-requests.ts';
import { openRepeatableSite } from './repeatable-site.ts';
import { afterTheDay, type Comparison, compareOverTime, compareWorlds } from './two-worlds.ts';
import { type Act, CANARY, type Family, type Owner, settle } from './world.ts';

/*
 * Runs the same actions twice on a site. Only the second time, guests also give in secret. The owner of the registry
 * must receive the same bytes both times (rules: Surprise).
 */

/**
 * Guests suggest wishes. The owner accepts one and declines one; a third one waits. The cron stores the promised gift.
 */
const SUGGESTED: readonly Act[] = [
  { kind: 'suggest', wish: 'Suggested lamp', who: 'nobody' },
  { kind: 'suggest', wish: 'Suggested pan', who: 'stranger' },
  { kind: 'suggest', wish: 'Suggested vase', who: 'nobody' },
  { kind: 'answer', wish: 'Suggested lamp', how: 'accept' },
  { kind: 'answer', wish: 'Suggested pan', how: 'decline' },
  { kind: 'cron' },
];

const ACTS: Readonly<Record<Owner, readonly Act[]>> = {
  owner: [
    { kind: 'give', item: 0, quantity: 2, who: 'nobody', hasAddress: true },
    { kind: 'give', item: 1, quantity: 1, who: 'stranger', hasAddress: false },
    { kind: 'give', item: 1, quantity: 3, who: 'nobody', hasAddress: false, isOther: true },
    { kind: 'have', item: 0, quantity: 1 },
    { kind: 'edit', item: 0, needed: 1 },
    { kind: 'change', gift: 1, quantity: 1 },
    { kind: 'buy', gift: 0 },
    { kind: 'unbuy', gift: 0 },
    { kind: 'send', gift: 0 },
    { kind: 'give back', gift: 2 },
    { kind: 'idea' },
    ...SUGGESTED,
    { kind: 'share', amount: 4 },
    { kind: 'share', amount: 8 },
    { kind: 'date', days: 2 },
    { kind: 'remove', item: 0 },
  ],
  invitee: [
    { kind: 'give', item: 0, quantity: 2, who: 'nobody', hasAddress: true },
    { kind: 'give', item: 1, quantity: 4, who: 'stranger', hasAddress: true, isOther: true },
    { kind: 'edit', item: 0, needed: 3 },
    ...SUGGESTED,
  ],
  admin: [
    { kind: 'give', item: 0, quantity: 2, who: 'nobody', hasAddress: true },
    { kind: 'give', item: 1, quantity: 4, who: 'stranger', hasAddress: true, isOther: true },
    { kind: 'have', item: 1, quantity: 1 },
    ...SUGGESTED,
  ],
};

/** Actions for one gift: a guest gives and returns the gift. After each action, the owner looks at the registry. */
const TURNS: readonly Act[] = [
  { kind: 'give', item: 0, quantity: 2, who: 'nobody', hasAddress: true },
  { kind: 'cron' },
  { kind: 'see', gift: 'latest' },
  { kind: 'change', gift: 'latest', quantity: 1 },
  { kind: 'give back', gift: 'latest' },
  { kind: 'suggest', wish: 'Suggested lamp', who: 'nobody' },
  { kind: 'answer', wish: 'Suggested lamp', how: 'accept' },
  { kind: 'cron' },
];

describe('rules: Surprise, two worlds over the site', () => {
  const world = openForSuite(openRepeatableSite);
  let families: Record<Owner, Family>;
  before(async () => {
    families = await settle(world);
    await world.keep();
  });

  for (const [owner, place, extent] of [
    ['owner', 'on any page', 'everything'],
    ['admin', 'on one page of each kind', 'each kind'],
    ['invitee', 'on one page of each kind', 'each kind'],
  ] as const)
    it(`shows the ${owner} of a registry no trace of secret gifts ${place}`, async () => {
      const report = await compareWorlds(world, owner, families[owner], ACTS[owner], extent);
      console.log(told(report, owner));
      assert.deepEqual(report.leaks, []);
      assert.equal(report.differing, 0);
      assert.equal(report.acts, owner === 'owner' ? 14 : 5, 'guests gave and promised, and changed their gifts');
    });

  it('shows an owner no trace between the acts of guests, whatever is cached', async () => {
    const report = await compareOverTime(world, 'owner', families.owner, TURNS);
    console.log(told(report, 'owner'));
    assert.deepEqual(report.leaks, []);
    assert.equal(report.differing, 0);
    assert.equal(
      report.acts,
      12,
      'guests gave, changed their gifts, gave them back, and promised one, in three rounds',
    );
  });

  it('covers every route of largesse/v1, and abilities that answer', async () => {
    await world.rewind();
    world.at(EVE_MS);
    const { text } = await world.ask('nobody', 'GET', '/wp-json/largesse/v1');
    assert.deepEqual(routesWithoutRow(text), []);
    for (const path of abilitiesOf(families.owner)) assert.equal((await world.rest('owner', 'GET', path)).status, 200);
  });

  it('finds the gifts after the reveal, so it looks in the right places', async () => {
    const answers = await afterTheDay(world, 'owner', families.owner, [...ACTS.owner.slice(0, 1), ...SUGGESTED]);
    for (const part of ['gifts=list', 'gifts=csv']) {
      const answer = answers.find(({ asked }) => asked.includes(part));
      assert.match(answer?.text ?? '', new RegExp(CANARY), part);
      assert.match(answer?.text ?? '', /Suggested lamp/, part);
    }
    const registry = answers.find(({ asked }) => asked === 'largesse_get_registry()');
    assert.match(registry?.text ?? '', /"quantity_purchased":2/);
  });
});

/** Formats the numbers of a comparison as one line. */
function told({ answers, bytes, acts, differing }: Comparison, owner: Owner): string {
  const counts = Object.entries(answers).map(([kind, count]) => `${count} of ${kind}`);
  return `two worlds: ${owner}: ${counts.join(', ')}; ${bytes} bytes, ${differing} of them differ; ${acts} secret acts`;
}
