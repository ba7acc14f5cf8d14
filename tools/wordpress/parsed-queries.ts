import { readFile } from 'node:fs/promises';

/** Path of the parser in the SQLite driver. */
export const PARSER = 'wp-includes/database/mysql/class-wp-mysql-parser.php';

/** Returns the code of parsed-queries.php. */
export const readParsedQueries = (): Promise<string> =>
  readFile(new URL('./parsed-queries.php', import.meta.url), 'utf8');

/** Returns the code of the driver's parser, extended by parsed-queries.php. Returns an unknown parser unchanged. */
export async function storeParsedQueries(parser: string): Promise<string> {
  const [opening, declaration] = ['<?php', 'class WP_MySQL_Parser extends WP_Parser {'];
  if (!parser.startsWith(opening) || !parser.includes(declaration)) return parser;
  const extended = declaration.replace('WP_Parser', 'Largesse_Parsed_Queries');
  return (await readParsedQueries()) + parser.slice(opening.length).replace(declaration, extended);
}
