import { isDirty, resetForm } from './forms.ts';
import type { Registry } from './registry.ts';
import { registry, state, type Values } from './store.ts';

/** The fields of the form, as a registry has them. */
export function detailsOf(registry: Registry): Values {
  const { title, event_type, event_date, story } = registry;
  return { title, event_type, event_date, visibility: visibilityOf(registry), story };
}

/** Who may see a registry, as the form has it; '' for a draft, of which nobody has decided yet. */
export function visibilityOf({ is_public, is_draft }: Registry): string {
  return is_public ? 'public' : is_draft ? '' : 'private';
}

/** Fills the form with what the site has, unless somebody has typed in it. */
export function syncDetails(): void {
  if (!isDirty('details')) resetDetails();
}

/** Fills the form with what the site has. */
export function resetDetails(): void {
  state.isStoryRewritten = false;
  resetForm('details', detailsOf(registry()), registry().version);
}

/** Lets a story with formatting be written anew, beginning with its words. */
export function rewriteStory(): void {
  state.isStoryRewritten = true;
  state.forms.details.values.story = registry().story_text;
  setTimeout(() => document.querySelector<HTMLElement>('#largesse-details-story')?.focus(), 50);
}

/** Whether the story has formatting that is to stay. */
export function isStoryShown(): boolean {
  return Boolean(state.registry?.is_story_html) && !state.isStoryRewritten;
}

/** What is sent of the form's fields. @param names which of them */
export function detailsBody(values: Values, names: string[]): object {
  return Object.fromEntries(
    names.map((name) =>
      name === 'visibility' ? ['is_public', values[name] === 'public'] : [name, values[name] ?? ''],
    ),
  );
}

/** Whether nothing typed on the page would be lost by leaving it. */
export function isAllSaved(): boolean {
  return (
    !(['create', 'details', 'item', 'invite'] as const).some(isDirty) &&
    Object.keys(state.boughtMeanwhile).length === 0 &&
    state.orderMeanwhile.length === 0
  );
}
