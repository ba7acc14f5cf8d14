import { labelOf } from '../labels.ts';
import { sent } from '../page-data.ts';
import { __ } from '../texts.ts';
import { Button, Hint, Message } from '../views/controls.tsx';
import { Choice } from '../views/form.tsx';
import { type FoundWish, textOf } from './found.ts';
import { addAll, change, openRegistry, previewFile, selectedWishes, state } from './importing.ts';
import type { FileFormat } from './reading/read.ts';
import { columnText, fieldText, formatText, placeText } from './words.ts';

export function ImportPage() {
  const { registry } = sent;
  return (
    <div class="largesse-mine__card largesse-mine__import">
      <h2 tabIndex={-1} dir="auto">
        {registry
          ? // translators: %s: title of a registry.
            __('Import wishes: %s', registry.title)
          : heading()}
      </h2>
      {state.step === 'choose' ? <Choose /> : <Found />}
    </div>
  );
}

const heading = () => __('Create a registry from a file');

function Choose() {
  const submit = (event: Event) => {
    event.preventDefault();
    const file = document.querySelector<HTMLInputElement>('#largesse-import-file')?.files?.[0];
    void previewFile(file);
  };
  return (
    <form class="largesse-mine__form" autocomplete="off" noValidate onSubmit={submit}>
      <p>{__('You see its content first. Nothing is saved until you confirm.')}</p>
      <div class="largesse-mine__field">
        <label for="largesse-import-file">{__('A file')}</label>
        <Hint id="largesse-import-file-hint">
          {__(
            'A file exported from Largesse, a table (CSV), your browser’s bookmarks, or the saved page of an Amazon list; at most 2 MB.',
          )}
        </Hint>
        <input id="largesse-import-file" type="file" aria-describedby="largesse-import-file-hint" />
      </div>
      <div class="largesse-mine__field">
        <label for="largesse-import-text">{__('Or paste it here')}</label>
        <Hint id="largesse-import-text-hint">
          {__('Addresses, one per line, with or without names; or a list copied from Amazon’s page.')}
        </Hint>
        <textarea
          id="largesse-import-text"
          rows={6}
          dir="auto"
          aria-describedby="largesse-import-text-hint"
          value={state.pasted}
          onInput={({ currentTarget }) => change({ pasted: currentTarget.value })}
        />
      </div>
      <Message message={state.message} />
      <div class="largesse-mine__buttons">
        <button type="submit" class="wp-element-button largesse-mine__button" aria-busy={state.isBusy}>
          {state.isBusy ? __('Reading …') : __('Preview')}
        </button>
      </div>
    </form>
  );
}

const count = (wanted: string) => state.found?.wishes.filter(({ state: is }) => is === wanted).length ?? 0;

function Found() {
  const { found, step } = state;
  if (!found) return null;
  return (
    <div class="largesse-mine__form">
      <div role="status" tabIndex={-1} data-largesse-found>
        {/* translators: %s: what a file is, such as "a list of links". */}
        <p>{__('Recognized as %s.', formatText(found.format))}</p>
        <Summary />
      </div>
      {step === 'look' && <Columns />}
      {step === 'look' && <Title />}
      {step === 'add' && <Progress />}
      <Message message={state.message} />
      <Buttons />
      <ul class="largesse-mine__found">
        {found.wishes.map((wish) => (
          <Row key={wish.place} wish={wish} format={found.format} />
        ))}
      </ul>
    </div>
  );
}

/** Renders the number of wishes in each state. */
function Summary() {
  const facts = [
    state.step === 'look'
      ? // translators: %s: a number of wishes.
        __('New: %s', count('new'))
      : // translators: %s: a number of wishes.
        __('Added: %s', count('added')),
    // translators: %s: a number of wishes.
    __('Already on the list: %s', count('there')),
    // translators: %s: a number of wishes.
    __('Cannot be imported: %s', count('wrong')),
    // translators: %s: a number of wishes.
    __('Please check: %s', state.found?.wishes.filter(({ notes }) => notes.length > 0).length ?? 0),
  ];
  return (
    <p class="largesse-mine__facts">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

/** Renders which columns of a table were used, and which were not. */
function Columns() {
  const { columns } = state.found ?? {};
  if (!columns) return null;
  const { used, unused } = columns;
  return (
    <div class="largesse-mine__hint" data-largesse-columns>
      <p>
        {__('Used columns:')}{' '}
        {used.map(({ column, field }, index) => (
          <span key={`${index} ${column}`}>
            {index > 0 && ' · '}
            {fieldText(field)} (<bdi>{columnText(column)}</bdi>)
          </span>
        ))}
      </p>
      {unused.length > 0 && (
        <p>
          {__('Columns that were not used:')}{' '}
          {unused.map((column, index) => (
            <span key={`${index} ${column}`}>
              {index > 0 && ' · '}
              <bdi>{columnText(column)}</bdi>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

/** Renders the title of the new registry, and the parts of the file that cannot be imported. */
function Title() {
  const { title, found } = state;
  if (title === undefined) return null;
  return (
    <>
      <div class="largesse-mine__field">
        <label for="largesse-import-title">
          {labelOf('title')} <span class="largesse-mine__required">{__('(required)')}</span>
        </label>
        <input
          id="largesse-import-title"
          type="text"
          dir="auto"
          value={title}
          onInput={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <Hint>{__('At first, only you can open it. Guests and gifts are not imported.')}</Hint>
      </div>
      <Problems of={found?.registry.problems ?? {}} />
    </>
  );
}

function Progress() {
  const open = selectedWishes().length;
  const done = count('added');
  return (
    <p>
      <progress max={done + open} value={done} aria-label={__('Wishes that were added')} />{' '}
      {/* translators: 1: how many wishes are added, 2: how many there are. */}
      {__('%1$s of %2$s', done, done + open)}
    </p>
  );
}

function Buttons() {
  const { step, isBusy, registry } = state;
  const number = selectedWishes().length;
  const back = () => change({ step: 'choose', message: '' });
  return (
    <div class="largesse-mine__buttons">
      {step === 'done' ? (
        <Button kind="plain" onClick={openRegistry}>
          {__('Open the registry')}
        </Button>
      ) : isBusy ? (
        <p>{__('Please keep this page open until everything is added.')}</p>
      ) : (
        (number > 0 || !registry) && (
          <Button kind="plain" onClick={addAll}>
            {step === 'add'
              ? __('Go on')
              : registry
                ? // translators: %s: a number of wishes.
                  __('Add these wishes: %s', number)
                : // translators: %s: a number of wishes.
                  __('Create the registry with these wishes: %s', number)}
          </Button>
        )
      )}
      {step === 'look' && !isBusy && <Button onClick={back}>{__('Choose something else')}</Button>}
    </div>
  );
}

const STATES: Readonly<Record<string, string>> = {
  new: __('New'),
  waiting: __('New'),
  there: __('Already on the list'),
  wrong: __('Cannot be imported'),
  added: __('Added'),
};

function Row({ wish, format }: { wish: FoundWish; format: FileFormat }) {
  const { place, shownPlace, state: is, notes, problems } = wish;
  const name = textOf(wish, 'name');
  const mayChoose = state.step === 'look' && is === 'new';
  const choose = (isWanted: boolean) => {
    const left = new Set(state.left);
    if (isWanted) left.delete(place);
    else left.add(place);
    change({ left });
  };
  return (
    <li class="largesse-mine__card" data-largesse-state={is}>
      <p class="largesse-mine__facts">
        <span>{placeText(shownPlace, format)}</span>
        <span class="largesse-mine__badge">{STATES[is]}</span>
        {notes.length > 0 && <span class="largesse-mine__badge">{__('Please check')}</span>}
      </p>
      {mayChoose ? (
        <Choice
          type="checkbox"
          id={`largesse-import-${place}`}
          label={name}
          checked={!state.left.has(place)}
          onChange={({ currentTarget }) => choose(currentTarget.checked)}
        />
      ) : (
        <p class="largesse-mine__label" dir="auto">
          {name}
        </p>
      )}
      <p class="largesse-mine__facts">
        {[wish.price_text, wantedText(wish), textOf(wish, 'heading'), textOf(wish, 'url')]
          .filter(Boolean)
          .map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
      </p>
      {notes.map((note) => (
        <p key={note} class="largesse-mine__hint">
          {note}
        </p>
      ))}
      <Problems of={problems} />
    </li>
  );
}

/** Returns how many pieces are wanted; '' if the file does not say. */
function wantedText(wish: FoundWish): string {
  if (wish.fields.any_number === true) return __('Any number is welcome');
  const quantity = textOf(wish, 'quantity_needed');
  // translators: %s: a number of pieces.
  return quantity && __('Wanted: %s', quantity);
}

/** Renders the invalid fields and the rules they break. */
function Problems({ of: problems }: { of: Readonly<Record<string, string>> }) {
  return (
    <>
      {Object.entries(problems).map(([field, text]) => (
        <p key={field} class="largesse-mine__error">
          {field === 'wishes' ? text : `${labelOf(field)}: ${text}`}
        </p>
      ))}
    </>
  );
}
