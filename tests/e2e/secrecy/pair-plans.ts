import {
  DAYS,
  type HiddenStatus,
  KINDS,
  type Kind,
  LEVELS,
  type Level,
  type List,
  type ListState,
  PromiseModel,
} from '../../../api/conformance/who-sees-what.ts';
import * as fc from '../../../contract/testing/properties.ts';

/** The two lists of a pair. Each wish belongs to one of them. */
export const NAMES = ['A', 'B'] as const;
export type Name = (typeof NAMES)[number];

export interface ListPlan extends ListState {
  hasPassword: boolean;
}

/** A wish, and the promise that somebody makes for it. */
export interface PromisePlan {
  kind: Kind;
  /** The list to which the wish belongs. */
  home: Name;
  isShared: boolean;
  through: Name;
  /** Change of the wish. An early change precedes the changes of the lists. */
  change: 'none' | 'leave' | 'move';
  isEarly: boolean;
}

/** Change of a list after the promises. */
export type ListChange =
  | { kind: 'level'; list: Name; level: Level }
  | { kind: 'reveal'; list: Name }
  | { kind: 'day comes'; list: Name }
  | { kind: 'delete'; list: Name }
  | { kind: 'hide'; list: Name; status: HiddenStatus }
  | { kind: 'restore'; list: Name };

/** Two lists of one author with the same wishes. */
export interface PairPlan {
  lists: Record<Name, ListPlan>;
  promises: PromisePlan[];
  changes: ListChange[];
}

const name = fc.constantFrom(...NAMES);
const listPlan = fc
  .record({
    level: fc.constantFrom(...LEVELS),
    day: fc.constantFrom(...DAYS),
    privacy: fc.constantFrom('public', 'private', 'password'),
    isForChild: fc.boolean(),
  })
  .map(({ privacy, ...list }) => ({ ...list, isPublic: privacy === 'public', hasPassword: privacy === 'password' }));
const listChange = fc.oneof(
  fc.record({ kind: fc.constant('level' as const), list: name, level: fc.constantFrom(...LEVELS) }),
  fc.record({ kind: fc.constant('reveal' as const), list: name }),
  fc.record({ kind: fc.constant('day comes' as const), list: name }),
  fc.record({ kind: fc.constant('delete' as const), list: name }),
);

/** Changes that bring list A into each state that a list can have at the end. Each plan has the next of them. */
const STATES: readonly (readonly ListChange[])[] = [
  [],
  [{ kind: 'hide', list: 'A', status: 'trash' }],
  [
    { kind: 'hide', list: 'A', status: 'trash' },
    { kind: 'restore', list: 'A' },
  ],
  [{ kind: 'hide', list: 'A', status: 'draft' }],
  [{ kind: 'delete', list: 'A' }],
  [
    { kind: 'hide', list: 'A', status: 'trash' },
    { kind: 'delete', list: 'A' },
  ],
  [{ kind: 'hide', list: 'A', status: 'pending' }],
];

/** Each kind of promise through each of both lists. A suggested wish belongs to the list for which it was suggested. */
const promises = fc.tuple(
  ...KINDS.flatMap((kind) =>
    NAMES.map((through) =>
      fc
        .record({
          isHome: fc.boolean(),
          isShared: fc.boolean(),
          change: fc.constantFrom('none' as const, 'leave' as const, 'move' as const),
          isEarly: fc.boolean(),
        })
        .map(({ isHome, ...rest }): PromisePlan => {
          const isOfHome = isHome || kind === 'suggestion' || !rest.isShared;
          return { kind, through, home: isOfHome ? through : otherOf(through), ...rest };
        }),
    ),
  ),
);
const pair = fc.record({
  lists: fc.record({ A: listPlan, B: listPlan }),
  promises,
  changes: fc.array(listChange, { maxLength: 2 }),
});

/** Candidates among which `planPairs` chooses, for each pair. */
const CANDIDATES = 40;

/**
 * Returns a plan in which all wishes are on A, which hides its gifts, and on B, which shows numbers. So B has secrets.
 * @param isRevealed whether A reveals its gifts by hand, and still hides numbers of promises through B
 */
function hidingOne({ lists: { A, B }, promises, ...plan }: PairPlan, isRevealed: boolean): PairPlan {
  return {
    ...plan,
    lists: {
      A: { ...A, level: 'hidden', day: A.day === 'over' ? 'later' : A.day },
      B: { ...B, level: B.level === 'hidden' ? 'counts' : B.level },
    },
    promises: promises.map((promise) => ({ ...promise, isShared: true, change: 'none' })),
    changes: isRevealed ? [{ kind: 'reveal', list: 'A' }] : [],
  };
}

/** One plan in this number has a list that hides its gifts, and one that shows numbers. */
const HIDING = 2;

/**
 * Returns plans that together contain many combinations of two values, such as "A hides its gifts, and B is deleted".
 * Each seed has its own plans, with other combinations.
 */
export function planPairs(count: number, seed: number): PairPlan[] {
  const known = new Set<string>();
  const sampled: PairPlan[] = fc.sample(pair, count * CANDIDATES, seed);
  const chosen: PairPlan[] = [];
  for (let n = 0; n < count; n++) {
    const candidates = sampled.slice(n * CANDIDATES, (n + 1) * CANDIDATES);
    const fresh = (plan: PairPlan) => combinations(plan).filter((one) => !known.has(one)).length;
    const [best] = candidates.toSorted((one, other) => fresh(other) - fresh(one));
    if (best === undefined) break;
    const state = STATES[n % STATES.length] ?? [];
    const begun = n % HIDING === 1 ? hidingOne(best, state.length === 0) : best;
    const plan = { ...begun, changes: [...begun.changes, ...state] };
    for (const one of combinations(plan)) known.add(one);
    chosen.push(plan);
  }
  return chosen;
}

/** Returns each combination of two values of a plan. */
function combinations({ lists, promises, changes }: PairPlan): string[] {
  const values = [
    ...NAMES.flatMap((name) => Object.entries(lists[name]).map(([field, value]) => `${name} ${field} ${value}`)),
    ...changes.map((change) => Object.values(change).join(' ')),
  ];
  const ofPromises = promises.map((promise) => Object.values(promise).join(' '));
  return values.flatMap((one, n) => [...values.slice(n + 1), ...ofPromises].map((other) => `${one}, ${other}`));
}

export const otherOf = (name: Name): Name => (name === 'A' ? 'B' : 'A');

/** A promise of a pair with its model. */
export class PlannedPromise {
  readonly plan: PromisePlan;
  readonly model: PromiseModel;
  /** True if the wish was deleted together with its only list. */
  isGone = false;

  constructor(plan: PromisePlan, lists: PairPlan['lists']) {
    this.plan = plan;
    this.model = new PromiseModel({
      home: lists[plan.home],
      other: lists[otherOf(plan.home)],
      isShared: plan.isShared,
      through: this.listOf(plan.through),
    });
  }

  /** Returns how the model calls a list. */
  listOf(name: Name): List {
    return name === this.plan.home ? 'home' : 'other';
  }

  isOn(name: Name): boolean {
    return !this.isGone && this.model.on.has(this.listOf(name));
  }

  /** Notes a change of a list. */
  note(change: ListChange): void {
    const list = this.listOf(change.list);
    if (this.isGone) return;
    if (change.kind === 'delete' && this.isOn(change.list) && this.model.on.size === 1) this.isGone = true;
    else this.model.apply({ ...change, list });
  }

  /** Returns the change of the wish that is possible now, and notes it. */
  changeWish(): 'leave' | 'move' | null {
    const { change: kind } = this.plan;
    if (kind === 'none' || this.isGone || !this.model.can({ kind })) return null;
    this.model.apply({ kind });
    return kind;
  }
}
