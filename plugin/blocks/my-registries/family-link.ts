import { closeDialog } from './dialogs.ts';
import { attempt, notifySuccess } from './notice.ts';
import { ask } from './requests.ts';
import { change, state } from './state.ts';
import { __ } from './texts.ts';

/** Creates a family link and revokes the link that is shown. */
export function makeLink(): Promise<void> {
  const { state: kind, url } = state.familyLink;
  // If the registry has another link than `url` by now, the site keeps and returns that link.
  return changeLink(
    'POST',
    kind === 'none' ? __('Your family link is ready.') : __('Here is the new link. The old one no longer works.'),
    { instead_of: url },
  );
}

/** Revokes the family link. */
export const revokeLink = (): Promise<void> => changeLink('DELETE', __('The family link no longer works.'));

function changeLink(method: string, text: string, body?: object): Promise<void> {
  return attempt(
    () => ask(method, '/family-link', body).finally(() => closeDialog('revoke-link')),
    ({ family_link: familyLink = state.familyLink }) => {
      change({ familyLink });
      notifySuccess(text);
      document.querySelector<HTMLElement>('#largesse-link')?.focus();
    },
  );
}
