import fc from 'fast-check';
import { openRepeatableSite } from '../e2e/secrecy/repeatable-site.ts';
import { type Comparison, compareWorlds } from '../e2e/secrecy/two-worlds.ts';
import { type Act, OWNERS, settle } from '../e2e/secrecy/world.ts';

/** Result of comparing the owners' pages with and without secret gifts. */
export interface SecretsReport extends Comparison {
  /** Number of simulated sites. Each comparison needs two sites: one with guests, and one without guests. */
  worlds: number;
}

const item = fc.nat(1);
const quantity = fc.integer({ min: 1, max: 4 });
const gift = fc.nat(3);

/** Random acts of guests and owners in a family. More than half of the acts are by guests. */
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('give' as const),
        item,
        quantity,
        who: fc.constantFrom('nobody' as const, 'stranger' as const),
        hasAddress: fc.boolean(),
      }),
    },
    fc.record({ kind: fc.constant('change' as const), gift, quantity }),
    fc.record({ kind: fc.constant('buy' as const), gift }),
    fc.record({ kind: fc.constant('give back' as const), gift }),
    fc.record({ kind: fc.constant('edit' as const), item, needed: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant('have' as const), item, quantity }),
    fc.record({ kind: fc.constant('remove' as const), item }),
    fc.record({ kind: fc.constant('date' as const), days: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constant('cron' as const) }),
  ),
  { minLength: 2, maxLength: 14 },
);

/**
 * Applies random acts to the registries of a member and of the administrator. Runs the acts twice: with guests who give
 * in secret, and without guests. Then compares the owners' views. The first round compares all pages; later rounds
 * compare one page of each kind.
 */
export async function keepSecrets(rounds: number): Promise<SecretsReport> {
  const total: SecretsReport = { worlds: 0, answers: {}, bytes: 0, gifts: 0, differing: 0, leaks: [] };
  await using world = await openRepeatableSite();
  const families = await settle(world);
  await world.keep();
  for (const [round, some] of fc.sample(acts, rounds).entries()) {
    for (const owner of OWNERS) {
      const extent = round === 0 ? 'everything' : 'each kind';
      const report = await compareWorlds(world, owner, families[owner], some, extent);
      total.worlds += 2;
      total.bytes += report.bytes;
      total.gifts += report.gifts;
      total.differing += report.differing;
      for (const [kind, count] of Object.entries(report.answers))
        total.answers[kind] = (total.answers[kind] ?? 0) + count;
      if (report.leaks.length > 0) total.leaks.push(`after ${JSON.stringify(some)}:`, ...report.leaks);
    }
  }
  return total;
}
