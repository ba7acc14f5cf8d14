import { env, exit } from 'node:process';

// Checks the service's health on OPS_PORT. This program replaces curl in images without curl.
const { ok } = await fetch(`http://127.0.0.1:${env.OPS_PORT}/ready`, { signal: AbortSignal.timeout(4000) });
exit(ok ? 0 : 1);
