import type { SurpriseLevel } from '@largesse/contract';
import { dayIn, isDay } from '../times.ts';
import type { StoredPurchase } from './store.ts';

/** Settings of a registry that decide who may see gifts (rules: Surprise). */
export interface Surprise {
  /** Null if not set, which means `counts`. */
  surprise: SurpriseLevel | null;
  /** `YYYY-MM-DD`. */
  revealDate: string | null;
  /** `YYYY-MM-DD`: by default, the surprise ends on the day after the event. */
  eventDate: string | null;
}

/** Surprise level and reveal of a registry at one moment. */
export interface SurpriseNow {
  surprise: SurpriseLevel | null;
  /** True from the day of the reveal on. */
  isRevealDay: boolean;
}

const HOUR_MS = 3_600_000;

/** No time zone is further from UTC (hours). */
const FURTHEST_H = 14;

/**
 * Checks whether the day of the reveal has come. The day begins at midnight in the site's time zone. If the registry
 * has no day, this returns false.
 * @param timeZone returns the site's time zone, or null while it is unknown; the day then begins when it has begun
 * everywhere. Called only if the answer depends on the zone
 */
export async function isRevealDay(
  registry: Surprise,
  now: number,
  timeZone: () => Promise<string | null>,
): Promise<boolean> {
  const hasBegunAt = (offset: number): boolean => hasBegun(registry, dayAt(now + offset * HOUR_MS));
  const [isEverywhere, isSomewhere] = [hasBegunAt(-FURTHEST_H), hasBegunAt(FURTHEST_H)];
  if (isEverywhere === isSomewhere) return isEverywhere;
  const zone = await timeZone();
  return zone === null ? isEverywhere : hasBegun(registry, dayIn(zone, now));
}

const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns whether the day of the reveal has begun on the day `today`. Dates sort as texts. */
function hasBegun({ revealDate, eventDate }: Surprise, today: string): boolean {
  if (revealDate !== null) return today >= revealDate;
  return eventDate !== null && isDay(eventDate) && today > eventDate;
}

/** Returns whether a new gift of a guest is hidden from the owner. */
export const isSecretNow = ({ surprise, isRevealDay }: SurpriseNow): boolean => surprise === 'hidden' && !isRevealDay;

/** Returns whether a purchase is kept from the owner now: it was made as a secret, and nothing has revealed it yet. */
export const isStillSecret = ({ isSecret, revealedAt }: Pick<StoredPurchase, 'isSecret' | 'revealedAt'>): boolean =>
  isSecret && revealedAt === null;

/** Returns whether the owner sees givers and their messages. */
export const showsNames = ({ surprise, isRevealDay }: SurpriseNow, revealedAt: string | null): boolean =>
  revealedAt !== null || surprise === 'names' || isRevealDay;
