import { DAYS, LEVELS, LISTS, type List } from '../../api/conformance/who-sees-what.ts';
import * as fc from '../../contract/testing/properties.ts';
import type { Weather } from './world.ts';

/*
 * The steps of a history. They are drawn before it begins, and name wishes and gifts by numbers, so a step means the
 * same whatever has happened, and fast-check can leave steps out until only those remain that a failure needs.
 */

/** A list when a history begins. */
export interface FirstList {
  level: (typeof LEVELS)[number];
  /** Its day has passed, comes during the history, or never. */
  day: (typeof DAYS)[number];
  isPublic: boolean;
}

/** A request of a person or a program. Numbers choose among existing wishes, gifts or shares. */
export type Act =
  | { kind: 'wish'; needed: number; isShared: boolean; isListed: boolean }
  | { kind: 'wishes'; count: number }
  | { kind: 'edit'; wish: number; needed: number; as: 'owner' | 'homePartner' | 'admin' }
  | { kind: 'remove'; wish: number }
  | { kind: 'restore'; wish: number }
  | { kind: 'give'; wish: number; through: List; quantity: number; by: 'guest' | 'giver' | 'visitor' }
  | { kind: 'change'; gift: number; quantity: number; isBought: boolean }
  | { kind: 'give back'; gift: number }
  | { kind: 'release'; gift: number }
  | { kind: 'share'; wish: number; through: List; amount: number }
  | { kind: 'take back share'; share: number }
  | { kind: 'look'; list: List; by: 'owner' | 'partner' | 'keeper' | 'guest' };

/** An event without simultaneous requests. */
export type Event =
  | { kind: 'level'; list: List; level: FirstList['level'] }
  | { kind: 'reveal'; list: List }
  | { kind: 'order'; list: List; by: number }
  | { kind: 'title'; list: List; isOnSite: boolean }
  | { kind: 'days pass'; days: number }
  | { kind: 'restart' }
  | { kind: 'weather'; weather: Weather }
  | { kind: 'leave'; wish: number }
  | { kind: 'compare' };

/** One step: something happens, or several people act at the same time. */
export interface Step {
  did: Event | { kind: 'acts'; acts: Act[] };
  /** Steps of the machine after which the process is killed; null: it lives. */
  kill: number | null;
}

export interface History {
  /** Seed of everything that happens by chance. */
  chance: number;
  lists: Record<List, FirstList>;
  steps: Step[];
}

const number = fc.nat(11);
const list = fc.constantFrom(...LISTS);
const kind = <K extends string>(name: K): fc.Arbitrary<K> => fc.constant(name);

/** Acts that every history may contain. */
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('wish'),
      needed: fc.integer({ min: 1, max: 4 }),
      isShared: fc.boolean(),
      isListed: fc.boolean(),
    }),
  },
  fc.record({ kind: kind('wishes'), count: fc.integer({ min: 2, max: 4 }) }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('edit'),
      wish: number,
      needed: fc.integer({ min: 1, max: 4 }),
      as: fc.constantFrom('owner', 'homePartner', 'admin'),
    }),
  },
  fc.record({ kind: kind('remove'), wish: number }),
  fc.record({ kind: kind('restore'), wish: number }),
  {
    weight: 10,
    arbitrary: fc.record({
      kind: kind('give'),
      wish: number,
      through: list,
      quantity: fc.integer({ min: 1, max: 3 }),
      by: fc.constantFrom('guest', 'giver', 'visitor'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('change'),
      gift: number,
      quantity: fc.integer({ min: 1, max: 3 }),
      isBought: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('give back'), gift: number }) },
  fc.record({ kind: kind('release'), gift: number }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('share'),
      wish: number,
      through: list,
      amount: fc.integer({ min: 5, max: 60 }),
    }),
  },
  fc.record({ kind: kind('take back share'), share: number }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('look'),
      list,
      by: fc.constantFrom('owner', 'partner', 'keeper', 'guest'),
    }),
  },
);

const weather: fc.Arbitrary<Weather> = fc.record({
  host: fc.constantFrom('good', 'good', 'slow', 'away', 'broken'),
  lost: fc.constantFrom(0, 0.3),
});

/** Events that every history may contain. */
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: kind('order'), list, by: number }),
  fc.record({ kind: kind('title'), list, isOnSite: fc.boolean() }),
  fc.record({ kind: kind('restart') }),
  fc.record({ kind: kind('weather'), weather }),
  { weight: 2, arbitrary: fc.record({ kind: kind('compare') }) },
);

/** Events that show, or may show, what was secret. */
const revealing: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kind('level'), list, level: fc.constantFrom(...LEVELS) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('reveal'), list }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('days pass'), days: fc.integer({ min: 1, max: 4 }) }) },
  fc.record({ kind: kind('leave'), wish: number }),
);

const acts = (maxLength: number) => fc.record({ kind: kind('acts'), acts: fc.array(act, { minLength: 1, maxLength }) });

/** A request takes about 20 steps of the machine, and more if the host is asked. */
const kill = fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, fc.integer({ min: 0, max: 120 }));

/** Histories of a family. */
export const history: fc.Arbitrary<History> = fc.record({
  chance: fc.noShrink(fc.nat()),
  lists: fc.record({
    home: fc.record({ level: fc.constantFrom(...LEVELS), day: fc.constantFrom(...DAYS), isPublic: fc.boolean() }),
    other: fc.record({ level: fc.constantFrom(...LEVELS), day: fc.constantFrom(...DAYS), isPublic: fc.boolean() }),
  }),
  steps: fc.array(
    fc.record({
      did: fc.oneof({ weight: 6, arbitrary: acts(3) }, { weight: 2, arbitrary: event }, revealing),
      kill,
    }),
    { minLength: 5, maxLength: 25, size: 'max' },
  ),
});

/** Histories in which one list hides its gifts all the time, and people act one after the other. */
export const hidingHistory: fc.Arbitrary<History> = fc.record({
  chance: fc.noShrink(fc.nat()),
  lists: fc.record({
    home: fc.record({
      level: fc.constant('hidden' as const),
      day: fc.constant('none' as const),
      isPublic: fc.boolean(),
    }),
    other: fc.record({ level: fc.constantFrom(...LEVELS), day: fc.constantFrom(...DAYS), isPublic: fc.boolean() }),
  }),
  steps: fc.array(fc.record({ did: fc.oneof({ weight: 4, arbitrary: acts(1) }, event), kill }), {
    minLength: 5,
    maxLength: 25,
    size: 'max',
  }),
});
