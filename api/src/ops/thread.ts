import '../../compile-cache.js';
import { parentPort, workerData } from 'node:worker_threads';

// The operators' thread. Imported on demand, so that the compile cache serves it: see main.ts.
const { serveOperators } = await import('./operators.ts');

if (parentPort === null) throw new Error('this file is a thread of the service');
await serveOperators(parentPort, workerData);
