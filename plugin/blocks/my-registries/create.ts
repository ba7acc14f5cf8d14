import { mayHaveSucceeded, send } from '../../assets/rest.ts';
import { uuid } from '../../assets/uuid.ts';
import { detailsBody } from './details.ts';
import { beginSending, resetForm, showFailure, unsureIfSaved } from './forms.ts';
import { withWish } from './incoming-wish.ts';
import { leaveFor } from './leave-page.ts';
import { valuesInAddress } from './occasions.ts';
import { sent } from './page-data.ts';
import { state } from './state.ts';
import { suggestedLevel } from './surprise.ts';

/** Mark of the next registry, so that a repeated request does not create it twice (PHP: RestWrites). */
let creation = uuid();

/** Fills in the occasion in the address of this page. */
export function prepareCreate(): void {
  resetForm('create', { ...state.forms.create.values, ...valuesInAddress() });
}

export async function submitCreate(): Promise<void> {
  if (!beginSending('create')) return;
  const { values: typed } = state.forms.create;
  const values = { ...typed, surprise: suggestedLevel(typed.event_type ?? '') };
  const body = { ...detailsBody(values, Object.keys(values)), is_draft: true };
  const answer = await send(sent.access, 'POST', '/registries', body, { 'X-Largesse-Creation': creation });
  if (answer.kind !== 'done')
    return showFailure('create', answer, mayHaveSucceeded(answer) ? unsureIfSaved() : undefined);
  creation = uuid();
  leaveFor(withWish(answer.body.registry?.manage_url ?? sent.pages.overview));
}
