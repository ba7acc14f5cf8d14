import { parentPort, workerData } from 'node:worker_threads';

import { serveOperators } from './operators.ts';

if (parentPort === null) throw new Error('this file is a thread of the service');
await serveOperators(parentPort, workerData);
