import { conversePhp, copyFiles, INSTANCES, restoreFiles, runPhp, startPhp } from './php.ts';
import type { PhpEngine } from './php-engine.ts';

/** PHP in WebAssembly. This engine requires no PHP on the machine. */
export const wasmEngine: PhpEngine = {
  name: 'wasm',
  label: 'PHP in WebAssembly',
  instances: INSTANCES,
  start: async (options) => {
    const handler = await startPhp(options);
    return {
      request: (request) => handler.request(request),
      run: (code, input) => runPhp(handler, code, input),
      converse: (script, exchange) => conversePhp(handler, script, exchange),
      restoreFiles: (entries) => restoreFiles(handler, options, entries),
      copyFiles: async (use) => {
        await use();
        return await copyFiles(handler, options);
      },
      [Symbol.asyncDispose]: () => handler[Symbol.asyncDispose](),
    };
  },
};
