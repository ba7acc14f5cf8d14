/**
 * This file imitates WordPress's filter for the texts of users without `unfiltered_html`. It contains only the parts of
 * `wp_kses` that visibly change a registry's title or story. The results were measured on a real WordPress
 * (architecture: What WordPress really does).
 */

const TITLE_TAGS = [
  'a',
  'abbr',
  'acronym',
  'b',
  'blockquote',
  'cite',
  'code',
  'del',
  'em',
  'i',
  'q',
  's',
  'strike',
  'strong',
];
const STORY_TAGS = [...TITLE_TAGS, 'br', 'div', 'h2', 'h3', 'h4', 'hr', 'img', 'li', 'ol', 'p', 'pre', 'span', 'ul'];
const KNOWN_ENTITIES = ['amp', 'lt', 'gt', 'quot', 'apos', 'nbsp', 'copy', 'reg', 'euro', 'hellip', 'mdash', 'ndash'];
const ATTRIBUTES = ['href', 'title', 'src', 'alt', 'class', 'cite', 'datetime'];

/** Returns a title in the form that WordPress stores for a user without `unfiltered_html`. */
export function filterTitle(title: string): string {
  return kses(title, TITLE_TAGS);
}

/** Returns a post's content in the form that WordPress stores for a user without `unfiltered_html`. */
export function filterStory(story: string): string {
  return kses(story, STORY_TAGS);
}

/** Trims like PHP's `trim`, which WordPress applies to every title of every user. */
export function trimTitle(title: string): string {
  return title.replace(/^[ \n\r\t\v\0]+|[ \n\r\t\v\0]+$/g, '');
}

function kses(text: string, allowed: readonly string[]): string {
  const normal = normalizeEntities(text.replaceAll('\0', ''));
  // A '<' without a closing '>' is text, not a tag (wp_pre_kses_less_than).
  const escaped = normal.replace(/<[^>]*?(?:(?=<)|>|$)/g, (part) => (part.includes('>') ? part : escapeHtml(part)));
  return escaped.replace(/<!--[\s\S]*?(?:-->|$)|<[^>]*(?:>|$)|>/g, (part) => keepTag(part, allowed));
}

function keepTag(part: string, allowed: readonly string[]): string {
  if (part === '>') return '&gt;';
  const tag = /^<\s*(\/\s*)?([a-zA-Z0-9-]+)([^>]*)>?$/.exec(part);
  const name = tag?.[2]?.toLowerCase() ?? '';
  if (!allowed.includes(name)) return '';
  if (tag?.[1] !== undefined) return `</${tag[2]}>`;
  const kept = [...(tag?.[3] ?? '').matchAll(/([a-z-]+)\s*=\s*"([^"]*)"/gi)].filter((found) =>
    ATTRIBUTES.includes((found[1] ?? '').toLowerCase()),
  );
  const attributes = kept.map((found) => ` ${found[1]}="${(found[2] ?? '').replace(/^\s*javascript:/i, '')}"`);
  return `<${tag?.[2]}${attributes.join('')}>`;
}

function normalizeEntities(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replace(/&amp;([A-Za-z]{2,8}[0-9]{0,2});/g, (all, name: string) =>
      KNOWN_ENTITIES.includes(name) ? `&${name};` : all,
    )
    .replace(/&amp;#(0*[0-9]{1,7});/g, (_all, digits: string) => `&#${String(Number(digits)).padStart(3, '0')};`)
    .replace(/&amp;#[Xx](0*[0-9A-Fa-f]{1,6});/g, (_all, digits: string) => `&#x${digits.replace(/^0+/, '')};`);
}

function escapeHtml(text: string): string {
  return normalizeEntities(text)
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}

/**
 * Returns a title as WordPress renders it in `title.rendered`, with curly quotes and entities. Before private titles,
 * WordPress 6.6 and older add "Private: ".
 */
export function renderTitle(raw: string, isPrivate: boolean): string {
  const text = raw
    .replace(/&(?![a-z]+;|#)/gi, '&#038;')
    .replace(/"([^"]*)"/g, '&#8220;$1&#8221;')
    .replaceAll("'", '&#8217;');
  return isPrivate ? `Private: ${text}` : text;
}
