import type { AffiliateStatus } from '../items.ts';
import { MAX_SAFE } from '../limits.ts';
import type { Limit, Rule } from '../rules.ts';

/** Labels for the states of an affiliate link, shown to administrators. The plugin translates them. */
export const STATUS_LABELS: Readonly<Record<AffiliateStatus, string>> = {
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
  none: 'None',
};

/** A message that a form of the site shows next to an invalid field. */
export interface FormMessage {
  /** Broken rules to which the message applies. A rule without a limit matches any limit. */
  rules: readonly (readonly [rule: Rule, limit?: Limit])[];
  /** Fields to which the message applies; all fields by default. */
  fields?: readonly string[];
  /** Message that the plugin translates; `%s` is replaced by the limit. */
  text: string;
  /** Explains `%s` to translators. */
  number?: string;
}

const BLANK = [['required'], ['not_blank'], ['minLength', 1]] as const;
const TOO_LARGE = [['maximum', MAX_SAFE]] as const;
const COUNTS = ['quantity_needed', 'quantity_purchased'];

/**
 * All messages. A form shows the first message that matches. Rules that only a program can break have no message here.
 * For these rules, forms show the text of the API.
 */
export const FORM_MESSAGES: readonly FormMessage[] = [
  { rules: BLANK, fields: ['title'], text: 'Enter a title.' },
  { rules: BLANK, fields: ['name'], text: 'Enter a name.' },
  { rules: BLANK, fields: ['idea_name'], text: 'Enter a few words.' },
  { rules: BLANK, fields: ['url'], text: 'Enter the address of the product.' },
  { rules: [...BLANK, ['pattern']], fields: ['invitee'], text: 'Enter a user name or an e-mail address.' },
  {
    rules: [['format', 'email']],
    text: 'Mails do not reach this address: before the @, use only letters from a to z, digits and signs.',
  },
  { rules: [['not_blank']], text: 'This text is invisible. Enter other text, or leave the field empty.' },
  {
    rules: [['maxItems']],
    fields: ['invitee'],
    text: 'Add at most %s guests at once.',
    number: 'a number of guests',
  },
  {
    rules: [['maxLength']],
    text: 'This is too long: please use at most %s characters.',
    number: 'a number of characters',
  },
  {
    rules: [['clean_text']],
    text: 'This contains characters that cannot be stored. Please type it again.',
  },
  {
    rules: [['format', 'web-address'], ['format', 'bare-address'], ['format', 'two-slashes'], ['minLength']],
    text: 'Enter an address on the web, such as https://shop.example/kettle.',
  },
  {
    rules: [['format', 'http-scheme']],
    text: 'This address does not open on the web. Enter an address that begins with https:// or http://.',
  },
  {
    rules: [['format', 'one-address']],
    text: 'This is more than one address, or it contains a space. Enter one address, without spaces.',
  },
  {
    rules: [['format', 'port-number']],
    text: 'No browser opens this address: the number after the colon is too high. Check the part before the first slash.',
  },
  {
    rules: [['format', 'host-name']],
    text: 'No browser opens this address. Check the part between // and the next slash.',
  },
  { rules: [['format', 'date']], text: 'Enter a date that exists in the calendar.' },
  {
    rules: [['exclusiveMinimum']],
    fields: ['price'],
    text: 'Enter a price above zero, or leave the field empty.',
  },
  { rules: [['format', 'currency']], text: 'Enter the currency as three capital letters, such as EUR.' },
  { rules: TOO_LARGE, fields: ['price'], text: 'Enter a lower price.' },
  { rules: [['minimum']], fields: COUNTS, text: 'Enter %s or more.', number: 'a number' },
  { rules: TOO_LARGE, fields: COUNTS, text: 'Enter a smaller number.' },
  { rules: [['type', ['integer']]], fields: COUNTS, text: 'Enter a whole number.' },
];
