import type { AffiliateStatus } from '../items.ts';
import { ruleText, TYPE_NAMES } from '../rules.ts';

/** Names the states of an affiliate link as administrators read them; the plugin translates them. */
export const STATUS_LABELS: Readonly<Record<AffiliateStatus, string>> = {
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
  none: 'None',
};

/** Describes a message that forms of the site show beside a field that breaks a rule. */
export interface FormMessage {
  /** Rules in the words of the API, `%d` for their number. */
  rules: readonly string[];
  /** Only these fields; any other one where they are missing. */
  fields?: readonly string[];
  /** The message, which the plugin translates; `%s` stands for the last number of the rule. */
  text: string;
  /** Tells translators what `%s` stands for. */
  number?: string;
}

const BLANK = [ruleText('required'), ruleText('notBlank'), ruleText('notEmpty')];
const COUNTS = ['quantity_needed', 'quantity_purchased'];

/** All messages; the first that fits is shown. Rules that only a program can break stay as the API names them. */
export const FORM_MESSAGES: readonly FormMessage[] = [
  { rules: BLANK, fields: ['title'], text: 'Enter a title.' },
  { rules: BLANK, fields: ['name'], text: 'Enter a name.' },
  { rules: BLANK, fields: ['url'], text: 'Enter the address of the product.' },
  { rules: BLANK, fields: ['invitee'], text: 'Enter a user name or an e-mail address.' },
  {
    rules: [ruleText('entries', '%d', '%d')],
    fields: ['invitee'],
    text: 'Invite at most %s people at once.',
    number: 'a number of people',
  },
  {
    rules: [ruleText('maxChars', '%d')],
    text: 'This is too long: write at most %s characters.',
    number: 'a number of characters',
  },
  {
    rules: [ruleText('cleanText')],
    text: 'There are characters in it that cannot be stored. Please type it again.',
  },
  {
    rules: [ruleText('address'), ruleText('minChars', '%d')],
    text: 'Enter an address on the web, such as https://shop.example/kettle.',
  },
  { rules: [ruleText('date')], text: 'Enter a date that exists in the calendar.' },
  {
    rules: [ruleText('above', '%d')],
    fields: ['price'],
    text: 'Enter a price above zero, or leave the field empty.',
  },
  { rules: [ruleText('tooLarge')], fields: ['price'], text: 'Enter a lower price.' },
  { rules: [ruleText('min', '%d')], fields: COUNTS, text: 'Enter %s or more.', number: 'a number' },
  { rules: [ruleText('tooLarge')], fields: COUNTS, text: 'Enter a smaller number.' },
  { rules: [ruleText('type', TYPE_NAMES.integer)], fields: COUNTS, text: 'Enter a whole number.' },
];
