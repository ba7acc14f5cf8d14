import { mayHaveSucceeded, send } from '../../assets/rest.ts';
import { detailsBody } from './details.ts';
import { beginSending, resetForm, showFailure, uncertainMessage } from './forms.ts';
import { withWish } from './incoming-wish.ts';
import { leaveFor } from './leave-page.ts';
import { valuesInAddress } from './occasions.ts';
import { sent } from './page-data.ts';
import { state } from './state.ts';
import { suggestedLevel } from './surprise.ts';
import { __ } from './texts.ts';

/** Selector of the list of the user's own registries. */
const OWN_REGISTRIES = '[data-largesse-own]';

/** True if a request to create a registry was sent, but its answer was lost. */
let isPerhapsMade = false;

/** Fills in the occasion in the address of this page. */
export function prepareCreate(): void {
  resetForm('create', { ...state.forms.create.values, ...valuesInAddress() });
}

/** Creates a registry and opens the page that manages it. */
export async function submitCreate(): Promise<void> {
  if (!beginSending('create')) return;
  if (isPerhapsMade) {
    const isNewThere = await refreshOwnRegistries();
    if (isNewThere === undefined) return showFailure('create', { kind: 'offline', message: '' });
    isPerhapsMade = false;
    if (isNewThere) {
      const text = __(
        'There is a new registry in your list, which may be this one. Please check; press the button again only if it is not.',
      );
      return showFailure('create', { kind: 'refused', status: 200, message: text });
    }
  }
  const { values: typed } = state.forms.create;
  const values = { ...typed, surprise: suggestedLevel(typed.event_type ?? '') };
  const answer = await send(sent.access, 'POST', '/registries', {
    ...detailsBody(values, Object.keys(values)),
    is_draft: true,
  });
  if (answer.kind !== 'done') {
    isPerhapsMade = mayHaveSucceeded(answer);
    return showFailure('create', answer, isPerhapsMade ? uncertainMessage(answer) : undefined);
  }
  leaveFor(withWish(answer.body.registry?.manage_url ?? sent.pages.overview));
}

/**
 * Reloads the list of the user's own registries.
 * @returns true if the list contains a new registry; undefined if the site does not answer
 */
async function refreshOwnRegistries(): Promise<boolean | undefined> {
  const shown = document.querySelector(OWN_REGISTRIES);
  try {
    const response = await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(30_000) });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const current = page.querySelector(OWN_REGISTRIES);
    if (!response.ok || !shown || !current) return undefined;
    const known = linksIn(shown);
    shown.replaceChildren(...current.children);
    return linksIn(shown).some((link) => !known.includes(link));
  } catch {
    return undefined;
  }
}

function linksIn(place: Element): string[] {
  return [...place.querySelectorAll('li a')].map((link) => link.getAttribute('href') ?? '');
}
