import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { afterEach, beforeEach, mock } from 'node:test';
import { transformSync } from 'esbuild';
import { type Fields, load, REGISTRY, SENT, settled } from './owner-data.ts';

/*
 * The content of the page My registries, and the effects of its controls, for tests. They render the page without a
 * browser: they call its components, and press a button by calling its handler. All menus are open.
 */

/** An element of the page. */
export interface Element {
  tag: string;
  // biome-ignore lint/suspicious/noExplicitAny: attributes and handlers of any element.
  props: Record<string, any>;
  children: (Element | string)[];
}

/** Names of the opened dialogs. */
export const opened: string[] = [];
/** Requests of the page: method, path and body. */
export const asked: [method: string, path: string, body: unknown][] = [];

/** The element that the user clicks. */
export class Target {}

Object.assign(globalThis, {
  HTMLElement: class {},
  Element: Target,
  location: { href: 'https://site.example/mine?registry=7', assign: () => {} },
  document: {
    getElementById: () => ({ textContent: JSON.stringify(SENT) }),
    createElement: () => ({ style: {} }),
    addEventListener: () => {},
    activeElement: null,
    querySelector: (selector: string) => {
      const [, name] = /^dialog\[data-largesse-dialog="(.+)"\]$/.exec(selector) ?? [];
      return name
        ? { open: false, showModal: () => opened.push(name), close: () => {}, querySelector: () => null }
        : null;
    },
  },
});

// Node runs TypeScript, but not JSX.
registerHooks({
  load: (url, context, next) => {
    if (!url.endsWith('.tsx')) return next(url, context);
    const code = readFileSync(new URL(url), 'utf8');
    const { code: source } = transformSync(code, { loader: 'tsx', jsx: 'automatic', jsxImportSource: 'preact' });
    return { format: 'module', source, shortCircuit: true };
  },
});

/** The module with the state of the page. */
export const page = await load('state.ts');
/** The data of the site, which a test may change. */
export const { sent } = await load('page-data.ts');
const { resetDetails } = await load('current.ts');

/** The first state of the page. */
export const FIRST = page.state;

/** The component to render. */
let component: unknown;

/** True to show the headings to which a wish can be moved, in place of its menu. */
let isMoving = false;

/** Renders a component, such as a page, with the first state of the page in all tests of a file. */
export function setUpRenderedPage(rendered: unknown): void {
  beforeEach(() => {
    mock.method(
      globalThis,
      'fetch',
      async (address: string, { method, headers, body = 'null' }: Fields & { headers: Fields }) => {
        const path = address.replace(SENT.access.root, '').replace('/registries/7', '');
        asked.push([String(headers['X-HTTP-Method-Override'] ?? method), path, JSON.parse(String(body))]);
        return new Response('{"link":"https://site.example/ours?open=2"}');
      },
    );
    mock.timers.enable({ apis: ['setTimeout'] });
    Object.assign(sent, structuredClone(SENT));
    component = rendered;
    isMoving = false;
    opened.length = 0;
    asked.length = 0;
    show();
  });
  afterEach(() => mock.reset());
}

/** Shows the headings to which a wish can be moved, in place of its menu, until the end of the test. */
export function showHeadingsOfMenus(): void {
  isMoving = true;
}

/** Shows a registry with other fields, and other parts of the page's state. */
export function show(fields: Fields = {}, parts: Fields = {}): void {
  page.change({ ...FIRST, registry: { ...structuredClone(REGISTRY), ...fields }, ...parts });
  resetDetails();
}

/** Renders a component, with all components in it. */
// biome-ignore lint/suspicious/noExplicitAny: a node is a component, an element, a list, a text or nothing.
function draw(node: any): (Element | string)[] {
  if (node === null || node === undefined || typeof node === 'boolean') return [];
  if (Array.isArray(node)) return node.flatMap(draw);
  if (typeof node !== 'object') return [String(node)];
  const { type, props } = node;
  if (typeof type === 'string') return [{ tag: type, props, children: draw(props.children) }];
  if (!type.prototype?.render) return draw(type(props));
  const component = new type(props);
  component.props = props;
  const flags: Fields = { isOpen: true, isMoving };
  for (const flag of Object.keys(component.state ?? {})) component.state[flag] = flags[flag] ?? false;
  return draw(component.render(props, component.state));
}

const elementsIn = (nodes: (Element | string)[]): Element[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elementsIn(node.children)]));
export const elements = () => elementsIn(draw({ type: component, props: {} }));
export const textOf = (node: Element | string): string =>
  typeof node === 'string' ? node : node.props.hidden ? '' : node.children.map(textOf).join('');
export const text = () => draw({ type: component, props: {} }).map(textOf).join('');

const CONTROLS = ['a', 'button', 'input', 'select', 'textarea'];

/** Returns all visible controls by their accessible names. Repeated names are numbered from 2. */
export function controls(): Map<string, Element> {
  const all = elements();
  const labels = new Map(all.filter(({ tag }) => tag === 'label').map((label) => [label.props.for, label]));
  const found = new Map<string, Element>();
  const counts: Record<string, number> = {};
  for (const one of all.filter(({ tag, props }) => CONTROLS.includes(tag) && !props.hidden)) {
    const name: string = one.props['aria-label'] ?? textOf(labels.get(one.props.id) ?? one).trim();
    counts[name] = (counts[name] ?? 0) + 1;
    found.set(counts[name] > 1 ? `${name} #${counts[name]}` : name, one);
  }
  return found;
}

export const has = (name: string) => controls().has(name);
export const control = (name: string) =>
  controls().get(name) ?? assert.fail(`${name} is not in: ${[...controls().keys()]}`);

/** Returns which of the controls are visible. */
export const seen = (...names: string[]) => names.filter(has);
export const address = (name: string) => control(name).props.href;

export async function press(name: string): Promise<void> {
  control(name).props.onClick({ button: 0, preventDefault: () => {}, currentTarget: { closest: () => null } });
  await settled();
}
