import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A text that the scripts of a folder translate. */
export interface ScriptText {
  /** The file that has it, as a path below the folder. */
  readonly file: string;
  readonly text: string;
  /** What is said to translators, or `null`. */
  readonly comment: string | null;
}

/** What a call is given: a text that is written out. */
const TEXT = String.raw`'(?<single>(?:[^'\\\n]|\\['\\])*)'|"(?<double>(?:[^"\\\n]|\\["\\])*)"`;

/** A comment for translators, or a call of `__()`; not the function itself. */
const FOUND = new RegExp(
  String.raw`\b(?<comment>translators:[^\n]*?)\s*(?:\*/|\n)|(?<!function )\b__\(\s*(?:${TEXT})?(?<end>\s*[,)])?`,
  'g',
);

/** How many lines below a comment the text stands that it is about, at most. */
const COMMENT_LINES = 2;

/**
 * Finds the texts of all scripts of a folder and the folders in it, file by file.
 * @throws {Error} where a text is not written out; it says where
 */
export async function scriptTexts(folder: string): Promise<ScriptText[]> {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).sort();
  const found = files.map(async (file) => textsIn(file, await readFile(join(folder, file), 'utf8')));
  return (await Promise.all(found)).flat();
}

/**
 * Finds the texts that a script gives to `__()`.
 * @param file what the script is called
 * @throws {Error} where a text is not written out; it says where
 */
export function textsIn(file: string, source: string): ScriptText[] {
  const texts: ScriptText[] = [];
  let comment = { text: '', line: Number.NEGATIVE_INFINITY };
  for (const { index, groups = {} } of source.matchAll(FOUND)) {
    const line = source.slice(0, index).split('\n').length;
    if (groups.comment !== undefined) {
      comment = { text: groups.comment, line };
      continue;
    }
    const text = (groups.single ?? groups.double)?.replaceAll(/\\(.)/g, '$1');
    if (text === undefined || groups.end === undefined) throw new Error(`${file}:${line}: the text is not written out`);
    texts.push({ file, text, comment: line - comment.line <= COMMENT_LINES ? comment.text : null });
  }
  return texts;
}
