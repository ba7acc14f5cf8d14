import type { AnswerBody, Item } from '../../assets/registry.ts';
import type { Answer } from '../../assets/rest.ts';
import { uuid } from '../../assets/uuid.ts';
import { attempt, notifyProblem, notifySuccess } from './notice.ts';
import { ask, readRegistry } from './requests.ts';
import { change, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Sends a request about an item, unless it has an unanswered request. The notice offers to repeat a failed request. */
async function attemptOn(id: number, request: () => Promise<Answer>, done?: (body: AnswerBody) => void): Promise<void> {
  if (state.busyItems.includes(id)) return;
  const sendOnce = async () => {
    change({ busyItems: [...state.busyItems, id] });
    const answer = await request();
    change({ busyItems: state.busyItems.filter((busy) => busy !== id) });
    return answer;
  };
  await attempt(sendOnce, done);
}

const focusMenu = (id: number) =>
  document.querySelector<HTMLElement>(`[data-item="${id}"] .largesse-mine__menu-button`)?.focus();

/** Removes an item; the notice offers to undo it. */
export const remove = ({ id, name }: Pick<Item, 'id' | 'name'>): Promise<void> =>
  attemptOn(
    id,
    () => ask('DELETE', `/items/${id}`),
    // translators: %s: name of an item.
    ({ undo }) => notifySuccess(__('“%s” is removed.', name), () => restore(id, name, undo), true),
  );

const restore = (id: number, name: string, undo?: object) =>
  attempt(
    () => ask('POST', `/items/${id}/restore`, undo),
    () => {
      focusMenu(id);
      // translators: %s: name of an item.
      notifySuccess(__('“%s” is back.', name));
    },
  );

/** Marks an item as one of the most wanted, or removes the mark. */
export const toggleMostWanted = ({ id, is_most_wanted: isWanted }: Item): Promise<void> =>
  attemptOn(id, () => ask('POST', `/items/${id}/most-wanted`, { is_most_wanted: !isWanted }));

/** Counts another piece that the owner has. If the user tries again, the same UUID makes the site count it once. */
export const addOwned = ({ id }: Item, purchase = uuid()): Promise<void> =>
  attemptOn(id, () => ask('POST', `/items/${id}/have`, { purchase, quantity: 1 }));

/** Counts one piece less that the owner has. */
export const subtractOwned = ({ id, quantity_had: had }: Item): Promise<void> =>
  attemptOn(id, () => ask('DELETE', `/items/${id}/have`, { left: had - 1 }));

/** Reloads the items after an error. */
export const reload = (): Promise<void> =>
  attempt(readRegistry, () => {
    if (registry().items_error) notifyProblem(__('The wishes still cannot be shown.'));
  });
