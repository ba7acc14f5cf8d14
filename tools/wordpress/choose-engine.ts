import { SetupError } from '../cache/setup-error.ts';
import type { EngineName, PhpEngine } from './php-engine.ts';

/**
 * Returns the name of the default engine: the engine in `PHP_ENGINE`. Without this variable, returns the machine's PHP
 * if it is complete, and otherwise WebAssembly.
 * @throws {SetupError} if `PHP_ENGINE` names no engine
 */
export async function defaultEngine(): Promise<EngineName> {
  const { PHP_ENGINE: wanted } = process.env;
  if (wanted === 'native' || wanted === 'wasm') return wanted;
  if (wanted) throw new SetupError(`PHP_ENGINE is “${wanted}”: set it to native or wasm, or unset it`);
  const { findPhp } = await import('./native/find-php.ts');
  return 'missing' in (await findPhp()) ? 'wasm' : 'native';
}

/**
 * Opens an engine.
 * @param name default: `defaultEngine()`
 * @throws {SetupError} if the machine's PHP is chosen but incomplete; the message names the missing part
 */
export async function openEngine(name?: EngineName): Promise<PhpEngine> {
  // Load only the chosen engine, because loading WebAssembly takes a third of a second.
  if ((name ?? (await defaultEngine())) === 'native') return await (await import('./native/engine.ts')).openNative();
  return (await import('./php.ts')).wasmEngine;
}
