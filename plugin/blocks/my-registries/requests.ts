import { type Answer, isRecord, type Sending, send, sendForm } from '../../assets/rest.ts';
import { showRegistry } from './current.ts';
import { sent } from './page-data.ts';
import { type HeadingPlace, isChange, registry } from './state.ts';

/*
 * All requests from the page to the site; docs/pages.md lists the routes. If an answer contains the registry or changed
 * parts of it, the page shows the new state before the promise resolves.
 */

export const createRegistry = (fields: object) => send(sent.access, 'POST', '/registries', fields);

export const readRegistry = () => ask('GET');

/** Reads the registry without showing it, in parallel to all other requests. */
export const fetchRegistry = () => send(sent.access, 'GET', `/registries/${registry().id}`);

/** Reads the latest changes, in parallel to all other requests. Pass `edits` of the answer to `unseenEdits()`. */
export const readEdits = () => send(sent.access, 'GET', `/registries/${registry().id}/edits`);

export const changeRegistry = (version: string, fields: object) => ask('PATCH', '', { version, ...fields }, version);

export const deleteRegistry = () => ask('DELETE');

/** Reveals all current gifts to the owner. `revealed` in the answer is the number of revealed gifts. */
export const reveal = () => ask('POST', '/reveal');

export const markAsPast = () => ask('POST', '/past');

export const unmarkAsPast = () => ask('DELETE', '/past');

/** Copies the open wishes into a new registry. `copy` in the answer contains `manage_url`, `copied` and `missing`. */
export const copyOpenWishes = (title: string) => ask('POST', '/copy', { title });

export const addItem = (fields: object) => ask('POST', '/items', fields);

/**
 * Changes an item.
 * @param version returns the version on which the change is based; called after all earlier requests are answered
 */
export const changeItem = (id: number, version: () => string, fields: object) =>
  ask('PATCH', `/items/${id}`, () => ({ version: version(), ...fields }));

/** Removes an item. Pass `undo` of the answer to `restoreItem()`. */
export const removeItem = (id: number) => ask('DELETE', `/items/${id}`);

export const restoreItem = (id: number, undo: unknown) =>
  ask('POST', `/items/${id}/restore`, () => (typeof undo === 'object' && undo ? undo : {}));

/** Moves an item below a heading, before another item or to the end. `previousPlace()` reads `undo` of the answer. */
export const moveItem = (id: number, before: number | null, heading: string) =>
  ask('POST', `/items/${id}/move`, { before, heading });

/** Returns the previous place of an item, to undo a move. */
export function previousPlace({ undo }: Record<string, unknown>): { before: number | null; heading: string } {
  const { before, heading } = isRecord(undo) ? undo : {};
  return {
    before: typeof before === 'number' ? before : null,
    heading: typeof heading === 'string' ? heading : '',
  };
}

/** Marks an item as most wanted, or removes the mark. */
export const markMostWanted = (id: number, isMostWanted: boolean) =>
  ask(isMostWanted ? 'POST' : 'DELETE', `/items/${id}/most-wanted`);

/** Adds a heading. @param place ids of the items below the heading, and the heading after it (null for the end) */
export const addHeading = (title: string, place: HeadingPlace) => ask('POST', '/headings', { title, ...place });

export const renameHeading = (heading: string, title: string) => ask('PATCH', '/headings', { heading, title });

/**
 * Moves a heading before another one, or to the end. `undo` of the answer contains the value of `before` that moves the
 * heading back.
 */
export const moveHeading = (heading: string, before: string | null) => ask('PATCH', '/headings', { heading, before });

/** Removes a heading. Pass `undo` of the answer to `restoreHeading()`. */
export const removeHeading = (heading: string) => ask('DELETE', '/headings', { heading });

export const restoreHeading = (undo: unknown) =>
  ask('POST', '/headings', () => (typeof undo === 'object' && undo ? undo : {}));

/** Fetches all registries that the user can change, as `registries`. */
export const readTargets = () => send(sent.access, 'GET', '/registries');

/** Copies an item to an existing or a new registry. `copy` in the answer contains `title` and `manage_url`. */
export const copyItem = (id: number, into: { to: number } | { title: string }) =>
  ask('POST', `/items/${id}/copy`, into);

/** Records that the owner has some pieces of an item. @param purchase UUID; requests with the same UUID count once */
export const recordOwned = (id: number, purchase: string, quantity: number) =>
  ask('POST', `/items/${id}/have`, { purchase, quantity });

/** Reduces the number of pieces that the owner has. */
export const reduceOwned = (id: number, left: number) => ask('DELETE', `/items/${id}/have`, { left });

/** Uploads a picture, in parallel to all other requests. `url` in the answer is its address. */
export const uploadPicture = (form: FormData, sending?: Sending) =>
  sendForm(sent.access, `/registries/${registry().id}/pictures`, form, sending);

/**
 * Checks whether an address is a picture, in parallel to all other requests. `pictures.ts` reads `check` of the answer.
 */
export const checkPicture = (url: string) =>
  send(sent.access, 'POST', `/registries/${registry().id}/pictures/check`, { url });

/** Fetches the data of a shop's page as `preview`, in parallel to all other requests. */
export const preview = (url: string) => send(sent.access, 'POST', `/registries/${registry().id}/previews`, { url });

/** Starts or stops watching the shops of the wishes. */
export const watchShops = (isWatched: boolean) => ask(isWatched ? 'POST' : 'DELETE', '/watch');

export const dismissShopHint = (id: number) => ask('DELETE', `/items/${id}/shop-hint`);

/** Invites people. */
export const invite = (invitees: readonly string[]) =>
  ask('POST', '/invitees', invitees.length > 1 ? { invitees } : { invitee: invitees[0] ?? '' });

/**
 * Creates a family link, and revokes the previous link. `isFamilyLink()` checks `family_link` of the answer.
 * @param insteadOf address of the link to revoke. If the registry has another link by now, the site keeps and returns
 *   that link.
 */
export const makeFamilyLink = (insteadOf: string) => ask('POST', '/family-link', { instead_of: insteadOf });
export const revokeFamilyLink = () => ask('DELETE', '/family-link');

/** Revokes the links of all invited addresses; the people stay invited. */
export const endPersonalLinks = () => ask('DELETE', '/personal-links');

/** Invites people, except unknown ones. `questionsIn()` reads `asked` of the answer. */
export const inviteKnownPeople = (invitees: readonly string[]) => ask('POST', '/invitees', { invitees, ask: true });

/** Fetches the personal link of an invited address as `link`. */
export const personalLink = (invitee: string) => ask('POST', '/invitees/link', { invitee });

/** Fetches the invitation mail as `letter`. */
export const readLetter = (invitees: readonly string[]) => ask('POST', '/invitees/letter', { invitees });

/** Sends the link by mail. `told` in the answer is a message for the user: when the mails will be sent. */
export const mailTo = (invitees: readonly string[], message: string) =>
  ask('POST', '/invitees/mail', { invitees, message });

export const uninvite = (invitee: string) => ask('DELETE', '/invitees', { invitee });

/** Lists of helpers. */
export type HelperList = 'owners' | 'keepers';

/** Adds a person to a list. */
export const addHelper = (list: HelperList, person: string) => ask('POST', `/${list}`, { person });

/** Removes a person from a list. `left` in the answer is true if the user can no longer change the registry. */
export const removeHelper = (list: HelperList, person: string) => ask('DELETE', `/${list}`, { person });

/** The previous request. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a request about the registry after all earlier requests are answered, because the newest answer must
 * arrive last.
 * @param base version of the registry that the request replaces; '' for other requests
 */
function ask(method: string, path = '', body?: object | (() => object), base = ''): Promise<Answer> {
  const answered = last.then(async () => {
    const fields = typeof body === 'function' ? body() : body;
    const answer = await send(sent.access, method, `/registries/${registry().id}${path}`, fields);
    const shown = answer.kind !== 'done' || !isChange(answer.body.registry) || showRegistry(answer.body.registry, base);
    if (!shown) void readRegistry();
    return answer;
  });
  last = answered;
  return answered;
}
