import { getContext } from '@wordpress/interactivity';
import type { Item } from './registry.ts';
import { type Form, type FormName, state } from './store.ts';

/** What elements of the page know, each a part of it. */
interface Context {
  form: FormName;
  field: string;
  choice: string;
  idle: string;
  busy: string;
  item: Item;
  invitee: string;
}

/** What the element knows whose directive runs. */
export const here = (): Context => getContext<Context>();

/** The form in which that element is. */
export const form = (): Form => state.forms[here().form];
