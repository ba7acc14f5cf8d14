import { type Answer, send } from '../../assets/rest.ts';
import { showRegistry } from './current.ts';
import { sent } from './page-data.ts';
import { registry } from './state.ts';

/** The previous request. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a request about the registry after all earlier requests are answered, because the newest answer must arrive
 * last. If the answer contains the registry or changed parts of it, the page shows the new state before the promise
 * resolves. A refusal because someone else has changed the registry contains the current registry.
 * @param path below the path of the registry
 * @param base version of the registry that the request replaces; '' for other requests
 */
export function ask(method: string, path = '', body?: object, base = ''): Promise<Answer> {
  const answered = last.then(async () => {
    const answer = await askAtOnce(method, path, body);
    const newer = answer.kind === 'changed' ? answer.current : answer.kind === 'done' && answer.body.registry;
    if (newer && !showRegistry(newer, base)) void readRegistry();
    return answer;
  });
  last = answered;
  return answered;
}

/** Sends a request about the registry in parallel to all other requests, without showing the answer. */
export const askAtOnce = (method: string, path: string, body?: object): Promise<Answer> =>
  send(sent.access, method, `/registries/${registry().id}${path}`, body);

export const readRegistry = () => ask('GET');

export const changeRegistry = (version: string, fields: object) => ask('PATCH', '', { version, ...fields }, version);

/** Changes fields even if someone else has changed other fields, or the same ones, in the meantime. */
export async function overwriteFields(fields: object): Promise<Answer> {
  const answer = await changeRegistry(registry().version, fields);
  if (answer.kind !== 'changed') return answer;
  return changeRegistry(answer.current.version, fields);
}
