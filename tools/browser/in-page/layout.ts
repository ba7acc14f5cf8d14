/** A text or control as a person sees it: its name in messages, its element, and its rectangles in CSS pixels. */
interface Piece {
  name: string;
  element: Element;
  boxes: DOMRect[];
}

export interface LayoutOptions {
  /** CSS selector of the part to check. */
  scope: string;
  /** Smallest allowed width and height of a control, in CSS pixels. If it is 0, sizes are not checked. */
  touch: number;
}

/**
 * Number of CSS pixels that two rectangles may share without being reported. Descenders, rounding and adjacent borders
 * cause such small overlaps.
 */
const SHARED_PX = 3;

const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"]';

/** Elements that nobody sees, such as labels for screen readers. */
const UNSEEN = '.screen-reader-text, .largesse-unseen, [inert], [aria-hidden="true"], svg, script, style, noscript';

/** See `layoutFaults` in ../layout.ts. */
export function layoutFaults({ scope, touch }: LayoutOptions): string[] {
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
  const root = dialogs.at(-1) ?? document.querySelector(scope);
  if (!root) return [`nothing is at ${scope}`];
  const drawAll = document.createElement('style');
  // With `content-visibility`, browsers lay out elements outside the window only when they come into view.
  drawAll.textContent = '* { content-visibility: visible !important }';
  document.head.append(drawAll);
  const texts = textsIn(root);
  const controls = controlsIn(root);
  const faults = [
    ...[...texts, ...controls].flatMap(outsideWindow),
    ...texts.flatMap(cutOff),
    ...overlapping(piecesIn(root)),
    ...(touch > 0 ? controls.flatMap((control) => tooSmall(control, touch)) : []),
  ];
  drawAll.remove();
  return faults;
}

/** See `faultsInView` in ../layout.ts. */
export async function faultsInView(selector: string): Promise<string[]> {
  const faults: string[] = [];
  for (const element of document.querySelectorAll(selector)) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const pieces = piecesIn(element);
    const whole = element.getBoundingClientRect();
    const leaving = pieces.filter(({ boxes }) =>
      boxes.some(({ top, bottom }) => top < whole.top - 1 || bottom > whole.bottom + 1),
    );
    if (pieces.length === 0) faults.push(`${element.localName}.${element.className} shows nothing`);
    faults.push(...leaving.map(({ name }) => `${name} leaves its ${element.localName}`), ...overlapping(pieces));
  }
  return faults;
}

/** See `brokenWords` in ../layout.ts. */
export function brokenWords(scope: string): string[] {
  const root = document.querySelector(scope);
  if (!root) return [`nothing is at ${scope}`];
  const faults: string[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || element.closest('bdi') || !isSeen(element)) continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/(?<!\S)[\p{L}\p{M}]{2,}(?![^\s\p{P}])/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top));
      if (lines.size > 1) faults.push(`“${word}” is broken in ${element.localName}.${element.className}`);
    }
  }
  return faults;
}

function piecesIn(root: Element): Piece[] {
  return [...textsIn(root).filter(({ element }) => !element.closest(CONTROLS)), ...controlsIn(root)];
}

function controlsIn(root: Element): Piece[] {
  return [...root.querySelectorAll(CONTROLS)].filter(isSeen).map((element) => {
    const boxes = [...element.getClientRects()].map((box) => contentOf(element, box));
    return { name: nameOf(element), element, boxes };
  });
}

function textsIn(root: Element): Piece[] {
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const name = node.textContent?.trim() ?? '';
    if (!element || name === '' || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // The rectangle of a line is as tall as its font, and therefore taller than its letters.
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0).map(lettersOf);
    if (boxes.length > 0) pieces.push({ name: `“${name.slice(0, 40)}”`, element, boxes });
  }
  return pieces;
}

function lettersOf({ left, top, width, height }: DOMRect): DOMRect {
  return new DOMRect(left, top + height * 0.2, width, height * 0.6);
}

/** Returns the part of a field that shows the text. The padding is not included, because a button may cover it. */
function contentOf(element: Element, { left, top, width, height }: DOMRect): DOMRect {
  if (element.localName !== 'input') return new DOMRect(left, top, width, height);
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  const [before, after] = [Number.parseFloat(paddingLeft), Number.parseFloat(paddingRight)];
  return new DOMRect(left + before, top, width - before - after, height);
}

function isSeen(element: Element): boolean {
  if (element.closest(UNSEEN)) return false;
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1;
}

function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.innerText;
  const name = (label ?? (element as HTMLElement).innerText ?? '').trim().slice(0, 40);
  return `${element.localName} “${name || element.getAttribute('name') || element.className}”`;
}

function outsideWindow({ name, element, boxes }: Piece): string[] {
  const width = document.documentElement.clientWidth;
  if (scrollerOf(element)) return [];
  return boxes
    .filter(({ left, right }) => left < -1 || right > width + 1)
    .map(({ left, right }) => `${name} reaches from ${Math.round(left)} to ${Math.round(right)} px`);
}

/** Returns the nearest ancestor that people can scroll sideways. */
function scrollerOf(element: Element): Element | undefined {
  return ancestorsOf(element).find((one) => {
    const { overflowX } = getComputedStyle(one);
    return (
      (overflowX === 'auto' || overflowX === 'scroll') && one !== document.documentElement && one !== document.body
    );
  });
}

function cutOff({ name, element, boxes }: Piece): string[] {
  const faults: string[] = [];
  for (const one of ancestorsOf(element)) {
    if (one === document.documentElement || one === document.body) break;
    const { overflowX, overflowY, position } = getComputedStyle(one);
    const clip = one.getBoundingClientRect();
    const isCut = boxes.some(
      ({ left, right, top, bottom }) =>
        (isHidden(overflowX) && (left < clip.left - 1 || right > clip.right + 1)) ||
        (isHidden(overflowY) && (top < clip.top - 1 || bottom > clip.bottom + 1)),
    );
    if (isCut) faults.push(`${name} is cut off by ${one.localName}.${one.className}`);
    if (position === 'fixed' || isScrolling(overflowX) || isScrolling(overflowY)) break;
  }
  return faults;
}

const isHidden = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
const isScrolling = (overflow: string) => overflow === 'auto' || overflow === 'scroll';

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let one: Element | null = element; one; one = one.parentElement) found.push(one);
  return found;
}

function overlapping(pieces: Piece[]): string[] {
  const boxes = pieces.flatMap((piece) => piece.boxes.map((box) => ({ piece, box })));
  boxes.sort((one, other) => one.box.top - other.box.top);
  const faults = new Set<string>();
  for (const [index, { piece, box }] of boxes.entries()) {
    for (let next = index + 1; next < boxes.length; next++) {
      const other = boxes[next];
      if (!other || other.box.top > box.bottom - SHARED_PX) break;
      if (!shares(box, other.box) || isPartOf(piece, other.piece)) continue;
      faults.add(`${piece.name} overlaps ${other.piece.name} at ${Math.round(box.left)}, ${Math.round(box.top)}`);
    }
  }
  return [...faults];
}

function shares(one: DOMRect, other: DOMRect): boolean {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > SHARED_PX && height > SHARED_PX;
}

/**
 * Checks whether an overlap of two pieces is allowed: one contains the other, or a fixed or sticky element contains
 * only one of the pieces.
 */
function isPartOf(one: Piece, other: Piece): boolean {
  if (one.element.contains(other.element) || other.element.contains(one.element)) return true;
  return floatingOf(one.element) !== floatingOf(other.element);
}

function floatingOf(element: Element): Element | undefined {
  return ancestorsOf(element).find((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position));
}

/**
 * Checks the area in which a tap reaches a control: the control, its label, or an invisible extension of the control.
 * Returns a message if the area is too small.
 */
function tooSmall({ name, element }: Piece, touch: number): string[] {
  if ((element as HTMLInputElement).disabled || isInSentence(element)) return [];
  const own = [element, ...((element as HTMLInputElement).labels ?? [])];
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const areas = own.map((one) => one.getBoundingClientRect());
  if (areas.some(({ width, height }) => width > touch - 1 && height > touch - 1)) return [];
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const reach = touch / 2 - 1;
  const isMet = (atX: number, atY: number) => {
    const hit = document.elementFromPoint(atX, atY);
    return hit === null || own.some((one) => one.contains(hit));
  };
  const height = bottom - top > touch - 1 || (isMet(x, y - reach) && isMet(x, y + reach));
  const width = right - left > touch - 1 || (isMet(x - reach, y) && isMet(x + reach, y));
  if (height && width) return [];
  const sizes = areas.map((area) => `${Math.round(area.width)} × ${Math.round(area.height)}`);
  return [`${name} is ${sizes.join(' and ')} px, too small for a finger`];
}

/** Checks whether a link is a part of a sentence, and thus only as high as its line. */
function isInSentence(element: Element): boolean {
  if (element.localName !== 'a' || !getComputedStyle(element).display.startsWith('inline')) return false;
  const around = element.parentElement?.textContent?.trim() ?? '';
  return around.length > (element.textContent?.trim().length ?? 0) + 3;
}

/** See `lengthenTexts` in ../layout.ts. */
export function lengthenTexts(scope: string): void {
  const longer = (text: string) =>
    text.replace(/\p{L}{2,}/gu, (word) => word + word.slice(0, Math.ceil(word.length / 2)));
  const root = document.querySelector(scope);
  if (!root) return;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  for (const node of nodes) {
    if (!node.parentElement?.closest('script, style, textarea')) node.data = longer(node.data);
  }
}
