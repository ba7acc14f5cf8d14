/** An occasion of a registry, in English and German. Phrases are in lower case. */
interface Occasion {
  /** Name of the drawing for this occasion. */
  readonly drawing?: string;
  /**
   * Words in lower case without accents, separated by spaces. If a word of a registry's occasion begins with one of
   * these words, the search finds the registry by each of these words.
   */
  readonly words?: string;
  /** Pattern. If it matches the beginning of a word in the occasion or title, the link preview shows `drawing`. */
  readonly beginnings?: string;
  /** Words, separated by spaces; see SURPRISING. */
  readonly surprising?: string;
}

/** All occasions that the service and the site recognize. If several drawings match, a link preview shows the drawing whose word comes first in the text. */
export const OCCASIONS: readonly Occasion[] = [
  {
    drawing: 'wedding',
    words: 'wedding marriage hochzeit heirat trauung vermahlung vermaehlung',
    beginnings: 'wedding|marri|bridal|hochzeit|heirat|trauung|polterabend',
  },
  { drawing: 'wedding', words: 'engagement verlobung', beginnings: 'engage|verlob' },
  {
    drawing: 'wedding',
    words: 'anniversary jahrestag jubilaum jubilaeum hochzeitstag',
    beginnings: 'anniversar',
  },
  {
    drawing: 'baby',
    words: 'baby birth geburt babyparty babyshower',
    beginnings: 'bab|birth\\b|born|geburt\\b|schwanger',
  },
  { drawing: 'baby', words: 'christening baptism taufe', beginnings: 'christen|baptis|taufe' },
  {
    drawing: 'birthday',
    words: 'birthday geburtstag',
    beginnings: 'birthday|geburtstag|jubil',
    surprising: 'birthday geburtstag',
  },
  {
    drawing: 'housewarming',
    words: 'housewarming einweihung einzug umzug',
    beginnings: 'house|home|moving|einzug|umzug|einweih|wohnung',
  },
  {
    words: 'christmas xmas weihnachten',
    surprising: 'christmas weihnachten',
  },
  { words: 'communion kommunion erstkommunion' },
  { words: 'confirmation konfirmation firmung jugendweihe' },
  { words: 'graduation abschluss abitur' },
  { words: 'retirement ruhestand' },
  { words: 'farewell abschied' },
];

/** Words of each occasion that the search knows. */
export const OCCASION_WORDS = OCCASIONS.flatMap(({ words }) => words ?? []);

/** Words of occasions with surprises. If an occasion contains one of them, the suggested level is `hidden`. */
export const SURPRISING = OCCASIONS.flatMap(({ surprising }) => surprising?.split(' ') ?? []);

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
