import { DAY_AFTER_MS, EVE_MS, type Extent, type Look, Looking } from './looks.ts';
import type { RepeatableSite } from './repeatable-site.ts';
import { type Act, ActRunner, CANARY, type Family, type Owner } from './world.ts';

/** Differences between a run with guests and a run without guests. */
export interface Comparison {
  /** Number of pages, screens, routes and mails that the owner has seen. The key is the kind. */
  looks: Record<string, number>;
  bytes: number;
  /** Number of times that a guest made, changed or gave back a gift in secret. */
  gifts: number;
  /** Number of characters that differ. */
  differing: number;
  /** Each entry describes a request whose answers differ, or whose answer contains a guest's text. */
  leaks: string[];
}

/**
 * Runs the same actions twice for a family: without guests, and with guests who give in secret. In each run, the owner
 * fetches pages on the eve of the reveal. Compares the status, headers and text of the answers (rules: Surprise).
 */
export async function compareWorlds(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
  extent: Extent,
): Promise<Comparison> {
  const look = (looking: Looking) => looking.around(EVE_MS, extent);
  const without = await live(world, owner, family, acts, look, false);
  const withGuests = await live(world, owner, family, acts, look, true);
  return compare(without.looks, withGuests.looks, withGuests.gifts);
}

/** Milliseconds from opening the give form to sending the form. */
const TYPING_MS = 2500;

/** Milliseconds from an action until the API changes a wish. */
const CHANGE_MS = 2700;

/** Milliseconds from an action until the owner looks at the site. The site's cache of items expires later. */
const LOOK_MS = 3000;

/** Milliseconds until all caches have expired. */
const COLD_MS = 60_000;

/**
 * In each round, guests act and the owner looks at the site. `isWarm`: pages and items are cached. `isChanged`: the API
 * changes a wish before the owner looks.
 */
const ROUNDS = [
  { isWarm: true, isChanged: true },
  { isWarm: false, isChanged: true },
  { isWarm: true, isChanged: false },
];

/**
 * Compares what an owner sees after each action, with and without guests. In two rounds (`ROUNDS`), the API changes a
 * wish before the owner looks at the site. The site then reads the change from the service's event log. In the last
 * round, the guests' secret gifts are the only new events.
 */
export async function compareOverTime(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
): Promise<Comparison> {
  const without = await takeTurns(world, owner, family, acts, false);
  const withGuests = await takeTurns(world, owner, family, acts, true);
  return compare(without.looks, withGuests.looks, withGuests.gifts);
}

/** Restores the site. Then takes turns: a guest acts, then the owner looks at the site. */
async function takeTurns(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
  hasGuests: boolean,
): Promise<{ gifts: number; looks: readonly Look[] }> {
  await world.rewind();
  const acting = new ActRunner(world, owner, family);
  const looking = new Looking(world, owner, family);
  let time = 0;
  for (const { isWarm, isChanged } of ROUNDS) {
    for (const act of acts) {
      time += COLD_MS;
      if (isWarm) await looking.atOnce(time - 500);
      await acting.one(act, time, TYPING_MS, hasGuests);
      world.at(time + CHANGE_MS);
      if (isChanged) await world.api('admin', 'PUT', `/items/${family.items[0]}`, { name: `Wish of ${time}` });
      await looking.atOnce(time + LOOK_MS);
    }
  }
  return { gifts: acting.done, looks: looking.seen };
}

/** Runs the actions with guests. @returns the registry's pages that the owner sees after the reveal */
export async function afterTheDay(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
): Promise<readonly Look[]> {
  return (await live(world, owner, family, acts, (looking) => looking.around(DAY_AFTER_MS, 'the registry'), true))
    .looks;
}

/** Restores the site and runs the actions. @returns the answers to the owner, and the number of guests' changes */
async function live(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
  look: (looking: Looking) => Promise<Look[]>,
  hasGuests: boolean,
): Promise<{ gifts: number; looks: Look[] }> {
  await world.rewind();
  const acting = new ActRunner(world, owner, family);
  await acting.all(acts, hasGuests);
  return { gifts: acting.done, looks: await look(new Looking(world, owner, family)) };
}

function compare(without: readonly Look[], withGuests: readonly Look[], gifts: number): Comparison {
  const report: Comparison = { looks: {}, bytes: 0, gifts, differing: 0, leaks: [] };
  const others = new Map(withGuests.map((look) => [look.asked, look]));
  for (const look of without) {
    report.looks[look.kind] = (report.looks[look.kind] ?? 0) + 1;
    report.bytes += Buffer.byteLength(textOf(look));
    const other = others.get(look.asked);
    others.delete(look.asked);
    tell(report, look.asked, textOf(look), other ? textOf(other) : '(nothing)');
  }
  for (const look of others.values()) tell(report, look.asked, '(nothing)', textOf(look));
  for (const look of withGuests)
    if (textOf(look).includes(CANARY)) report.leaks.push(`${look.asked} says what a guest wrote`);
  return report;
}

/**
 * Address that Site Health prints for WordPress.org. PHP inside Node numbers the addresses of other sites, so the
 * address differs in each run.
 */
const ADDRESS_OF_WORDPRESS = /(?<=Unable to reach WordPress\.org at )172\.29\.\d+\.\d+(?=:)/g;

/** Joins the status, headers and text of an answer. */
const textOf = ({ status, headers, text }: Look): string =>
  `${status} ${JSON.stringify(headers)}\n${text.replace(ADDRESS_OF_WORDPRESS, '')}`;

/** Adds the first difference between two texts to the report. */
function tell(report: Comparison, asked: string, one: string, other: string): void {
  if (one === other) return;
  const most = Math.max(one.length, other.length);
  let first = -1;
  for (let at = 0; at < most; at++) {
    if (one[at] === other[at]) continue;
    if (first < 0) first = at;
    report.differing++;
  }
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, first - 120), first + 120));
  report.leaks.push(`${asked}\n  without guests: ${around(one)}\n  with guests:    ${around(other)}`);
}
