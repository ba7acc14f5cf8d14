import { closeDialog } from './dialogs.ts';
import { beginSending, showFailure } from './forms.ts';
import { leaveFor } from './leave-page.ts';
import { sent } from './page-data.ts';
import { ask } from './requests.ts';

/** Deletes the registry and opens the page of all registries. */
export async function submitDelete(): Promise<void> {
  if (!beginSending('delete')) return;
  const answer = await ask('DELETE');
  if (answer.kind !== 'done') return showFailure('delete', answer);
  closeDialog('delete');
  leaveFor(sent.pages.overview);
}
