import { readPage } from './html.ts';
import { UnreadableFile } from './wish.ts';

/** An element: its attributes, the texts of its simple elements, and its other elements. */
interface Node {
  [key: string]: string | Node[];
}

/** An open element. */
interface Open {
  readonly tag: string;
  readonly node: Node;
  text: string;
  /** Name that a property list (`<key>`) gives to the next element. */
  key?: string | undefined;
}

/** Maximum nesting depth. Folders in folders are a few deep. */
const MAX_DEPTH = 64;

/**
 * Returns the elements in an XML file as data, such as `{ title: 'Pots', children: [{ href: '…', title: 'Red pot' }] }`.
 * Entities of a document type are never replaced. @throws {UnreadableFile} if the elements are nested too deeply
 */
export function dataInXml(xml: string): unknown {
  const roots: Node[] = [];
  const around: Open[] = [{ tag: '', node: { children: roots }, text: '' }];
  const close = () => {
    const inner = around.pop();
    const outer = around.at(-1);
    if (!inner || !outer) return;
    const text = inner.text.trim();
    // The title of a feed is no heading, as the title of a whole file.
    if (inner.tag === 'channel') delete inner.node.title;
    if (inner.tag === 'key') outer.key = text;
    // An element with nothing but a text is a property of the element around it.
    else if (Object.keys(inner.node).length === 0) outer.node[outer.key ?? inner.tag] ??= text;
    else if (inner.tag === 'link' && inner.node.href !== undefined) outer.node.link ??= inner.node.href;
    else if (Array.isArray(outer.node.children)) outer.node.children.push(inner.node);
    else outer.node.children = [inner.node];
    if (inner.tag !== 'key') outer.key = undefined;
  };
  readPage(
    xml,
    {
      open(tag, attributes) {
        if (around.length > MAX_DEPTH) throw new UnreadableFile('too deep');
        around.push({ tag, node: Object.fromEntries(attributes), text: '' });
      },
      close(tag) {
        if (around.length > 1 && around.at(-1)?.tag === tag) close();
      },
      text(text) {
        const inner = around.at(-1);
        if (inner) inner.text += text;
      },
    },
    true,
  );
  // The title of the whole file is no heading.
  return roots.map(({ children }) => children);
}
