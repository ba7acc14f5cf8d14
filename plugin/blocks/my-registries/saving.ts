import { isUnsure, send } from '../../assets/rest.ts';
import { detailsBody, detailsOf } from './details.ts';
import { closeDialog } from './dialogs.ts';
import { begin, rebase, resetForm, settleConflict, showFailure, typedFields, unsureWords, valuesOf } from './forms.ts';
import { tellDone } from './notice.ts';
import { refreshOwn } from './own-list.ts';
import { isRegistry, registry, say, state } from './store.ts';
import { ask, show } from './turns.ts';

/** Whether the page is being left because something is done. */
let isLeaving = false;

/** Whether a registry may have been made without an answer that says so. */
let isPerhapsMade = false;

/** Makes a registry, and opens the page that manages it. */
export async function createRegistry(): Promise<void> {
  if (!begin('create')) return;
  if (isPerhapsMade) {
    const isNewThere = await refreshOwn();
    if (isNewThere === undefined) return showFailure('create', { kind: 'offline', message: '' });
    isPerhapsMade = false;
    if (isNewThere) return showFailure('create', { kind: 'refused', status: 200, message: say('maybeMade') });
  }
  const { values } = state.forms.create;
  const answer = await send(state.access, 'POST', '/registries', detailsBody(values, Object.keys(values)));
  if (answer.kind !== 'done') {
    isPerhapsMade = isUnsure(answer);
    return showFailure('create', answer, isPerhapsMade ? unsureWords(answer) : undefined);
  }
  leaveFor(isRegistry(answer.body.registry) ? answer.body.registry.manage_url : state.pages.overview);
}

/** Saves what is typed in the details. */
export async function saveDetails(): Promise<void> {
  if (!begin('details')) return;
  const typed = valuesOf(state.forms.details.values);
  const names = typedFields('details');
  if (names.length > 0) {
    const body = { version: state.forms.details.version, ...detailsBody(typed, names) };
    const answer = await ask('PATCH', '', body);
    if (answer.kind === 'changed' && isRegistry(answer.current)) {
      show(answer.current);
      return rebase('details', detailsOf(answer.current), answer.current.version) ? saveDetails() : undefined;
    }
    if (answer.kind !== 'done') return showFailure('details', answer);
    const isUnchanged = JSON.stringify(valuesOf(state.forms.details.values)) === JSON.stringify(typed);
    if (isUnchanged) resetForm('details', detailsOf(registry()), registry().version);
    else rebase('details', detailsOf(registry()), registry().version);
  }
  state.forms.details.isBusy = false;
  tellDone(say('detailsSaved'));
}

/** Saves what was typed over what somebody else saved, which was shown. */
export async function keepMyDetails(): Promise<void> {
  settleConflict('details', false);
  await saveDetails();
}

/** Lets what was typed give way to what somebody else saved. */
export function takeTheirDetails(): void {
  settleConflict('details', true);
  if (!typedFields('details').includes('story')) state.isStoryRewritten = false;
  document.querySelector<HTMLElement>('#largesse-details-heading')?.focus();
}

/** Deletes the registry, and goes back to all of them. */
export async function deleteRegistry(): Promise<void> {
  if (!begin('delete')) return;
  const answer = await ask('DELETE');
  if (answer.kind !== 'done') return showFailure('delete', answer);
  closeDialog('delete');
  leaveFor(state.pages.overview);
}

/** Whether the page may be left without a question. */
export function isLeavingAnyway(): boolean {
  return isLeaving;
}

function leaveFor(url: string): void {
  isLeaving = true;
  location.assign(url);
}
