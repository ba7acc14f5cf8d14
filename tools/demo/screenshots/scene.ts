import { callApi } from '../call-api.ts';
import { startDemo } from '../demo.ts';
import { authorizationOf } from '../people.ts';
import { inDays } from '../samples/sample.ts';
import type { FoundRegistry } from '../seed.ts';
import type { Scene } from './views.ts';

/**
 * Starts the demonstration on free ports, with an additional empty registry.
 * @param running receives the started parts; the caller must dispose of `running`
 */
export async function openScene(
  dataFolder: string,
  running: AsyncDisposableStack,
  onProgress: (step: string) => void,
): Promise<Scene> {
  const demo = await startDemo({ sitePort: 0, apiPort: 0, dataFolder }, running, onProgress);
  const full = demo.registries.find(({ status }) => status === 'publish');
  const keeper = demo.people.find(({ username }) => username === 'clara');
  if (!full || !keeper) throw new Error('The sample data is incomplete');
  const empty = await callApi<FoundRegistry>(demo.apiUrl, authorizationOf(keeper), 'POST', '/registries', {
    title: 'Grandpa turns eighty',
    story: '<p>He says that he has everything. We will think of something.</p>',
    status: 'publish',
    meta: { registry_event_type: 'Birthday', registry_event_date: inDays(new Date(), 120) },
  });
  return { ...demo, full, empty };
}
