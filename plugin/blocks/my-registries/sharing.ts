/*! With uqr (MIT license): see licenses.txt */
import { encode } from 'uqr';
import { openDialog } from './dialogs.ts';
import { tellDone, tellProblem } from './notice.ts';
import { registry, say, state } from './store.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Puts the registry's link into the clipboard. Browsers allow it on secure sites only. */
export async function copyLink(): Promise<void> {
  const { permalink } = registry();
  try {
    await navigator.clipboard.writeText(permalink);
    tellDone(say('copied'));
  } catch {
    tellProblem(say('notCopied', permalink));
  }
}

/** Hands the registry to the device's own way of sharing. */
export async function share(): Promise<void> {
  const { title, permalink: url } = registry();
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Who changes their mind has not failed.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink();
  }
}

/** Shows the code of the registry's link. */
export function openCode(): void {
  const place = document.querySelector('[data-largesse-code]');
  const code = codeOf(registry().permalink);
  place?.replaceChildren(code);
  if (state.codeUrl) URL.revokeObjectURL(state.codeUrl);
  state.codeUrl = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(code)], { type: 'image/svg+xml' }),
  );
  openDialog('code');
}

/** A text as a code to photograph: dark squares on white, with the margin that readers need. */
function codeOf(text: string): Element {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  const svg = element('svg', { viewBox: `0 0 ${size} ${size}`, 'shape-rendering': 'crispEdges', role: 'img' });
  svg.setAttribute('aria-label', text);
  svg.append(element('path', { fill: '#fff', d: `M0 0h${size}v${size}h-${size}z` }));
  svg.append(element('path', { fill: '#000', d: squares }));
  return svg;
}

function element(name: string, attributes: Record<string, string>): Element {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
