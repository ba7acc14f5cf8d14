import type { ItemRegistryCreate, PurchaseState, RegistryCreate } from '../../../contract/index.ts';

/** A gift in the sample data. */
export interface SampleGift {
  /** User name of an invited person of the demonstration, or the name of a visitor. */
  by: string;
  quantity?: number;
  state?: PurchaseState;
  message?: string;
  /** Whether the owner has thanked for this gift. */
  isThanked?: boolean;
}

/** A wish in the sample data. */
export type SampleItem = Omit<ItemRegistryCreate, 'image_url' | 'is_active'> & {
  /** Name of a drawing in `tools/demo/pictures`, without `.svg`. */
  picture?: string;
  /** Gifts of this wish. The sum of their quantities is at most `quantity_needed`. */
  gifts?: SampleGift[];
  /** Whether the owner already has one piece. */
  isThere?: boolean;
};

/** A registry of the demonstration, and the wishes in this registry. */
export interface SampleRegistry {
  /** User name of one of the demonstration's people. */
  owner: 'anna' | 'ben' | 'marta';
  registry: RegistryCreate;
  items: SampleItem[];
}

/**
 * Adds days to a date, and returns the result as `YYYY-MM-DD`. Uses UTC, the time zone of a new site.
 * @param today any time on the start day
 * @param days number of days; negative for the past
 */
export function inDays(today: Date, days: number): string {
  const day = new Date(today);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/**
 * Returns the next date on a day of the week (0 is Sunday). The date is at least two days away, so pages never show it
 * as "tomorrow".
 */
export function nextWeekday(today: Date, weekday: number): string {
  const ahead = (weekday - today.getUTCDay() + 7) % 7;
  return inDays(today, ahead < 2 ? ahead + 7 : ahead);
}
