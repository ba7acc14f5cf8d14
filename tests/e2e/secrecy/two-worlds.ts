import { DAY_AFTER_MS, EVE_MS, type Extent, OwnerRequests } from './owner-requests.ts';
import type { RepeatableSite } from './repeatable-site.ts';
import { type Act, ActRunner, CANARY, type Family, type Owner, type OwnerAnswer } from './world.ts';

/** Differences between a run with guests and a run without guests. */
export interface Comparison {
  /** Number of pages, screens, routes and mails that the owner has seen. The key is the kind. */
  answers: Record<string, number>;
  bytes: number;
  /** Number of successful acts of guests, who made, changed or gave back gifts in secret. */
  acts: number;
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
  const send = (requests: OwnerRequests) => requests.around(EVE_MS, extent);
  const without = await live(world, owner, family, acts, send, false);
  const withGuests = await live(world, owner, family, acts, send, true);
  return compare(without.answers, withGuests.answers, withGuests.acts);
}

/** Milliseconds from opening the give form to sending the form. */
const TYPING_MS = 2500;

/** Milliseconds from an action until the API changes a wish. */
const CHANGE_MS = 2700;

/** Milliseconds from an action until the owner looks at the site. */
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
  return compare(without.answers, withGuests.answers, withGuests.acts);
}

/** Restores the site. Then takes turns: a guest acts, then the owner looks at the site. */
async function takeTurns(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
  hasGuests: boolean,
): Promise<{ acts: number; answers: readonly OwnerAnswer[] }> {
  await world.rewind();
  const acting = new ActRunner(world, owner, family);
  const requests = new OwnerRequests(world, owner, family);
  let time = 0;
  for (const { isWarm, isChanged } of ROUNDS) {
    for (const act of acts) {
      time += COLD_MS;
      if (isWarm) await requests.atOnce(time - 500);
      await acting.one(act, time, TYPING_MS, hasGuests);
      world.at(time + CHANGE_MS);
      if (isChanged) await world.api('admin', 'PUT', `/items/${family.items[0]}`, { name: `Wish of ${time}` });
      await requests.atOnce(time + LOOK_MS);
    }
  }
  return { acts: acting.done, answers: [...acting.told, ...requests.seen] };
}

/** Runs the actions with guests. @returns one page of each kind that the owner sees after the reveal */
export async function afterTheDay(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
): Promise<readonly OwnerAnswer[]> {
  return (await live(world, owner, family, acts, (requests) => requests.around(DAY_AFTER_MS, 'each kind'), true))
    .answers;
}

/** Restores the site and runs the actions. @returns the answers to the owner, and the number of guests' changes */
async function live(
  world: RepeatableSite,
  owner: Owner,
  family: Family,
  acts: readonly Act[],
  send: (requests: OwnerRequests) => Promise<OwnerAnswer[]>,
  hasGuests: boolean,
): Promise<{ acts: number; answers: OwnerAnswer[] }> {
  await world.rewind();
  const acting = new ActRunner(world, owner, family);
  await acting.all(acts, hasGuests);
  const answers = await send(new OwnerRequests(world, owner, family));
  return { acts: acting.done, answers: [...acting.told, ...answers] };
}

function compare(without: readonly OwnerAnswer[], withGuests: readonly OwnerAnswer[], acts: number): Comparison {
  const report: Comparison = { answers: {}, bytes: 0, acts, differing: 0, leaks: [] };
  const others = new Map(withGuests.map((answer) => [answer.asked, answer]));
  for (const answer of without) {
    report.answers[answer.kind] = (report.answers[answer.kind] ?? 0) + 1;
    report.bytes += Buffer.byteLength(textOf(answer));
    const other = others.get(answer.asked);
    others.delete(answer.asked);
    tell(report, answer.asked, textOf(answer), other ? textOf(other) : '(nothing)');
  }
  for (const answer of others.values()) tell(report, answer.asked, '(nothing)', textOf(answer));
  for (const answer of withGuests)
    if (textOf(answer).includes(CANARY)) report.leaks.push(`${answer.asked} says what a guest wrote`);
  return report;
}

/**
 * Address that Site Health prints for WordPress.org. PHP inside Node numbers the addresses of other sites, so the
 * address differs in each run.
 */
const ADDRESS_OF_WORDPRESS = /(?<=Unable to reach WordPress\.org at )172\.29\.\d+\.\d+(?=:)/g;

/** Joins the status, headers and text of an answer. */
const textOf = ({ status, headers, text }: OwnerAnswer): string =>
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
