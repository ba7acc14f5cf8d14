import { send } from '../../support/http-client.ts';
import type { SiteWithApi } from '../api/site-with-api.ts';
import { ask, decoded } from '../wordpress/guest.ts';
import { AGENT } from './channels.ts';
import type { MadeList, MadePromise } from './pairs.ts';

/** Links whose last part is a key. Readers of such a link may use it. */
const LINK =
  /(?:key|open|my-gifts|my-share|promise|follower|no-reminders|no-invitations|confirm-address|largesse-confirm|largesse_open_\d+)=[\w.%-]*/g;

/** Returns the ids that a text contains outside of links with a key: UUIDs and hashes. */
export const idsIn = (text: string): string[] =>
  text.replaceAll(LINK, '').match(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?:[0-9a-f]{32}){1,2}\b/g) ?? [];

/** Something that a thief has sent, and the answer. */
export interface Probe {
  sent: string;
  text: string;
}

/**
 * Tries an id as the key in each link to a private page of a list, and as a key of the API. The thief has no account.
 */
export async function tryAsKey(
  { site, url }: SiteWithApi,
  id: string,
  list: MadeList,
  promises: readonly MadePromise[],
  user: number,
): Promise<Probe[]> {
  const hex = id.replaceAll('-', '');
  const asked: [path: string, form?: Record<string, string>][] = [
    ...promises.map(({ id: gift }): [string] => [`${list.path}?gift-of=${gift}&key=${hex}`]),
    ...promises.map(({ id: part }): [string] => [`/?my-share=${list.id}x${part.replaceAll('-', '')}${hex}`]),
    [`${list.path}?gift-of=${id}&key=${hex}`],
    [`/?my-share=${list.id}x${hex}${hex}`],
    [`/?my-gifts=${hex}`],
    [`${list.path}?open=${hex}`],
    [list.path, { open: hex }],
    [`/?follower=${list.id}x${hex}`],
    ...['no-reminders', 'no-invitations'].map((name): [string] => [`/?${name}=${user}x${hex}`]),
    ...['largesse-confirm', 'confirm-address'].map((name): [string] => [`/?${name}=${hex}`]),
    [`/?proposal=${list.id}&open=${hex}`],
    [`/my-registries/?circle=${hex.slice(0, 16)}&open=${hex}`],
    [`/my-registries/?circle=${hex.slice(0, 16)}&draw=${hex}`],
  ];
  const probes: Probe[] = [];
  for (const [path, form] of asked) {
    const { html } = await ask(site, path, { cookie: `largesse_open_${list.id}=${hex}`, ...(form && { form }) });
    probes.push({ sent: `${path} ${JSON.stringify(form ?? {})}`, text: decoded(html) });
  }
  for (const authorization of [`Bearer ${id}`, `Basic ${Buffer.from(`admin:${id}`).toString('base64')}`]) {
    const path = `/registries/${list.id}/purchases`;
    const { text } = await send(AGENT, url, 'GET', path, { headers: { authorization } });
    probes.push({ sent: authorization, text });
  }
  return probes;
}

/** Tries an id in each cookie that marks the promises of a visitor, on a list that everybody may open. */
export async function tryAsCookie(
  { site }: SiteWithApi,
  id: string,
  list: MadeList,
  promises: readonly MadePromise[],
): Promise<Probe[]> {
  const hex = id.replaceAll('-', '');
  const ids = [...promises.map((promise) => promise.id), id];
  const cookies = [
    ...promises.map((promise) => `largesse_gift-${promise.id}=${list.id}.${promise.item}.shown.${hex}`),
    `largesse_gift-${id}=${list.id}.${promises[0]?.item}.sent.${hex}`,
    ...['suggestions', 'shares'].map((kind) => `largesse_guest_${kind}_${list.id}=${ids.join('.')}.${hex}`),
    `largesse_guest_ideas_${list.id}=${ids.map((one) => `a${one}.g${one}`).join('.')}.${hex}`,
    `largesse_browser=${hex}`,
  ].join('; ');
  const probes: Probe[] = [];
  for (const path of [
    ...['', '?giving=1', '?present=1', '?shares=1', '?own-gifts=1'].map((query) => list.path + query),
    '/?my-gifts=1',
  ]) {
    const { html } = await ask(site, path, { cookie: cookies });
    probes.push({ sent: `${path} with cookies`, text: decoded(html) });
  }
  return probes;
}
