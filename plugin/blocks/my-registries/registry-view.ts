import { store } from '@wordpress/interactivity';
import { here } from './context.ts';
import { isStoryShown, visibilityOf } from './details.ts';
import { orderedItems } from './order.ts';
import { NAME, say, state } from './store.ts';

/** What the page shows of the registry as a whole, and of what was done. */
store(NAME, {
  state: {
    get title() {
      return state.registry?.title ?? '';
    },
    get occasion() {
      return [state.registry?.event_type, state.registry?.date_text].filter(Boolean).join(' · ');
    },
    get visibilityText() {
      return state.registry ? say(visibilityOf(state.registry) || 'draft') : '';
    },
    get isStoryShown() {
      return isStoryShown();
    },
    get storyText() {
      return state.registry?.story_text ?? '';
    },
    get isDraft() {
      return state.registry?.is_draft ?? false;
    },
    get permalink() {
      return state.registry?.permalink ?? '';
    },
    get deleteQuestion() {
      const { title = '', items = [], items_error: error = '' } = state.registry ?? {};
      return error ? say('deleteUncounted', title) : say('deleteQuestion', title, items.length);
    },
    get codeName() {
      return `qr-${state.registry?.id ?? ''}.svg`;
    },

    get items() {
      return orderedItems();
    },
    get itemCount() {
      return state.registry?.items.length ?? 0;
    },
    get itemsError() {
      return state.registry?.items_error ?? '';
    },
    get isEmpty() {
      return state.registry?.items.length === 0 && state.registry.items_error === '';
    },
    get itemTitle() {
      return say(state.itemId ? 'editTitle' : 'addTitle');
    },

    get invitees() {
      return state.registry?.invitees ?? [];
    },
    get inviteeCount() {
      return state.registry?.invitees.length ?? 0;
    },
    get uninviteLabel() {
      return say('uninviteLabel', here().invitee);
    },

    get isNoticeFailure() {
      return state.noticeKind !== 'done';
    },
    get isNoticeSignedOut() {
      return state.noticeKind === 'signedOut';
    },
  },
});
