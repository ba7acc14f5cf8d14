/** Occasion of a registry that the product knows. An owner may also type any other text. */
interface Occasion {
  /** Word in addresses that start a registry, and in the code. */
  readonly key?: string;
  /**
   * English name; translations are in `plugin/languages`. Forms suggest it, and pages show it in the reader's language.
   */
  readonly name?: string;
  /** English title of a registry for this occasion; `%s` stands for the owner. */
  readonly title?: string;
  /** True if the form of a registry has a button for this occasion. The buttons have the order of this list. */
  readonly hasChip?: true;
  /** True if gifts are usually a surprise, so the form suggests the level `hidden` (rules: Surprise). */
  readonly isSurprise?: true;
  /** Name of the drawing for this occasion. */
  readonly drawing?: string;
  /** Pattern. If it matches the beginning of a word in the occasion or title, the link preview shows `drawing`. */
  readonly beginnings?: string;
}

/**
 * All occasions that the product knows; this is their only list. `npm run rules` writes it for PHP. If several drawings
 * match, a link preview shows the drawing whose word comes first in the text.
 */
export const OCCASIONS: readonly Occasion[] = [
  {
    key: 'birthday',
    name: 'Birthday',
    title: '%s’s birthday',
    hasChip: true,
    isSurprise: true,
    drawing: 'birthday',
    beginnings: 'birthday|geburtstag|jubil',
  },
  {
    key: 'wedding',
    name: 'Wedding',
    title: '%s’s wedding',
    hasChip: true,
    drawing: 'wedding',
    beginnings: 'wedding|marri|bridal|hochzeit|heirat|trauung|polterabend',
  },
  { drawing: 'wedding', beginnings: 'engage|verlob' },
  { drawing: 'wedding', beginnings: 'anniversar' },
  {
    key: 'baby',
    name: 'Baby',
    title: '%s’s baby',
    hasChip: true,
    drawing: 'baby',
    beginnings: 'bab|birth\\b|born|geburt\\b|schwanger',
  },
  { drawing: 'baby', beginnings: 'christen|baptis|taufe' },
  { key: 'christmas', name: 'Christmas', title: '%s’s Christmas wishes', hasChip: true, isSurprise: true },
  {
    key: 'housewarming',
    name: 'Housewarming',
    title: '%s’s housewarming',
    drawing: 'housewarming',
    beginnings: 'house|home|moving|einzug|umzug|einweih|wohnung',
  },
];

/** Keys of the occasions that have a button in the form, in order. */
export const CHIPS: readonly string[] = OCCASIONS.flatMap(({ key, hasChip }) => (hasChip ? (key ?? []) : []));

/** Maps the name of each drawing to a pattern that matches the beginnings of words in an occasion or title. */
export const DRAWINGS: Readonly<Record<string, string>> = patternsByDrawing();

function patternsByDrawing(): Record<string, string> {
  const patterns: Record<string, string> = {};
  for (const { drawing, beginnings } of OCCASIONS) {
    if (drawing === undefined || beginnings === undefined) continue;
    const known = patterns[drawing];
    patterns[drawing] = known === undefined ? beginnings : `${known}|${beginnings}`;
  }
  return patterns;
}
