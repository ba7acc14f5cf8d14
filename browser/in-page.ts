import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

/** Returns an expression that calls an exported function of a file in the folder `in-page`, for pages to evaluate. */
export type CallInPage = (name: string, argument: unknown) => string;

/** Prepares a file of the folder `in-page` for pages. */
export function inPage(file: string): CallInPage {
  const source = readFileSync(new URL(`in-page/${file}`, import.meta.url), 'utf8');
  const { code } = transformSync(source, { loader: 'ts', format: 'iife', globalName: 'functions' });
  return (name, argument) => `(() => { ${code} return functions.${name}(${JSON.stringify(argument)}); })()`;
}
