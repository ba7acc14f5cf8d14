import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../api/src/database/migrations.ts';
import { HAS_GIFTS_COOKIE } from '../plugin/assets/shared-names.ts';

/** Notes about stored data and mails. The plugin's modules contain these notes. */
export interface PluginData {
  keys: readonly StoredKey[];
  mails: readonly { feature: string; kind: string; about: string }[];
}

/** A stored key, with the fields of its note (see the class DataNote of the plugin). */
interface StoredKey {
  feature: string;
  place: string;
  key: string;
  contents: string;
  /** People who can see the data; empty if the data is not about people. */
  seen_by: string;
  until: string;
}

/** A note about data that the plugin's modules do not describe. */
interface Note {
  contents: string;
  /** People who can see the data; missing if the data is not about people. */
  seenBy?: string;
  until: string;
}

const EVENTS = 'EVENTS_DAYS days have passed (a setting of the service, by default 30)';

/** Tables of the service's database. */
export const TABLES: Readonly<Record<string, Note>> = {
  items: {
    contents: 'wishes: name, description, shop, picture, price, quantities; no data about who gives',
    seenBy: 'everyone who may see the registry',
    until: '30 days after the registry was deleted; other deleted wishes are marked as inactive',
  },
  purchases: {
    contents:
      'gifts: the wish with its name, price and link at that time, the quantity, times, and what the giver entered: name, e-mail address, message; the id of their account; the id of an order in another system; which lists hide the gift',
    seenBy:
      'the giver and administrators; owners see name and message when the surprise permits; keepers see everything except addresses',
    until:
      'the gift is given back or released, or the registry is deleted. Name, address and message are erased earlier: see “How long”',
  },
  ideas: {
    contents:
      'ideas that the owners do not see before the reveal: name, link and note; name, e-mail address and account of the author and of the giver',
    seenBy:
      'administrators, through the API; without e-mail addresses, also guests on the page about presents, and owners after the reveal; promises of suggestions only through the API',
    until:
      'the author, a keeper or an administrator deletes the idea, or the registry is deleted. Names, addresses and notes are erased earlier: see “How long”',
  },
  shares: {
    contents:
      'parts of wishes: the wish with its name, price and link at that time, the amount, times, which lists hide the part; name, e-mail address and account of the giver',
    seenBy: 'as for `purchases`; without addresses, also guests',
    until: 'as for `purchases`; ended parts at the latest at the reveal',
  },
  events: {
    contents: 'a log of changes: ids of registries, wishes and gifts; the id of the giver’s account',
    seenBy: 'people who may see the wish or the gift',
    until: EVENTS,
  },
  webhooks: { contents: 'addresses of receivers of events, and their secrets', until: 'an administrator deletes them' },
  webhook_deliveries: {
    contents: 'events that were or will be sent to receivers: only ids',
    until: '30 days are over',
  },
  creations: {
    contents:
      'answers to requests that created a registry, a wish or a webhook, so that a repeated request creates nothing',
    seenBy: 'the caller who repeats the request',
    until: 'a day has passed',
  },
  appearances: {
    contents: 'ids of lists that share a wish, with their surprise level and day of the reveal',
    until: 'the wish leaves a list',
  },
  past_places: {
    contents: 'ids of lists that a wish has left, with their day of the reveal; nothing about gifts',
    until: 'the day has come; without a day, another list with the wish has revealed its gifts',
  },
  known_registries: {
    contents:
      'ids of registries, digests of their last known title, texts, days and people, and the order of their wishes',
    until: 'the registry is deleted',
  },
  search_parts: { contents: 'which ids of items the index of searches contains', until: 'the database is deleted' },
  search_bits: {
    contents: 'which groups of items contain which short sequences of characters, as bits; no texts',
    until: 'the group is indexed again, or the database is deleted',
  },
  changed_texts: {
    contents: 'ids of items whose texts have changed',
    until: 'the group is indexed again, mostly an hour',
  },
  event_log: { contents: 'key of the positions in the log', until: 'the database is deleted' },
  site: { contents: 'for the site at which address the database was made', until: 'the database is deleted' },
  webhook_dispatcher: { contents: 'which process sends events', until: 'the database is deleted' },
  runs: { contents: 'whether the last run ended cleanly', until: 'the database is deleted' },
};

/** Cookies in the browsers of guests and members, except WordPress's own cookies. */
export const COOKIES: Readonly<Record<string, Omit<Note, 'seenBy'>>> = {
  'largesse_gift-': {
    contents: 'gift of this browser, or form for one wish, so that a repeated form makes no second gift',
    until: 'a year after the gift; a day after opening the form, if it was not sent',
  },
  largesse_browser: {
    contents: 'random key of a guest’s browser, with which the site recognizes forms that this browser has opened',
    until: 'two days after the last opened form',
  },
  [HAS_GIFTS_COOKIE]: {
    contents: 'mark that this browser has made gifts',
    until: 'a year after the last gift',
  },
  largesse_guest_ideas_: {
    contents: 'which ideas for one registry were added or are given in this browser',
    until: 'a year after the last idea',
  },
  largesse_guest_shares_: {
    contents: 'which parts of gifts for one registry were confirmed in this browser',
    until: 'a year after the last part',
  },
  largesse_join_: {
    contents: 'permission to join one circle, from a family link or an invitation',
    until: '7 days have passed, the visitor has joined, the link has ended, or the member has signed out',
  },
  largesse_proposal_: {
    contents:
      'that the visitor has opened a mail that asks them to help with a registry, so that they can create an account',
    until: '7 days have passed, the question was answered or withdrawn, or the member has signed out',
  },
  largesse_open_: {
    contents: 'permission to open one registry, from a family link or a personal link',
    until: '90 days have passed, the link has ended, or the member has signed out',
  },
  largesse_guest_suggestions_: {
    contents: 'wishes that were suggested for one registry in this browser',
    until: 'a year after the last suggestion',
  },
  largesse_sign_up: {
    contents: 'random number that connects a sign-up with this browser',
    until: 'two days have passed',
  },
};

/** Descriptions of mails that bypass the queue. Each key is the file that sends the mail. */
export const DIRECT_MAILS: Readonly<Record<string, string>> = {
  'People/Mail/MailHealth.php': 'To an administrator who tests the mail: the name of the site.',
};

/**
 * Generates the data protection sheet as Markdown.
 * @throws {Error} if a table of the service has no note, or a note has no table
 */
export function dataProtectionSheet({ keys, mails }: PluginData): string {
  const about = keys.filter(({ seen_by }) => seen_by !== '');
  const rest = keys.filter(({ seen_by }) => seen_by === '');
  return `# Data protection sheet

<!-- Made by \`npm run modules\` from the modules of the plugin and tools/data-protection.ts: change them. -->

This sheet is for operators. It lists the data that Largesse stores, who sees it, when it is deleted, and which mails the
site sends. It is complete, because each part of the plugin must describe its data. The suggested text for your privacy
policy is in wp-admin under Settings → Privacy → Policy guide.

The tables do not repeat that two groups can read everything: people with access to the databases, the files or the
backups, and administrators of WordPress who can install code.

## Record of processing

A template for the record that article 30 of the GDPR requires. Replace the text in brackets.

| point | entry |
|---|---|
| Controller | [name, address, contact; data protection officer, if there is one] |
| Purpose | Gift registries: members collect wishes; guests choose gifts, so that nothing is given twice |
| People concerned | Members with an account; guests who give; people whom members invite |
| Data | Accounts, registries, invitations and gifts, as in the tables below |
| Legal basis | [for instance: contract with members (article 6(1)(b)); legitimate interest that nobody gives a wish twice (article 6(1)(f))] |
| Recipients | Other people on the site, as in the column "seen by"; [host of the site]; [host of the service]; [mail provider]; [webhooks, if you created any] |
| Third countries | [none; or the names of the countries, and the safeguards] |
| Erasure | As in the column "until" |
| Security | HTTPS; rights as in the [rules](api-rules.md#roles); [threat model](threats.md); [backups: where, how long, who reads them] |

## How long

1. The site erases givers' e-mail addresses 60 days after the event, and their names and messages 13 months after it. You
   can change both times under Settings → Largesse. The gift itself stays on its list.
2. Under Tools → Export Personal Data and Tools → Erase Personal Data, WordPress exports and erases the data of one
   person, in all features and in the service.
3. If a registry is deleted, its meta, records and gifts are deleted, too. If an account is deleted, its meta and records
   are deleted, and WordPress deletes its registries, or assigns them to another member. The site also erases the
   member's data from gifts.
4. Backups contain deleted data until the backups are deleted.

## Data in WordPress

WordPress stores accounts (name, e-mail address, a hash of the password) and sessions. It stores a registry as a post:
title, story, author and dates. Pictures that owners upload are in \`uploads/largesse\`, under names that reveal no
registry, until no wish shows them. Everyone who has the address of a picture can see it. Largesse adds:

${table(['stored as', 'contents', 'seen by', 'until'], keyRows(about))}

## Data in the service

The service does not store accounts, titles of registries or invitees: it reads them from WordPress. It keeps the identity
of a caller in memory for some minutes. Its logs contain no names, addresses or messages ([secrecy](api-rules.md#secrecy)).

${table(['table', 'contents', 'seen by', 'until'], serviceRows())}

## Cookies

Only users of the browser see these cookies. Cookies about gifts, ideas and shares also end when a recipient of the registry
signs in.

${table(
  ['cookie', 'contents', 'until'],
  Object.entries(COOKIES).map(([name, { contents, until }]) => [`\`${name}\``, contents, until]),
)}

## Mails

${table(
  ['mail', 'receiver and contents'],
  [
    ...mails.map(({ kind, about: text }) => [`\`${kind}\``, text]),
    ...Object.values(DIRECT_MAILS).map((text) => ['test of the mail', text]),
  ],
)}

## Data that is not about people

${placesOf(rest)
  .map(([place, found]) => `- ${place}: ${found.map(({ key }) => `\`${key}\``).join(', ')}\n`)
  .join('')}`;
}

/** Groups stored keys by the place where they are stored. */
function placesOf(keys: readonly StoredKey[]): [place: string, keys: StoredKey[]][] {
  return [...Map.groupBy(keys, ({ place }) => place)];
}

/** Returns a row for all keys of a place that the same people see until the same time. */
function keyRows(keys: readonly StoredKey[]): string[][] {
  return placesOf(keys).flatMap(([place, found]) =>
    [...Map.groupBy(found, ({ seen_by, until }) => `${seen_by} | ${until}`)].map(([people, alike]) => [
      place,
      alike.map(({ key, contents }) => `\`${key}\`: ${contents}`).join('<br>'),
      people,
    ]),
  );
}

function serviceRows(): string[][] {
  using database = new DatabaseSync(':memory:');
  for (const { sqlite } of migrations) database.exec(sqlite);
  const found = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ name }) => String(name));
  const wrong = [...new Set([...found, ...Object.keys(TABLES)])].filter(
    (name) => !(found.includes(name) && name in TABLES),
  );
  if (wrong.length > 0) throw new Error(`tools/data-protection.ts does not match the tables ${wrong.join(', ')}`);
  return Object.entries(TABLES).map(([name, { contents, seenBy = '–', until }]) => [
    `\`${name}\``,
    contents,
    seenBy,
    until,
  ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
