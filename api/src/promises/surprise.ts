import type { SurpriseLevel } from '@largesse/contract';
import { type ListState, NO_DAY } from '../appearances/store.ts';
import { dayIn, isDay } from '../times.ts';

/** Settings of a registry that decide who may see gifts (rules: Surprise). */
export interface Surprise {
  /** Null if not set, which means `counts`. */
  surprise: SurpriseLevel | null;
  /** `YYYY-MM-DD`. */
  revealDate: string | null;
  /** `YYYY-MM-DD`. Without a `revealDate`, the surprise ends on the day after the event. */
  eventDate: string | null;
}

/** State of a registry at one moment: its surprise level, and whether its reveal day has come. */
export interface SurpriseNow {
  surprise: SurpriseLevel | null;
  isRevealDay: boolean;
}

const HOUR_MS = 3_600_000;

/** Maximum offset of a time zone from UTC (hours). */
const FURTHEST_H = 14;

/**
 * Returns whether the reveal day has come. It begins at midnight in the site's time zone; if the zone is unknown, when
 * it has begun everywhere.
 * @param timeZone called only if the result depends on the zone
 */
export async function isRevealDay(
  registry: Surprise,
  now: number,
  timeZone: () => Promise<string | null>,
): Promise<boolean> {
  if (registry.revealDate === null && registry.eventDate === null) return false;
  const hasBegunAt = (offset: number): boolean => hasBegun(registry, dayAt(now + offset * HOUR_MS));
  const [isEverywhere, isSomewhere] = [hasBegunAt(-FURTHEST_H), hasBegunAt(FURTHEST_H)];
  if (isEverywhere === isSomewhere) return isEverywhere;
  const zone = await timeZone();
  return zone === null ? isEverywhere : hasBegun(registry, dayIn(zone, now));
}

const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Dates in this format can be compared as texts. */
function hasBegun({ revealDate, eventDate }: Surprise, today: string): boolean {
  if (revealDate !== null) return today >= revealDate;
  return eventDate !== null && isDay(eventDate) && today > eventDate;
}

/** Returns what the service needs to know of a list whose items are on other lists, too (rules: Appearances). */
export function listStateOf(registry: Surprise & { id: number }): ListState {
  const { id: registryId, surprise, revealDate, eventDate } = registry;
  const dayAfter =
    eventDate !== null && isDay(eventDate) ? dayAt(Date.parse(`${eventDate}T00:00:00Z`) + 24 * HOUR_MS) : NO_DAY;
  const revealDay = revealDate ?? dayAfter;
  return {
    registryId,
    isHidden: surprise === 'hidden',
    revealDay: revealDay.length > NO_DAY.length ? NO_DAY : revealDay,
  };
}

/** Returns the current day. If the time zone of the site is unknown, uses the zone in which a day begins last. */
export const todayIn = (zone: string | null, now = Date.now()): string =>
  zone === null ? dayAt(now - FURTHEST_H * HOUR_MS) : dayIn(zone, now);

/** Returns whether a list hides a guest's new gift of an item that is on several lists. */
export const hidesGift = ({ isHidden, revealDay }: ListState, today: string): boolean => isHidden && today < revealDay;

/** Returns whether a guest's new purchase is hidden from the owner. */
export const isSecretNow = ({ surprise, isRevealDay }: SurpriseNow): boolean => surprise === 'hidden' && !isRevealDay;

/** Returns whether a gift is hidden from recipients now: it was made as a secret, and has not been revealed yet. */
export const isStillSecret = (gift: { is_secret: boolean; revealed_at: string | null }): boolean =>
  gift.is_secret && gift.revealed_at === null;

/** Returns whether the owner sees givers and their messages. */
export const showsNames = ({ surprise, isRevealDay }: SurpriseNow, revealedAt: string | null): boolean =>
  revealedAt !== null || surprise === 'names' || isRevealDay;
