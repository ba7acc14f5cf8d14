import { closeDialog } from './dialogs.ts';
import { beginSending, resetForm, showFailure } from './forms.ts';
import { attempt, notifySuccess } from './notice.ts';
import { ask, overwriteFields } from './requests.ts';
import { change, registry, state } from './state.ts';
import { __ } from './texts.ts';

/** Saves visibility and surprise of a new registry. Creates a family link unless the registry is public. */
export async function submitFirstShare(): Promise<void> {
  if (!beginSending('share')) return;
  const { values } = state.forms.share;
  const { visibility, surprise } = values;
  const isPublic = visibility === 'public';
  const answer = await overwriteFields({ is_public: isPublic, surprise: surprise || registry().surprise });
  if (answer.kind !== 'done') return showFailure('share', answer);
  resetForm('share', values);
  if (!isPublic && state.familyLink.state === 'none') return makeLink();
  notifySuccess(__('Guests can see this registry now.'));
  document.querySelector<HTMLElement>('#largesse-link')?.focus();
}

/** Creates a family link and revokes the link that is shown. */
export function makeLink(): Promise<void> {
  const { state: kind, url } = state.familyLink;
  // If the registry has another link than `url` by now, the site keeps and returns that link.
  return changeLink(
    'POST',
    kind === 'none' ? __('Your private link is ready.') : __('Here is the new link. The old one no longer works.'),
    { instead_of: url },
  );
}

export const revokeLink = (): Promise<void> => changeLink('DELETE', __('The private link no longer works.'));

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
