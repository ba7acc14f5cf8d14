import { store } from '@wordpress/interactivity';
import { form, here } from './context.ts';
import { NAME, say, state } from './store.ts';

/** A story with formatting is told in words alone. */
const words = (field: string, value: string) =>
  field === 'story' && state.registry?.is_story_html && value === state.registry.story
    ? state.registry.story_text
    : value;

/** What forms and their fields show. */
store(NAME, {
  state: {
    get value() {
      return form().values[here().field] ?? '';
    },
    get isChosen() {
      return form().values[here().field] === here().choice;
    },
    get error() {
      return form().errors[here().field] ?? '';
    },
    get isWrong() {
      return form().errors[here().field] ? 'true' : 'false';
    },
    get message() {
      return form().message;
    },
    get isSignedOut() {
      return form().isSignedOut;
    },
    get isBusy() {
      return form().isBusy ? 'true' : 'false';
    },
    get buttonText() {
      return form().isBusy ? here().busy : here().idle;
    },
    get isConflict() {
      return form().conflict !== '';
    },
    get conflictText() {
      return form().conflict;
    },
    get conflictLabel() {
      return say(form().collisions.length > 0 ? 'changedLabel' : 'removedLabel');
    },
    get keepText() {
      return say(form().collisions.length > 0 ? 'keepMine' : 'addAgain');
    },
    get takeText() {
      return say(form().collisions.length > 0 ? 'takeTheirs' : 'leaveIt');
    },
    get differences() {
      const { collisions, values, saved } = form();
      const shown = (field: string, value = '') =>
        (field === 'visibility' ? state.texts[value] : words(field, value).trim()) || say('empty');
      return collisions.map((field) => ({
        field,
        label: say(`field_${field}`),
        mine: shown(field, values[field]),
        theirs: shown(field, saved[field]),
      }));
    },
    get loginUrl() {
      return state.pages.login;
    },
  },
});
