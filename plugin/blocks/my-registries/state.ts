import { isRecord } from '../../assets/rest.ts';
import type { FamilyLink, Registry } from './registry.ts';
import { sent } from './sent.ts';

/** The forms of the page. */
export const FORMS = [
  'create',
  'details',
  'item',
  'heading',
  'copyItem',
  'invite',
  'mail',
  'help',
  'dismiss',
  'reveal',
  'copy',
  'delete',
] as const;
export type FormName = (typeof FORMS)[number];

/** What is typed in a form, field by field. */
export type Values = Readonly<Record<string, string>>;

/** A form while somebody fills it in. */
export interface Form {
  readonly values: Values;
  /** The values on the site; where `values` differ, they are not saved. */
  readonly saved: Values;
  readonly errors: Values;
  readonly message: string;
  readonly isSignedOut: boolean;
  readonly isBusy: boolean;
  /** Version that `saved` was taken from. */
  readonly version: string;
  /** The changed fields in which somebody else saved another value, which is in `saved`. */
  readonly collisions: readonly string[];
  /** What is said about them; '' while there is nothing to choose. */
  readonly conflict: string;
}

/** Where an item stands in a list of places. */
export interface Place {
  readonly id: number;
  /** Title of the heading above it; '' for none. */
  readonly heading: string;
}

/** A registry into which something can be copied. */
export interface Target {
  readonly id: number;
  readonly title: string;
}

/** A message about what was done or failed. */
export interface Notice {
  readonly kind: 'done' | 'failed' | 'signedOut';
  /** '' while nothing is said. */
  readonly text: string;
  /** A button beside it. */
  readonly action?: { readonly label: string; run(): unknown } | undefined;
}

/** What the site asks about somebody who was not invited, because nobody can be who was typed. */
export interface Question {
  readonly entry: string;
  /** The part of the text in the form that names them. */
  readonly typed: string;
  readonly text: string;
  readonly suggestions: readonly string[];
}

/** The mail of an invitation as plain text. */
export interface Letter {
  readonly subject: string;
  /** The mail without a message. */
  readonly without: string;
  /** What stands before and after a message. */
  readonly before: string;
  readonly after: string;
  /** Where replies go, and how many more may be sent, in sentences. */
  readonly reply_to: string;
  readonly left: string;
}

/** What is said of the picture of the wish in the dialog. */
export interface PictureState {
  /** How much of a file has been sent, from 0 to 1; undefined while none is. */
  readonly share?: number | undefined;
  /** What went wrong with a file, or what is at the address; '' for nothing. */
  readonly text: string;
  /** A picture that the page at the address names; '' for none. */
  readonly suggestion: string;
}

export const NO_NOTICE: Notice = { kind: 'done', text: '' };

export const NO_PICTURE_STATE: PictureState = { text: '', suggestion: '' };

/** What a shop says of the wish in the dialog. */
export interface Suggestions {
  /** By field. */
  readonly values: Values;
  /** What was in the fields that hold a suggestion, before. */
  readonly before: Values;
  readonly isLooking: boolean;
  /** What came of it, in a sentence; '' while nobody has looked. */
  readonly text: string;
}

export const NO_SUGGESTIONS: Suggestions = { values: {}, before: {}, isLooking: false, text: '' };

/** A way to hand on a link. */
export type Way = 'copy' | 'share' | 'code';

/** Everything that the page is drawn from. It is replaced by `change()`, never altered in place. */
export interface State {
  readonly registry: Registry | null;
  readonly familyLink: FamilyLink;
  readonly forms: Readonly<Record<FormName, Form>>;
  /** True while a story with formatting is being replaced by plain text. */
  readonly isStoryRewritten: boolean;
  /** Id of the item in the dialog; 0 for a new one. */
  readonly itemId: number;
  readonly picture: PictureState;
  /** How much of a cover is uploaded, from 0 to 1; undefined unless one is on its way. */
  readonly coverShare?: number | undefined;
  /** Title of the heading in the dialog; '' for a new one. */
  readonly headingTitle: string;
  /** The item that is copied, and the other registries of the user; null until they are known. */
  readonly copied?: { id: number; name: string } | undefined;
  readonly targets: readonly Target[] | null;
  readonly suggestions: Suggestions;
  /** Ids of items with a request under way. */
  readonly busyItems: readonly number[];
  /** How many the owner has, by item id, where that is not saved yet. */
  readonly unsavedHad: Readonly<Record<number, number>>;
  /** Where items stand in an order that is not saved yet; empty if there is none. */
  readonly unsavedOrder: readonly Place[];
  readonly notice: Notice;
  /** For screen readers alone. */
  readonly announcement: string;
  /** A new registry into which not all could be copied; `missing` has the names of items. */
  readonly partialCopy?: { url: string; copied: number; missing: readonly string[] } | undefined;
  /** Link of which the QR code is shown; '' until one is. */
  readonly codeLink: string;
  /** How the link is handed on that the dialog offers to make. */
  readonly way: Way;
  /** People of whom the site wants to know who they are; they are still in the form. */
  readonly questions: readonly Question[];
  /** What is searched for among the invited people, and whether all of them are drawn. */
  readonly peopleSearch: string;
  readonly isEverybodyShown: boolean;
  /** To whom the dialog sends the link, and the mail. */
  readonly mailTo: readonly string[];
  readonly letter: Letter | null;
  /** Who is asked about in the dialog that takes somebody off a list. */
  readonly helper?: { list: 'owners' | 'keepers'; person: string } | undefined;
  /** Address of the QR code as a file; '' until the code is shown. */
  readonly codeUrl: string;
}

const BLANK_DETAILS: Values = {
  title: '',
  event_type: '',
  event_date: '',
  visibility: 'private',
  // Until one is chosen, the one that is suggested for the occasion.
  surprise: '',
  reveal_date: '',
  story: '',
  is_for_child: '',
};

export const BLANK_HELP: Values = { person: '', list: 'owners' };

export const BLANK_ITEM: Values = {
  url: '',
  name: '',
  retailer: '',
  price: '',
  quantity_needed: '1',
  heading: '',
  description: '',
  image_url: '',
};

/** Stands for a registry that is made for the copy. */
export const NEW_REGISTRY = 'new';

/** Makes a form without changes. */
export function blankForm(values: Values = {}, version = ''): Form {
  return {
    values,
    saved: values,
    errors: {},
    message: '',
    isSignedOut: false,
    isBusy: false,
    version,
    collisions: [],
    conflict: '',
  };
}

/** The current state. */
export let state: State = {
  registry: sent.registry,
  familyLink: sent.familyLink ?? { state: 'none', url: '' },
  forms: {
    create: blankForm(BLANK_DETAILS),
    details: blankForm(BLANK_DETAILS),
    item: blankForm(BLANK_ITEM),
    heading: blankForm({ title: '' }),
    copyItem: blankForm({ to: '', title: '' }),
    invite: blankForm({ invitee: '' }),
    mail: blankForm({ message: '' }),
    help: blankForm(BLANK_HELP),
    dismiss: blankForm(),
    reveal: blankForm(),
    copy: blankForm({ title: '' }),
    delete: blankForm(),
  },
  isStoryRewritten: false,
  itemId: 0,
  picture: NO_PICTURE_STATE,
  headingTitle: '',
  targets: null,
  suggestions: NO_SUGGESTIONS,
  busyItems: [],
  unsavedHad: {},
  unsavedOrder: [],
  notice: NO_NOTICE,
  announcement: '',
  codeLink: '',
  way: 'copy',
  questions: [],
  peopleSearch: '',
  isEverybodyShown: false,
  mailTo: [],
  letter: null,
  codeUrl: '',
};

let draw = () => {};
let isHeld = false;

/** Calls a function that draws the page, now and after every change. */
export function keepDrawn(work: () => void): void {
  draw = work;
  draw();
}

/** Changes parts of the state and draws the page at once, so that the focus can move to what is new. */
export function change(parts: Partial<State>): void {
  state = { ...state, ...parts };
  if (!isHeld) draw();
}

/** Does what may change the state several times, and draws the page once, or not at all if nothing has changed. */
export function changeTogether(work: () => void): void {
  if (isHeld) {
    work();
    return;
  }
  const before = state;
  isHeld = true;
  try {
    work();
  } finally {
    isHeld = false;
    if (state !== before) draw();
  }
}

/** Changes parts of a form. */
export function changeForm(name: FormName, parts: Partial<Form>): void {
  change({ forms: { ...state.forms, [name]: { ...state.forms[name], ...parts } } });
}

/** Returns the registry that the page manages. @throws {Error} on the page of all registries */
export function registry(): Registry {
  if (!state.registry) throw new Error('No registry is managed here');
  return state.registry;
}

/** Tells whether a value from the site is a registry. */
export function isRegistry(value: unknown): value is Registry {
  return (
    isRecord(value) && typeof value.id === 'number' && typeof value.title === 'string' && Array.isArray(value.items)
  );
}

/** Marks an item as having a request under way, or not. */
export function markBusy(id: number, isBusy: boolean): void {
  const others = state.busyItems.filter((busy) => busy !== id);
  change({ busyItems: isBusy ? [...others, id] : others });
}
