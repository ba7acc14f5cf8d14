import type { FamilyLink, Letter, OrderedItem, Registry, RegistryChange } from '../../assets/registry.ts';
import { sent } from './page-data.ts';

export type Values = Readonly<Record<string, string>>;

/** Parts of the page that manages a registry. */
export const TABS = ['wishes', 'share', 'settings'] as const;
export type Tab = (typeof TABS)[number];

export type HelperList = 'owners' | 'keepers';

export interface Form {
  readonly values: Values;
  /** The values on the site; a field is unsaved if its value differs. */
  readonly saved: Values;
  readonly errors: Values;
  readonly message: string;
  readonly isBusy: boolean;
  /** Version of the registry or the item whose values are in `saved`. */
  readonly version: string;
  /** Fields with unsaved input for which someone else has saved another value. `saved` contains this other value. */
  readonly collisions: readonly string[];
  /** Message about the collisions; '' if there are none. */
  readonly conflict: string;
}

/** A message about a success, a failure, or a change by someone else. */
export interface Notice {
  readonly kind: 'done' | 'failed' | 'outdated';
  /** '' to hide the notice. */
  readonly text: string;
  /** Button of the notice. */
  readonly action?: { readonly label: string; run(): unknown } | undefined;
  /** Called when the user closes the notice. */
  readonly onClose?: () => void;
}

export interface PictureState {
  readonly isUploading: boolean;
  /** Error of an upload, or a result of checking the address; '' for none. */
  readonly text: string;
  /** Picture suggested by the page at the address; '' for none. */
  readonly suggestion: string;
}

export const NO_NOTICE: Notice = { kind: 'done', text: '' };

export const NO_PICTURE_STATE: PictureState = { isUploading: false, text: '', suggestion: '' };

export interface ShopData {
  readonly values: Values;
  /** Previous values of fields that contain a suggestion. */
  readonly before: Values;
  readonly isLooking: boolean;
  /** True if the name is a guess from the address, because the shop's page contains no name. */
  readonly isNameGuessed: boolean;
  /** Sentence with the result of the search; '' before the first search. */
  readonly text: string;
}

export const NO_SHOP_DATA: ShopData = {
  values: {},
  before: {},
  isLooking: false,
  isNameGuessed: false,
  text: '',
};

export interface HeadingPlace {
  /** Ids of the items below the heading. */
  readonly items: readonly number[];
  /** Title of the heading before which the new heading goes; null for the end. */
  readonly before: string | null;
}

export const AT_THE_END: HeadingPlace = { items: [], before: null };

/** State from which the page is rendered. `change()` replaces it; it is never modified in place. */
export interface State {
  readonly tab: Tab;
  readonly registry: Registry | null;
  readonly familyLink: FamilyLink;
  readonly forms: Readonly<Record<FormName, Form>>;
  /** True while the user names an occasion that has no chip. */
  readonly isOwnOccasion: boolean;
  /** True while the user replaces a formatted story with plain text. */
  readonly isStoryRewritten: boolean;
  /** Id of the item in the dialog; 0 for a new one. */
  readonly itemId: number;
  /** Message about the item that the open dialog has just added; '' for none. */
  readonly added: string;
  readonly picture: PictureState;
  readonly isCoverUploading: boolean;
  /** Title of the heading in the dialog; '' for a new heading. */
  readonly headingTitle: string;
  readonly headingPlace: HeadingPlace;
  /** The item to copy, in the dialog that copies an item. */
  readonly copied?: { id: number; name: string } | undefined;
  /** Registries that the item can be copied to; null until they are loaded. */
  readonly targets: readonly Pick<Registry, 'id' | 'title'>[] | null;
  readonly shopData: ShopData;
  /** Ids of items with an unanswered request. */
  readonly busyItems: readonly number[];
  /** Unsaved order of the items; empty if there is none. */
  readonly unsavedOrder: readonly OrderedItem[];
  readonly notice: Notice;
  /** Text that only screen readers announce. */
  readonly announcement: string;
  /** Link whose QR code is shown; '' for none. */
  readonly codeLink: string;
  /** Address of the shown QR code, an SVG image; '' until the code is shown. */
  readonly code: string;
  /** True if a long list of invited people is shown completely. */
  readonly isEverybodyShown: boolean;
  readonly mailTo: readonly string[];
  /** Text of the mail in the dialog; null until it is loaded. */
  readonly letter: Letter | null;
  readonly helper?: { list: HelperList; person: string } | undefined;
}

const BLANK_REGISTRY: Values = { title: '', event_type: '', event_date: '', is_for_child: '' };

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

/** Value of the field `to` in the dialog that copies an item, if the copy goes into a new registry. */
export const NEW_REGISTRY = 'new';

export function blankForm(values: Values = {}, version = ''): Form {
  return {
    values,
    saved: values,
    errors: {},
    message: '',
    isBusy: false,
    version,
    collisions: [],
    conflict: '',
  };
}

const BLANK_FORMS = {
  create: blankForm(BLANK_REGISTRY),
  details: blankForm(),
  firstWish: blankForm({ address: '' }),
  item: blankForm(BLANK_ITEM),
  heading: blankForm({ title: '' }),
  copyItem: blankForm({ to: '', title: '' }),
  share: blankForm({ visibility: 'private', surprise: '' }),
  invite: blankForm({ invitee: '' }),
  mail: blankForm({ message: '' }),
  help: blankForm(BLANK_HELP),
  dismiss: blankForm(),
  reveal: blankForm(),
  copy: blankForm({ title: '', next: '' }),
  delete: blankForm(),
};

export type FormName = keyof typeof BLANK_FORMS;

export const FORMS = Object.keys(BLANK_FORMS) as FormName[];

export let state: State = {
  tab: 'wishes',
  registry: sent.registry,
  familyLink: sent.familyLink ?? { state: 'none', url: '' },
  forms: BLANK_FORMS,
  isOwnOccasion: false,
  isStoryRewritten: false,
  itemId: 0,
  added: '',
  picture: NO_PICTURE_STATE,
  isCoverUploading: false,
  headingTitle: '',
  headingPlace: AT_THE_END,
  targets: null,
  shopData: NO_SHOP_DATA,
  busyItems: [],
  unsavedOrder: [],
  notice: NO_NOTICE,
  announcement: '',
  codeLink: '',
  code: '',
  isEverybodyShown: false,
  mailTo: [],
  letter: null,
};

let draw = () => {};
let isHeld = false;

/** Calls a render function now and after every change. */
export function renderOnChange(work: () => void): void {
  draw = work;
  draw();
}

/** Changes parts of the state and renders the page at once, so that the focus can move to new elements. */
export function change(parts: Partial<State>): void {
  state = { ...state, ...parts };
  if (!isHeld) draw();
}

/** Runs a function that may change the state several times, then renders the page once if anything changed. */
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

export function changeForm(name: FormName, parts: Partial<Form>): void {
  change({ forms: { ...state.forms, [name]: { ...state.forms[name], ...parts } } });
}

/** Returns the registry on this page. @throws {Error} on the page of all registries */
export function registry(): Registry {
  if (!state.registry) throw new Error('No registry is managed here');
  return state.registry;
}

/** Returns the display name of a user name or e-mail address, if the site sent one. */
export function nameOf(entry: string): string {
  const { helper_names: helpers, invitations } = registry();
  return helpers?.[entry] ?? (invitations.find((one) => one.entry === entry)?.name || entry);
}

/** Checks whether a part of a registry is the whole registry. Only the whole registry contains its latest change. */
export const isRegistry = (part: RegistryChange): part is Registry => part.last_edit !== undefined;
