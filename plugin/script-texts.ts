import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A translatable text in the scripts of a folder. */
export interface ScriptText {
  /** Path of the script, relative to the folder. */
  readonly file: string;
  readonly text: string;
  /** Comment for translators, or `null`. */
  readonly comment: string | null;
}

/** Pattern of a string literal that is the argument of a call. */
const TEXT = String.raw`'(?<single>(?:[^'\\\n]|\\['\\])*)'|"(?<double>(?:[^"\\\n]|\\["\\])*)"`;

/** Matches a comment for translators or a call of `__()`, but not the declaration of `__()`. */
const FOUND = new RegExp(
  String.raw`\b(?<comment>translators:[^\n]*?)\s*(?:\*/|\n)|(?<!function )\b__\(\s*(?:${TEXT})?(?<end>\s*[,)])?`,
  'g',
);

/** Maximum number of lines between a comment and its text. */
const COMMENT_LINES = 2;

/**
 * Finds the texts of all scripts in a folder and its subfolders, except tests, sorted by file.
 * @throws {Error} if a text is not a string literal; the message contains the file and the line
 */
export async function scriptTexts(folder: string): Promise<ScriptText[]> {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.ts'] }).sort();
  const found = files.map(async (file) => textsIn(file, await readFile(join(folder, file), 'utf8')));
  return (await Promise.all(found)).flat();
}

/**
 * Finds the texts that a script passes to `__()`.
 * @param file name of the script, for error messages
 * @throws {Error} if a text is not a string literal; the message contains the file and the line
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
