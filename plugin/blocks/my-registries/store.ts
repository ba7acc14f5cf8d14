import { store } from '@wordpress/interactivity';
import { type Access, isRecord } from '../../assets/rest.ts';
import type { PriceStyle } from './numbers.ts';
import type { Registry } from './registry.ts';

/** The forms of the page. */
export type FormName = 'create' | 'details' | 'item' | 'invite' | 'delete';

/** What is typed in a form, field by field. */
export type Values = Record<string, string>;

/** A form while somebody fills it in. */
export interface Form {
  values: Values;
  /** What the site has; what differs from it is typed and not saved. */
  saved: Values;
  errors: Record<string, string>;
  message: string;
  isSignedOut: boolean;
  isBusy: boolean;
  /** Version of what `saved` was taken from. */
  version: string;
  /** The fields in which somebody else saved something else meanwhile; `saved` holds it. */
  collisions: string[];
  /** What is said above them; '' while nobody has to choose. */
  conflict: string;
}

/** What the server sends with the page. */
interface Sent {
  access: Access;
  pages: { login: string; overview: string };
  prices: PriceStyle;
  registry: Registry | null;
  texts: Record<string, string>;
}

/** What the script adds to it. */
interface Kept {
  isReady: boolean;
  canShare: boolean;
  forms: Record<FormName, Form>;
  /** Whether a story with formatting is being written anew. */
  isStoryRewritten: boolean;
  /** Id of the item in the dialog; 0 for a new one. */
  itemId: number;
  /** Ids of items with which something is under way. */
  busyItems: number[];
  /** Numbers that are set and not saved yet, by id. */
  boughtMeanwhile: Record<string, number>;
  /** The order that is made and not saved yet. */
  orderMeanwhile: number[];
  notice: string;
  surplusQuestion: string;
  noticeAction: string;
  noticeKind: 'done' | 'failed' | 'signedOut';
  announcement: string;
  codeUrl: string;
}

/** Name of the store; PHP knows it as ScriptState::STORE. */
export const NAME = 'largesse/my-registries';

const BLANK_DETAILS = { title: '', event_type: '', event_date: '', visibility: 'private', story: '' };

export const BLANK_ITEM: Values = {
  name: '',
  url: '',
  retailer: '',
  price: '',
  quantity_needed: '1',
  quantity_purchased: '0',
  description: '',
  image_url: '',
};

/** A form in which nothing is typed. */
export function blankForm(values: Values = {}, version = ''): Form {
  return {
    values: { ...values },
    saved: { ...values },
    errors: {},
    message: '',
    isSignedOut: false,
    isBusy: false,
    version,
    collisions: [],
    conflict: '',
  };
}

const kept: Kept = {
  isReady: false,
  canShare: false,
  forms: {
    create: blankForm(BLANK_DETAILS),
    details: blankForm(BLANK_DETAILS),
    item: blankForm(BLANK_ITEM),
    invite: blankForm({ invitee: '' }),
    delete: blankForm(),
  },
  isStoryRewritten: false,
  itemId: 0,
  busyItems: [],
  boughtMeanwhile: {},
  orderMeanwhile: [],
  notice: '',
  surplusQuestion: '',
  noticeAction: '',
  noticeKind: 'done',
  announcement: '',
  codeUrl: '',
};
store(NAME, { state: kept });

/** All that the page shows is made of this. */
export const { state } = store<{ state: Sent & Kept }>(NAME);

/** A text in the language of the page, with what belongs in it: `%s`, or `%1$s` and so on. */
export function say(name: string, ...values: (string | number)[]): string {
  const text = state.texts[name] ?? '';
  return text.replace(/%(?:(\d)\$)?s/g, (_, place: string | undefined) => String(values[Number(place ?? 1) - 1] ?? ''));
}

/** The registry that the page manages. @throws {Error} on the page of all registries */
export function registry(): Registry {
  if (!state.registry) throw new Error('No registry is managed here');
  return state.registry;
}

/** Whether the site answered a registry. */
export function isRegistry(value: unknown): value is Registry {
  return (
    isRecord(value) && typeof value.id === 'number' && typeof value.title === 'string' && Array.isArray(value.items)
  );
}
