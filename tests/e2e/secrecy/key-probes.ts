import { send } from '../../support/http-client.ts';
import type { SiteWithApi } from '../api/site-with-api.ts';
import { ask, decoded } from '../wordpress/guest.ts';
import { AGENT } from './channels.ts';
import type { MadeList, MadePromise } from './pairs.ts';

/** Links whose last part is a key. Whoever reads such a link may use it. */
const LINK =
  /(?:key|open|my-gifts|my-share|promise|follower|wishes-feed|calendar-of|no-reminders|no-invitations|confirm-address|largesse-confirm|largesse_open_\d+)=[\w.%-]*/g;

/** Returns the ids that a text contains outside of links with a key: UUIDs and hashes. */
export const idsIn = (text: string): string[] =>
  text.replaceAll(LINK, '').match(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?:[0-9a-f]{32}){1,2}\b/g) ?? [];

/** Something that a thief has sent, and the answer. */
export interface Probe {
  sent: string;
  status: number;
  text: string;
}

/** Tries an id as each kind of key that opens a private page, and as a key of the API, without an account. */
export async function tryAsKey(
  { site, url }: SiteWithApi,
  id: string,
  list: MadeList,
  promises: readonly MadePromise[],
  user: number,
): Promise<Probe[]> {
  const hex = id.replaceAll('-', '');
  const cookies = [
    ...['ideas', 'suggestions', 'shares'].flatMap((kind) => `largesse_guest_${kind}_${list.id}=${id}`),
    ...[...promises.map((promise) => promise.id), id].map((one) => `largesse_gift-${one}=${id}`),
    ...['largesse_browser', `largesse_open_${list.id}`].map((name) => `${name}=${id}`),
  ].join('; ');
  const asked: [path: string, form?: Record<string, string>][] = [
    ...promises.map(({ id: gift }): [string] => [`${list.path}?gift-of=${gift}&key=${hex}`]),
    ...promises.map(({ id: part }): [string] => [`/?my-share=${list.id}x${part.replaceAll('-', '')}${hex}`]),
    [`${list.path}?gift-of=${id}&key=${hex}`],
    [`/?my-share=${list.id}x${hex}${hex}`],
    [`/?my-gifts=${hex}`],
    [`${list.path}?open=${hex}`],
    [list.path, { open: hex }],
    ...['follower', 'wishes-feed'].map((name): [string] => [`/?${name}=${list.id}x${hex}`]),
    ...['calendar-of', 'no-reminders', 'no-invitations'].map((name): [string] => [`/?${name}=${user}x${hex}`]),
    ...['largesse-confirm', 'confirm-address', 'proposal'].map((name): [string] => [`/?${name}=${hex}&open=${hex}`]),
    [`/my-registries/?circle=${hex.slice(0, 16)}&open=${hex}`],
    ...['', '?giving=1', '?present=1', '?shares=1', '?own-gifts=1'].map((query): [string] => [list.path + query]),
    ['/?my-gifts=1'],
  ];
  const probes: Probe[] = [];
  for (const [path, form] of asked) {
    const { status, html } = await ask(site, path, { cookie: cookies, ...(form && { form }) });
    probes.push({ sent: `${path} ${JSON.stringify(form ?? {})}`, status, text: decoded(html) });
  }
  for (const authorization of [`Bearer ${id}`, `Basic ${Buffer.from(`admin:${id}`).toString('base64')}`]) {
    const path = `/registries/${list.id}/purchases`;
    const { status, text } = await send(AGENT, url, 'GET', path, { headers: { authorization } });
    probes.push({ sent: authorization, status, text });
  }
  return probes;
}
