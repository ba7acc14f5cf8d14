import { existsSync } from 'node:fs';
import { env, exit } from 'node:process';
import { SERVICE_PORT } from './nginx.ts';

// Health check of the container: nginx answers, and also the service once the site is set up.
const addresses = ['http://127.0.0.1:8089/'];
if (existsSync(`${env.DATA ?? '/data'}/site-address`)) addresses.push(`http://127.0.0.1:${SERVICE_PORT}/health`);
const answers = await Promise.all(addresses.map((url) => fetch(url, { signal: AbortSignal.timeout(4000) })));
exit(answers.every(({ ok }) => ok) ? 0 : 1);
