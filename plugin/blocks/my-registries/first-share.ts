import { makeLink } from './family-link.ts';
import { beginSending, showFailure } from './forms.ts';
import { notifySuccess } from './notice.ts';
import { overwriteFields } from './requests.ts';
import { changeForm, registry, state } from './state.ts';
import { __ } from './texts.ts';

/**
 * Saves the visibility and the level of surprise of a new registry. Creates a family link unless the registry is
 * public.
 */
export async function submitFirstShare(): Promise<void> {
  if (!beginSending('share')) return;
  const { visibility, surprise } = state.forms.share.values;
  const isPublic = visibility === 'public';
  const answer = await overwriteFields({ is_public: isPublic, surprise: surprise || registry().surprise });
  if (answer.kind !== 'done') return showFailure('share', answer);
  changeForm('share', { isBusy: false });
  if (!isPublic && state.familyLink.state === 'none') return makeLink();
  notifySuccess(__('Guests can see this registry now.'));
  document.querySelector<HTMLElement>('#largesse-link')?.focus();
}
