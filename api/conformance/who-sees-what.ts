/*
 * The table of the rules once more (rules: Who sees what), and a model of a promise for an item of two lists of one
 * author. The tests of the API and of the site compare all their answers with both.
 */

export const LEVELS = ['hidden', 'counts', 'names'] as const;
export type Level = (typeof LEVELS)[number];
export const DAYS = ['none', 'later', 'over'] as const;
export type Day = (typeof DAYS)[number];
/** The list to which the item belongs, and the other list on which it appears. */
export const LISTS = ['home', 'other'] as const;
export type List = (typeof LISTS)[number];
export const KINDS = ['member', 'visitor', 'share', 'suggestion'] as const;
export type Kind = (typeof KINDS)[number];

/** When a reader sees something: a promise is open if it is not secret, and named if owners may see its giver. */
export type When = 'never' | 'open' | 'named' | 'always';

/** Parts of a promise that a reader sees through a list. */
export interface Seen {
  state: When;
  name: When;
  address: When;
  thanks: When;
  release: When;
}

export const NOTHING: Seen = { state: 'never', name: 'never', address: 'never', thanks: 'never', release: 'never' };
const OWNER: Seen = { state: 'open', name: 'named', address: 'never', thanks: 'open', release: 'open' };
export const KEEPER: Seen = { state: 'always', name: 'always', address: 'never', thanks: 'never', release: 'always' };
/** The author of a child's list, who is also its keeper. */
export const PARENT: Seen = { ...KEEPER, thanks: 'always' };
const GIVER: Seen = { ...NOTHING, state: 'always', name: 'always', address: 'always' };

/** The rows of the table: parts of a promise that readers see through its list. Guests also see shares. */
export const ROWS = {
  author: OWNER,
  'co-owner': OWNER,
  keeper: KEEPER,
  /** A keeper who is a recipient of the other list with the item. */
  'receiving keeper': { ...OWNER, thanks: 'never' },
  /** An invitee, a guest with a link, a member who may open the list, or a visitor on the pages for givers. */
  guest: NOTHING,
  giver: GIVER,
  /** A page that caches may store, whoever reads it. */
  'public page': NOTHING,
  /** An administrator who is not an owner, on the site. */
  administrator: { ...KEEPER, thanks: 'never' },
} as const satisfies Record<string, Seen>;
export type ReaderRow = keyof typeof ROWS;

export interface ListState {
  level: Level;
  day: Day;
  isPublic: boolean;
  /** Whether the author is also a keeper, as on a child's list. */
  isForChild: boolean;
}

/** A later event. Each one happens to one list, except leaving and moving. */
export type Change =
  | { kind: 'level'; list: List; level: Level }
  | { kind: 'reveal'; list: List }
  | { kind: 'day comes'; list: List }
  /** The item leaves the other list, or belongs to it from now on. */
  | { kind: 'leave' }
  | { kind: 'move' }
  | { kind: 'delete'; list: List }
  /** The author hides a list, or shows it again. */
  | { kind: 'hide'; list: List; status: HiddenStatus }
  | { kind: 'restore'; list: List };

/** States in which no guest may open a list. */
export const HIDDEN_STATUSES = ['draft', 'pending', 'trash'] as const;
export type HiddenStatus = (typeof HIDDEN_STATUSES)[number];

/** The two lists, and the list through which a promise for the item is made. */
export interface Start {
  home: ListState;
  other: ListState;
  /** False if the item is only in its registry when it is promised. */
  isShared: boolean;
  through: List;
}

const otherOf = (list: List): List => (list === 'home' ? 'other' : 'home');

/** A promise for an item of two lists. It waits for each list that hides it, or its giver. */
export class PromiseModel {
  readonly through: List;
  /** True if the promise was no secret when it was made. */
  readonly wasOpen: boolean;
  /** The lists that the item is on now. */
  readonly on: Set<List>;
  readonly deleted = new Set<List>();
  /** Lists that are hidden now: they have the same recipients. */
  readonly hidden = new Set<List>();
  readonly #start: Start;
  readonly #levels: Record<List, Level>;
  readonly #days: Record<List, Day>;
  readonly #was: ReadonlySet<List>;
  readonly #waits: Map<List, Level>;
  /** The lists that the item has left, and whether they have revealed their promises by hand since then. */
  readonly #past = new Map<List, boolean>();
  /** The list to which the item belongs now. */
  home: List = 'home';

  constructor(start: Start) {
    this.#start = start;
    this.through = start.isShared ? start.through : 'home';
    const places = start.isShared ? LISTS : (['home'] as const);
    this.on = new Set(places);
    this.#was = new Set(places);
    this.#levels = { home: start.home.level, other: start.other.level };
    this.#days = { home: start.home.day, other: start.other.day };
    this.#waits = new Map(
      places.map((name) => [name, this.level(name)] as const).filter(([, level]) => level !== 'names'),
    );
    this.wasOpen = this.isOpen();
  }

  /** Returns the level of a new promise through a list: a list whose day is over counts as `names`. */
  level(list: List): Level {
    return this.#days[list] === 'over' ? 'names' : this.#levels[list];
  }

  /** True if the list shows numbers, also those of promises through the other list. */
  showsNumbers(list: List): boolean {
    return this.level(list) !== 'hidden';
  }

  isOpen(): boolean {
    return ![...this.#waits.values()].includes('hidden');
  }

  isNamed(): boolean {
    return this.#waits.size === 0;
  }

  /** Returns whether a change is possible now. */
  can(change: Change): boolean {
    if (change.kind === 'leave' || change.kind === 'move')
      return this.home === 'home' && this.on.has('other') && this.hidden.size === 0;
    if (this.deleted.has(change.list)) return false;
    if (change.kind === 'delete') return !this.#isOnly(change.list);
    return this.hidden.has(change.list) === (change.kind === 'restore');
  }

  apply(change: Change): void {
    switch (change.kind) {
      case 'level':
        this.#levels[change.list] = change.level;
        break;
      case 'reveal':
        this.#reveal(change.list);
        break;
      case 'day comes': {
        // A list whose item has left keeps the day that it had then, until it reveals its gifts itself.
        const { list } = change;
        this.#days[list] = this.#days[list] === 'over' || this.on.has(list) ? 'over' : this.#days[list];
        this.#waits.delete(list);
        break;
      }
      case 'leave':
        this.on.delete('other');
        this.#past.set('other', false);
        break;
      case 'move':
        this.on.delete('home');
        this.#past.set('home', false);
        this.home = 'other';
        break;
      case 'delete':
        if (this.on.delete(change.list)) this.#past.set(change.list, false);
        this.deleted.add(change.list);
        this.hidden.delete(change.list);
        this.home = change.list === this.home ? otherOf(this.home) : this.home;
        break;
      case 'hide':
        this.hidden.add(change.list);
        break;
      case 'restore':
        this.hidden.delete(change.list);
    }
  }

  #isOnly(list: List): boolean {
    return this.on.has(list) && this.on.size === 1;
  }

  /** Ends the waiting for a list, and for lists without a day that the item has left. */
  #reveal(name: List): void {
    if (!this.#was.has(name)) return;
    const isEnding = (one: List): boolean => one !== name && this.on.has(name) && this.#days[one] === 'none';
    for (const one of this.#past.keys()) if (isEnding(one)) this.#past.delete(one);
    if (this.#past.has(name)) this.#past.set(name, true);
    this.#waits.delete(name);
    for (const one of this.#waits.keys()) if (!this.on.has(one) && isEnding(one)) this.#waits.delete(one);
  }

  /** Forgets the lists that the item has left, as the service does each hour when the days of all lists have come. */
  forgetPast(): void {
    const isOver = [...this.on, ...this.#past.keys()].every((list) => this.#days[list] === 'over');
    if (isOver) this.#past.clear();
  }

  /** Returns whether the item is on a list, or has left it and the service has not forgotten this. */
  remembers(list: List): boolean {
    return this.on.has(list) || this.#past.has(list);
  }

  /**
   * Returns whether an owner of the other list is a recipient of the item on this list, although the item has left the
   * other list, or that list was deleted. A deleted list reveals nothing by hand.
   */
  isReceiving(list: List): boolean {
    const other = otherOf(list);
    const hides = this.on.has(other) || (this.#past.get(other) === false && this.#days[other] !== 'over');
    return hides && this.#was.has(other) && this.remembers(list);
  }

  /** Returns the row of the table for a reader of a list. The author of a deleted list is no keeper of it. */
  rowOf(reader: ReaderRow, list: List): Seen {
    if (reader === 'receiving keeper') return this.isReceiving(list) ? ROWS[reader] : KEEPER;
    const isParent = reader === 'author' && this.#start[list].isForChild && list === this.through;
    const isRecipient = !this.#start[otherOf(list)].isForChild && this.isReceiving(list);
    return isParent && !isRecipient ? PARENT : ROWS[reader];
  }

  /** Returns the parts of the promise that a reader of a list sees. It may be a promise through the other list. */
  seen(reader: ReaderRow, list: List): Seen {
    const isHere = list === this.through || (this.deleted.has(this.through) && reader === 'author');
    return isHere || reader === 'giver' ? this.rowOf(reader, list) : NOTHING;
  }

  /** The same for a part of a gift: guests see who shares a wish with them. */
  seenPart(reader: ReaderRow, list: List): Seen {
    return reader === 'guest' && list === this.through ? KEEPER : this.seen(reader, list);
  }

  isTrue(when: When): boolean {
    return when === 'always' || (when === 'open' && this.isOpen()) || (when === 'named' && this.isNamed());
  }
}
