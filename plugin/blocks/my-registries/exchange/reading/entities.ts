/*
 * Entities of HTML: those of HTML 4, of Latin scripts and of signs. htmlparser2 would load all 2,200, which are a fifth of
 * the script that reads files.
 */

/** Names of U+00A0 to U+00FF. Only these, and `AS_OLD`, may lack their semicolon. */
const LATIN =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
  micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig
  Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
  Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute
  ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc
  uuml yacute thorn yuml`.split(/\s+/);

const AS_OLD = 'amp & lt < gt > quot " AMP & LT < GT > QUOT " COPY © REG ®'.split(' ');

/** Names and code points, in base 36. */
const OTHERS =
  `apos 13 Tab 9 NewLine a excl x num z dollar 10 percnt 11 lpar 14 rpar 15 ast 16 plus 17 comma 18 hyphen 6c0 dash
  6c0 period 1a sol 1b colon 1m semi 1n equals 1p quest 1r commat 1s lsqb 2j rsqb 2l lbrack 2j rbrack 2l lowbar 2n
  grave 2o lcub 3f rcub 3h verbar 3g OElig 9e oelig 9f Scaron 9s scaron 9t Yuml ag fnof b6 circ jq tilde kc Alpha
  pd Beta pe Gamma pf Delta pg Epsilon ph Zeta pi Eta pj Theta pk Iota pl Kappa pm Lambda pn Mu po Nu pp Xi pq
  Omicron pr Pi ps Rho pt Sigma pv Tau pw Upsilon px Phi py Chi pz Psi q0 Omega q1 alpha q9 beta qa gamma qb delta
  qc epsilon qd zeta qe eta qf theta qg iota qh kappa qi lambda qj mu qk nu ql xi qm omicron qn pi qo rho qp
  sigmaf qq sigma qr tau qs upsilon qt phi qu chi qv psi qw omega qx ensp 6bm emsp 6bn thinsp 6bt zwnj 6bw zwj 6bx
  lrm 6by rlm 6bz ndash 6c3 mdash 6c4 lsquo 6c8 rsquo 6c9 sbquo 6ca ldquo 6cc rdquo 6cd bdquo 6ce dagger 6cg
  Dagger 6ch bull 6ci hellip 6cm permil 6cw prime 6cy Prime 6cz lsaquo 6d5 rsaquo 6d6 euro 6gc trade 6jm larr 6mo
  uarr 6mp rarr 6mq darr 6mr harr 6ms minus 6qa infin 6qm asymp 6rs ne 6sg le 6sk ge 6sl hearts 7l1 diams 7l2
  clubs 7kz spades 7kw star 7ie starf 7id check 7pv cross 7pz phone 7im sung 7l6 half 59 Lstrok 8x lstrok 8y Aogon
  78 aogon 79 Eogon 7s eogon 7t Cacute 7a cacute 7b Ccaron 7g ccaron 7h Dcaron 7i dcaron 7j Dstrok 7k dstrok 7l
  Ecaron 7u ecaron 7v Gbreve 7y gbreve 7z inodot 8h imath 8h Idot 8g Nacute 8z nacute 90 Ncaron 93 ncaron 94
  Odblac 9c odblac 9d Rcaron 9k rcaron 9l Sacute 9m sacute 9n Scedil 9q scedil 9r Tcaron 9w tcaron 9x Udblac a8
  udblac a9 Uring a6 uring a7 Zacute ah zacute ai Zcaron al zcaron am Zdot aj zdot ak Abreve 76 abreve 77`.split(/\s+/);

const pairsOf = (list: readonly string[], decoded: (text: string) => string) =>
  list.flatMap((name, index) => (index % 2 === 0 ? [[name, decoded(list[index + 1] ?? '')] as const] : []));

/** Entities that may lack their semicolon. */
const OLD = new Map<string, string>([
  ...LATIN.map((name, index) => [name, String.fromCharCode(160 + index)] as const),
  ...pairsOf(AS_OLD, (text) => text),
]);
const ALL = new Map([...OLD, ...pairsOf(OTHERS, (code) => String.fromCodePoint(Number.parseInt(code, 36)))]);
const XML = new Map(['amp', 'lt', 'gt', 'quot', 'apos'].map((name) => [name, ALL.get(name)]));

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,8}))(;?)(?=([=a-z\d]?))/gi;

/**
 * Decodes entities once.
 * @param kind `attribute`: in an address, "&copy=" is a parameter. `exact`: only with semicolons, in a text
 *   without tags; those of quotation marks stay, because in a table, quotation marks enclose cells
 */
export function decoded(text: string, kind: 'text' | 'attribute' | 'xml' | 'exact'): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    ENTITY,
    (whole, decimal?: string, hex?: string, name?: string, end?: string, next?: string) => {
      if (end === '' && (kind === 'xml' || kind === 'exact')) return whole;
      if (name === undefined) {
        const char = charOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal), kind !== 'xml');
        return kind === 'exact' && char === '"' ? whole : char;
      }
      if (kind === 'xml') return XML.get(name) ?? whole;
      const known = end === '' ? undefined : ALL.get(name);
      if (known !== undefined) return kind === 'exact' && known === '"' ? whole : known;
      if (kind === 'exact' || (kind === 'attribute' && (next !== '' || !OLD.has(name)))) return whole;
      for (let length = name.length; length > 1; length--) {
        const old = OLD.get(name.slice(0, length));
        if (old !== undefined)
          return kind === 'attribute' && length < name.length ? whole : old + name.slice(length) + end;
      }
      return whole;
    },
  );
}

/** Decodes the entities of quotation marks, which `exact` leaves. */
export const withoutQuoteEntities = (text: string): string => text.replaceAll(/&(?:quot|#34|#x22);/gi, '"');

/** Returns a character. In HTML, 128 to 159 are those of Windows-1252. */
function charOf(code: number, isHtml: boolean): string {
  if (isHtml && code >= 128 && code < 160) return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  return code === 0 || code > 0x10_ffff || (code >= 0xd800 && code < 0xe000) ? '\ufffd' : String.fromCodePoint(code);
}
