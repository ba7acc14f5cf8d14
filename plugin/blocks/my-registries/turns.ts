import { type Answer, send } from '../../assets/rest.ts';
import { syncDetails } from './details.ts';
import { isRegistry, registry, state } from './store.ts';

/** The request before. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a request about the registry when all earlier ones have been answered: each answer holds the whole registry,
 * and the newest must come last. What is answered is shown.
 * @param path below the registry's own address
 */
export function ask(method: string, path = '', body?: object | (() => object)): Promise<Answer> {
  const turn = last.then(async () => {
    const answer = await send(
      state.access,
      method,
      `/registries/${registry().id}${path}`,
      typeof body === 'function' ? body() : body,
    );
    if (answer.kind === 'done' && isRegistry(answer.body.registry)) show(answer.body.registry);
    return answer;
  });
  last = turn;
  return turn;
}

/** Shows a registry as the site has it now; what is typed stays. */
export function show(newer: typeof state.registry): void {
  state.registry = newer;
  syncDetails();
}
