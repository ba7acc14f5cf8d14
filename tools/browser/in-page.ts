import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

/**
 * Returns an expression for a page to evaluate. The expression calls an exported function of a file in the folder
 * `in-page`.
 */
export type CallInPage = (name: string, argument: unknown) => string;

/** Compiles a file of the folder `in-page`, so that pages can call its functions. */
export function inPage(file: string): CallInPage {
  const source = readFileSync(new URL(`in-page/${file}`, import.meta.url), 'utf8');
  const { code } = transformSync(source, { loader: 'ts', format: 'iife', globalName: 'functions' });
  return (name, argument) => `(() => { ${code} return functions.${name}(${JSON.stringify(argument)}); })()`;
}
