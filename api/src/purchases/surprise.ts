import type { SurpriseLevel } from '@largesse/contract';
import { startOf } from '../times.ts';
import type { StoredPurchase } from './store.ts';

/** What of a registry decides who may see who gives (rules: Surprise). */
export interface Surprise {
  /** Null where nothing is set: then it is `counts`. */
  surprise: SurpriseLevel | null;
  /** `YYYY-MM-DD`. */
  revealDate: string | null;
  /** `YYYY-MM-DD`: without a day of its own the surprise ends on the day after the event. */
  eventDate: string | null;
}

const DAY_MS = 24 * 3600 * 1000;

/** Returns whether the day has come from which on everything is shown: 00:00 UTC of it. Without any day it never does. */
export function isRevealDay({ revealDate, eventDate }: Surprise, now: number): boolean {
  return now >= (revealDate === null ? startOf(eventDate ?? '') + DAY_MS : startOf(revealDate));
}

/** Returns whether what a guest gives now is kept from the owner. */
export const isSecretNow = (registry: Surprise, now: number): boolean =>
  registry.surprise === 'hidden' && !isRevealDay(registry, now);

/** Returns whether a purchase is kept from the owner now: it was made as a secret, and nothing has revealed it yet. */
export const isStillSecret = ({ isSecret, revealedAt }: Pick<StoredPurchase, 'isSecret' | 'revealedAt'>): boolean =>
  isSecret && revealedAt === null;

/** Returns whether the owner sees who gave, and what they wrote. */
export const showsNames = (registry: Surprise, revealedAt: string | null, now: number): boolean =>
  revealedAt !== null || registry.surprise === 'names' || isRevealDay(registry, now);
