import { isDirty, resetForm } from './forms.ts';
import type { Registry } from './registry.ts';
import { change, changeTogether, registry, type Values } from './state.ts';

/** Shows the current state of a registry; unsaved input stays. */
export function showRegistry(newer: Registry): void {
  changeTogether(() => {
    change({ registry: newer });
    if (!isDirty('details')) resetDetails();
  });
}

/** Fills the details form with the values on the site. */
export function resetDetails(): void {
  changeTogether(() => {
    change({ isStoryRewritten: false });
    resetForm('details', detailsOf(registry()), registry().version);
  });
}

/** Returns the values of a registry for the details form. */
export function detailsOf(registry: Registry): Values {
  const { title, event_type, event_date, surprise, reveal_date, story, names = '' } = registry;
  const findable = registry.is_findable ? 'yes' : '';
  const visibility = visibilityOf(registry);
  return { title, event_type, event_date, visibility, findable, names, surprise, reveal_date, story };
}

/** Returns `public`, `private`, or '' for a draft. */
export function visibilityOf({ is_public, is_draft }: Registry): string {
  return is_public ? 'public' : is_draft ? '' : 'private';
}
