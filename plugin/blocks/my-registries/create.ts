import { send } from '../../assets/rest.ts';
import { detailsBody } from './details.ts';
import { beginSending, resetForm, showUncertain } from './forms.ts';
import { withWish } from './incoming-wish.ts';
import { leaveFor } from './leave-page.ts';
import { valuesInAddress } from './occasions.ts';
import { sent } from './page-data.ts';
import { state } from './state.ts';
import { suggestedLevel } from './surprise.ts';

/** Fills in the occasion in the address of this page. */
export function prepareCreate(): void {
  resetForm('create', { ...state.forms.create.values, ...valuesInAddress() });
}

/** Creates a registry and opens the page that manages it. */
export async function submitCreate(): Promise<void> {
  if (!beginSending('create')) return;
  const { values: typed } = state.forms.create;
  const values = { ...typed, surprise: suggestedLevel(typed.event_type ?? '') };
  const answer = await send(sent.access, 'POST', '/registries', {
    ...detailsBody(values, Object.keys(values)),
    is_draft: true,
  });
  if (answer.kind !== 'done') return showUncertain('create', answer);
  leaveFor(withWish(answer.body.registry?.manage_url ?? sent.pages.overview));
}
