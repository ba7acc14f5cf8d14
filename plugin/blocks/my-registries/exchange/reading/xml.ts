import { ADDRESS_KEY } from './bookmarks.ts';
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

/** Elements of feeds with addresses of pictures, people and programs. */
const NO_LINK = /^(?:enclosure|source|image|author|contributor|generator|(?:media|atom|itunes):.*)$/;

/** Maximum nesting depth. Folders in folders are a few deep. */
const MAX_DEPTH = 64;

/**
 * Returns the elements in an XML file as data, such as `{ title: 'Pots', children: [{ href: '…', title: 'Red pot' }]
 * }`. Entities of a document type are never replaced. @throws {UnreadableFile} if the elements are nested too deeply
 */
export function dataInXml(xml: string): unknown {
  const roots: Node[] = [];
  const around: Open[] = [{ tag: '', node: { children: roots }, text: '' }];
  const close = () => {
    const inner = around.pop();
    const outer = around.at(-1);
    if (!inner || !outer) return;
    if (NO_LINK.test(inner.tag)) return;
    const { node } = inner;
    const text = inner.text.trim();
    const hasAddress = Object.keys(node).some((name) => ADDRESS_KEY.test(name));
    // An element with nothing but a text is a property of the element around it, as `<title type="html">` is.
    const isText = node.children === undefined && !hasAddress && (text !== '' || Object.keys(node).length === 0);
    if (hasAddress && text !== '') node.text ??= text;
    // Title and address of a feed belong to no wish, as the title of a whole file does not.
    if (inner.tag === 'channel') {
      delete node.title;
      delete node.link;
    }
    if (inner.tag === 'key') outer.key = text;
    else if (isText) outer.node[outer.key ?? inner.tag] ??= text;
    else if (inner.tag === 'link' && node.href !== undefined) {
      if ((node.rel ?? 'alternate') === 'alternate') outer.node.link ??= node.href;
    } else if (Array.isArray(outer.node.children)) outer.node.children.push(node);
    else outer.node.children = [node];
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
        // Ends unclosed elements inside, too.
        const at = around.findLastIndex((open) => open.tag === tag);
        if (at > 0) while (around.length > at) close();
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
