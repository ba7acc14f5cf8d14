import { env, exit } from 'node:process';

// The service's health check on its OPS_PORT, for images without curl.
const { ok } = await fetch(`http://127.0.0.1:${env.OPS_PORT}/ready`, { signal: AbortSignal.timeout(4000) });
exit(ok ? 0 : 1);
