import { DAY_AFTER_MS, EVE_MS, type Extent, type Look, Looking } from './looks.ts';
import type { RepeatableSite } from './repeatable-site.ts';
import { type Act, Acting, CANARY, type Family, type Owner } from './world.ts';

/** What came of the same acts with guests and without them. */
export interface Compared {
  /** What the owner asked for, by kind: pages, screens, routes, mails. */
  looks: Record<string, number>;
  bytes: number;
  /** How many gifts were made, changed and given back in secret. */
  gifts: number;
  /** How many bytes are not the same. */
  differing: number;
  /** Where, and how. */
  leaks: string[];
}

/**
 * Lets the same happen to a family twice, with guests who give in secret and without them, and compares all that the owner
 * of the registry can fetch on the eve of the reveal, status and headers included, byte for byte (rules: Surprise).
 */
export async function compareWorlds(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
  extent: Extent,
): Promise<Compared> {
  const look = (looking: Looking) => looking.around(EVE_MS, extent);
  const without = await live(world, owner, family, acts, look, false);
  const withGuests = await live(world, owner, family, acts, look, true);
  return compare(without.looks, withGuests.looks, withGuests.gifts);
}

/** Milliseconds from the guests' act to the change of a wish and to the owner's looks: less than the site caches items. */
const TYPING_MS = 2500;
const CHANGE_MS = 2700;
const LOOK_MS = 3000;

/** Milliseconds after which all caches are cold. */
const COLD_MS = 60_000;

/**
 * Compares what an owner sees between the acts of guests: once when the owner has just looked, so that pages and items are
 * cached, and once when nothing is. Each time a wish is changed through the API, which the site does not notice. So an
 * answer shows whether it comes from a cache, and since when.
 */
export async function compareOverTime(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
): Promise<Compared> {
  const without = await takeTurns(world, owner, family, acts, false);
  const withGuests = await takeTurns(world, owner, family, acts, true);
  return compare(without.looks, withGuests.looks, withGuests.gifts);
}

/** Rewinds the site, and performs the acts of guests and the looks of the owner in turn. */
async function takeTurns(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
  hasGuests: boolean,
): Promise<{ gifts: number; looks: readonly Look[] }> {
  await world.rewind();
  const acting = new Acting(world, owner, family);
  const looking = new Looking(world, owner, family);
  let time = 0;
  for (const isWarm of [true, false]) {
    for (const act of acts) {
      time += COLD_MS;
      if (isWarm) await looking.atOnce(time - 500);
      await acting.one(act, time, TYPING_MS, hasGuests);
      world.at(time + CHANGE_MS);
      await world.api('admin', 'PUT', `/items/${family.items[0]}`, { name: `Wish of ${time}` });
      await looking.atOnce(time + LOOK_MS);
    }
  }
  return { gifts: acting.done, looks: looking.seen };
}

/** Lets guests give likewise. @returns what the owner sees on the pages of the registry when the day has come */
export async function afterTheDay(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
): Promise<readonly Look[]> {
  return (await live(world, owner, family, acts, (looking) => looking.atRegistry(DAY_AFTER_MS), true)).looks;
}

/** Goes back to the beginning, and lets acts happen. @returns what the owner sees then, and how many gifts were made */
async function live(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
  look: (looking: Looking) => Promise<Look[]>,
  hasGuests: boolean,
): Promise<{ gifts: number; looks: Look[] }> {
  await world.rewind();
  const acting = new Acting(world, owner, family);
  await acting.all(acts, hasGuests);
  return { gifts: acting.done, looks: await look(new Looking(world, owner, family)) };
}

function compare(without: readonly Look[], withGuests: readonly Look[], gifts: number): Compared {
  const report: Compared = { looks: {}, bytes: 0, gifts, differing: 0, leaks: [] };
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

/** PHP inside Node gives other sites addresses that count up, of which one stands in the information of Site Health. */
const ADDRESS_OF_WORDPRESS = /(?<=Unable to reach WordPress\.org at )172\.29\.\d+\.\d+(?=:)/g;

/** Returns all that came as an answer. */
const textOf = ({ status, headers, text }: Look): string =>
  `${status} ${JSON.stringify(headers)}\n${text.replace(ADDRESS_OF_WORDPRESS, '')}`;

/** Notes where two texts differ. */
function tell(report: Compared, asked: string, one: string, other: string): void {
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
