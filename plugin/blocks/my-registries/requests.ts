import { type Answer, isRecord, type Sending, send, sendFile } from '../../assets/rest.ts';
import { showRegistry } from './current.ts';
import { sent } from './sent.ts';
import { isRegistry, registry } from './state.ts';

/*
 * Every request of the page to the site; docs/pages.md lists the routes. When an answer holds the registry, it has been
 * shown before the promise resolves.
 */

export const createRegistry = (fields: object) => send(sent.access, 'POST', '/registries', fields);

export const readRegistry = () => ask('GET');

export const changeRegistry = (version: string, fields: object) => ask('PATCH', '', { version, ...fields });

export const deleteRegistry = () => ask('DELETE');

/** Shows what is hidden. The answer's `revealed` is the number of gifts. */
export const reveal = () => ask('POST', '/reveal');

export const keepAsPast = () => ask('POST', '/past');

export const bringBack = () => ask('DELETE', '/past');

/** Copies what is open into a new registry. The answer's `copy` holds `manage_url`, `copied` and `missing`. */
export const copyOpen = (title: string) => ask('POST', '/copy', { title });

export const addItem = (fields: object) => ask('POST', '/items', fields);

/** Changes an item. @param version returns the version that is changed, once all earlier requests are answered */
export const changeItem = (id: number, version: () => string, fields: object) =>
  ask('PATCH', `/items/${id}`, () => ({ version: version(), ...fields }));

/** Removes an item. The answer's `undo` is what `restoreItem()` needs. */
export const removeItem = (id: number) => ask('DELETE', `/items/${id}`);

export const restoreItem = (id: number, undo: unknown) =>
  ask('POST', `/items/${id}/restore`, () => (typeof undo === 'object' && undo ? undo : {}));

/** Moves an item before another one, or to the end, under a heading. The answer's `undo` is what `wasAt()` reads. */
export const moveItem = (id: number, before: number | null, heading: string) =>
  ask('POST', `/items/${id}/move`, { before, heading });

/** Returns where an item was before it was moved, to move it back. */
export function wasAt({ undo }: Record<string, unknown>): { before: number | null; heading: string } {
  const { before, heading } = isRecord(undo) ? undo : {};
  return {
    before: typeof before === 'number' ? before : null,
    heading: typeof heading === 'string' ? heading : '',
  };
}

/** Notes whether an item is wanted most of all. */
export const markMostWanted = (id: number, isMostWanted: boolean) =>
  ask(isMostWanted ? 'POST' : 'DELETE', `/items/${id}/most-wanted`);

export const addHeading = (title: string) => ask('POST', '/headings', { title });

export const renameHeading = (heading: string, title: string) => ask('PATCH', '/headings', { heading, title });

/** Moves a heading before another one, or to the end. The answer's `undo` has the `before` that moves it back. */
export const moveHeading = (heading: string, before: string | null) => ask('PATCH', '/headings', { heading, before });

/** Removes a heading. The answer's `undo` is what `restoreHeading()` needs. */
export const removeHeading = (heading: string) => ask('DELETE', '/headings', { heading });

export const restoreHeading = (undo: unknown) =>
  ask('POST', '/headings', () => (typeof undo === 'object' && undo ? undo : {}));

/** Asks for all registries that the user may change. The answer's `registries` are those. */
export const readTargets = () => send(sent.access, 'GET', '/registries');

/** Copies an item to another registry, or a new one. The answer's `copy` holds `title` and `manage_url`. */
export const copyItem = (id: number, into: { to: number } | { title: string }) =>
  ask('POST', `/items/${id}/copy`, into);

/** Notes that the owner has some of an item. @param purchase a UUID; sent again with it, it counts once */
export const have = (id: number, purchase: string, quantity: number) =>
  ask('POST', `/items/${id}/have`, { purchase, quantity });

/** Notes that the owner has no more of an item than this. */
export const haveOnly = (id: number, left: number) => ask('DELETE', `/items/${id}/have`, { left });

/** Keeps a picture, beside all other requests. The answer's `url` is its address. */
export const uploadPicture = (file: File, sending: Sending) =>
  sendFile(sent.access, `/registries/${registry().id}/pictures`, 'picture', file, sending);

/** Asks whether there is a picture at an address, likewise. The answer's `check` is what `pictures.ts` reads. */
export const checkPicture = (url: string) =>
  send(sent.access, 'POST', `/registries/${registry().id}/pictures/check`, { url });

/** Asks what the page of a shop says, beside all other requests: nothing waits for it. The answer's `preview` is that. */
export const preview = (url: string) => send(sent.access, 'POST', `/registries/${registry().id}/previews`, { url });

/** Has the shops of the wishes watched, or not any more. */
export const watchShops = (isWatched: boolean) => ask(isWatched ? 'POST' : 'DELETE', '/watch');

export const dismissShopHint = (id: number) => ask('DELETE', `/items/${id}/shop-hint`);

/** Invites one person or several. */
export const invite = (invitees: readonly string[]) =>
  ask('POST', '/invitees', invitees.length > 1 ? { invitees } : { invitee: invitees[0] ?? '' });

/**
 * Makes a family link, or ends it. The answer's `family_link` is what `isFamilyLink()` knows.
 * @param insteadOf address of the link that is to end; any other that works stays, and is answered
 */
export const makeFamilyLink = (insteadOf: string) => ask('POST', '/family-link', { instead_of: insteadOf });
export const revokeFamilyLink = () => ask('DELETE', '/family-link');

/** Ends the links of all invited addresses; they stay invited. */
export const endPersonalLinks = () => ask('DELETE', '/personal-links');

/** Invites people, but those that nobody can be. The answer's `asked` has what `questionsIn()` reads. */
export const inviteKnown = (invitees: readonly string[]) => ask('POST', '/invitees', { invitees, ask: true });

/** Asks for the link of an invited address. The answer's `link` is that. */
export const personalLink = (invitee: string) => ask('POST', '/invitees/link', { invitee });

/** Asks for the mail that invites people. The answer's `letter` is that. */
export const readLetter = (invitees: readonly string[]) => ask('POST', '/invitees/letter', { invitees });

/** Has the link sent by mail. The answer's `told` says when that happens. */
export const mailTo = (invitees: readonly string[], message: string) =>
  ask('POST', '/invitees/mail', { invitees, message });

export const uninvite = (invitee: string) => ask('DELETE', '/invitees', { invitee });

/** The lists of those who help. */
export type HelperList = 'owners' | 'keepers';

/** Puts a person on a list. */
export const addHelper = (list: HelperList, person: string) => ask('POST', `/${list}`, { person });

/** Takes a person off a list. The answer's `left` is true if the user may not change the registry any more. */
export const removeHelper = (list: HelperList, person: string) => ask('DELETE', `/${list}`, { person });

/** The previous request. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a request about the registry once all earlier ones are answered: each answer holds the whole registry, and the
 * newest must come last.
 */
function ask(method: string, path = '', body?: object | (() => object)): Promise<Answer> {
  const answered = last.then(async () => {
    const fields = typeof body === 'function' ? body() : body;
    const answer = await send(sent.access, method, `/registries/${registry().id}${path}`, fields);
    if (answer.kind === 'done' && isRegistry(answer.body.registry)) showRegistry(answer.body.registry);
    return answer;
  });
  last = answered;
  return answered;
}
