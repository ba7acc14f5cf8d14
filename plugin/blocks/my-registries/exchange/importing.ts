import { MAX_FILE_BYTES, MAX_WISHES_AT_ONCE } from '../../../../contract/limits.ts';
import { loadModule } from '../../../assets/load-module.ts';
import { type Answer, type Failure, send } from '../../../assets/rest.ts';
import { leaveFor } from '../leave-page.ts';
import { messageFor } from '../notice.ts';
import { sent } from '../page-data.ts';
import { __ } from '../texts.ts';
import { doubtfulPlaces, type FoundFile, type FoundWish, foundFile } from './found.ts';
import { type ReadFile, type Source, sourceOf } from './source.ts';
import { faultText } from './words.ts';

/** State from which the page is rendered. It is replaced, never modified in place. */
export interface ImportState {
  readonly step: 'choose' | 'look' | 'add' | 'done';
  readonly isBusy: boolean;
  readonly message: string;
  readonly pasted: string;
  readonly source?: Source;
  readonly found?: FoundFile;
  /** The `place` of each new wish that the user deselected. */
  readonly left: ReadonlySet<number>;
  /** Title of the new registry; missing if the registry already exists. */
  readonly title?: string;
  /** Id and address of the registry; undefined until there is one. */
  readonly registry?: { id: number; url: string };
}

const { registry: own } = sent;

export let state: ImportState = {
  step: 'choose',
  isBusy: false,
  message: '',
  pasted: '',
  left: new Set(),
  ...(own ? { registry: { id: own.id, url: own.manage_url } } : {}),
};

let draw = () => {};

/** Calls a render function now and after every change. */
export function renderOnChange(work: () => void): void {
  draw = work;
  draw();
}

export function change(parts: Partial<ImportState>): void {
  state = { ...state, ...parts };
  draw();
}

/** Returns the selected wishes that were not added yet. */
export function selectedWishes(): FoundWish[] {
  const isOpen = ({ state: is, place }: FoundWish) => ['new', 'waiting'].includes(is) && !state.left.has(place);
  return state.found?.wishes.filter(isOpen) ?? [];
}

/** Reads the chosen file or the pasted text, and previews the import. */
export async function previewFile(chosen: File | undefined): Promise<void> {
  if (state.isBusy) return;
  if (chosen && chosen.size > MAX_FILE_BYTES) return fail(faultText({ fault: 'too large' }));
  if (!chosen && state.pasted.trim() === '') return fail(__('Choose a file, or paste something.'));
  change({ isBusy: true, message: '' });
  const read = await readFile(chosen ?? new Blob([state.pasted]));
  if (!read) return;
  const source = sourceOf(read);
  const answer = await send(sent.access, 'POST', path('read-file'), source);
  if (answer.kind !== 'done') return failWith(answer);
  const planned = answer.body.file;
  if (!planned) return failWith({ kind: 'failed', message: '' });
  const found = foundFile(read, planned);
  change({
    step: 'look',
    isBusy: false,
    source,
    found,
    left: doubtfulPlaces(found),
    ...(own ? {} : { title: found.registry.title }),
  });
  document.querySelector<HTMLElement>('[data-largesse-found]')?.focus();
}

/** Adds the selected wishes, a few at a time; creates the registry first if needed. */
export async function addAll(): Promise<void> {
  if (state.isBusy) return;
  change({ isBusy: true, message: '' });
  const registry = state.registry ?? (await createFromFile());
  if (!registry) return;
  change({ step: 'add' });
  for (let next = selectedWishes(); next.length > 0; next = selectedWishes()) {
    const failure = await addBatch(registry.id, next.slice(0, MAX_WISHES_AT_ONCE));
    if (failure) return failWith(failure);
  }
  change({ step: 'done', isBusy: false });
  document.querySelector<HTMLElement>('[data-largesse-found]')?.focus();
}

export function openRegistry(): void {
  leaveFor(state.registry?.url ?? sent.pages.overview);
}

/** Reads a file in the browser. Returns undefined if that fails; the page then shows the error. */
async function readFile(file: Blob): Promise<ReadFile | undefined> {
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) {
    fail(__('The browser could not read this file. Choose it again.'));
    return undefined;
  }
  const reader = await loadReader().catch(() => undefined);
  if (!reader) {
    failWith({ kind: 'offline', message: '' });
    return undefined;
  }
  const read = reader.readWishFile(new Uint8Array(bytes), sent.prices.currency, navigator.language);
  if (!('fault' in read)) return read;
  fail(faultText(read));
  return undefined;
}

/** Loads the code that reads files. Only people who choose a file or paste a text need this code. */
const loadReader = () => loadModule<typeof import('largesse/wish-files')>(import.meta.resolve('largesse/wish-files'));

async function createFromFile(): Promise<ImportState['registry']> {
  const { source, title = '' } = state;
  const answer = await send(sent.access, 'POST', '/registries/from-file', { ...source, title });
  if (answer.kind !== 'done') {
    failWith(answer);
    return undefined;
  }
  const { registry: made } = answer.body;
  const registry = made?.manage_url ? { id: made.id, url: made.manage_url } : undefined;
  if (registry) change({ registry });
  else failWith({ kind: 'failed', message: '' });
  return registry;
}

async function addBatch(id: number, wishes: readonly FoundWish[]): Promise<Failure | undefined> {
  const asked = wishes.map(({ place, by, nth, fields }) => ({ place, by, nth, fields }));
  const answer: Answer = await send(sent.access, 'POST', `/registries/${id}/import`, { wishes: asked });
  if (answer.kind !== 'done') return answer;
  const results = new Map(answer.body.results?.map((result) => [result.place, result]));
  const moved = [...results.values()].some(({ state: is }) => is !== 'waiting');
  if (!state.found || !moved) return { kind: 'failed', message: '' };
  const all = state.found.wishes.map((wish) => ({ ...wish, ...results.get(wish.place) }));
  change({ found: { ...state.found, wishes: all } });
  return undefined;
}

/** Returns the path of a route for the existing registry, or for new registries. */
const path = (route: string) => (own ? `/registries/${own.id}/${route}` : `/registries/${route}`);

function fail(message: string): void {
  change({ isBusy: false, message });
  document.querySelector<HTMLElement>('[data-largesse-message]')?.focus();
}

function failWith(failure: Failure): void {
  fail(failure.kind === 'fields' && failure.fields.file ? failure.fields.file : messageFor(failure));
}
