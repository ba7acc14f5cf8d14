// Waits until the service answers. largesse-api@.service runs this script as ExecStartPost=, and systemd stops the
// script after a timeout.
import { setTimeout as sleep } from 'node:timers/promises';

const { LISTEN = '127.0.0.1', PORT = '8000' } = process.env;
const address = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[LISTEN] ?? (LISTEN.includes(':') ? `[${LISTEN}]` : LISTEN);

async function isHealthy() {
  try {
    const { ok } = await fetch(`http://${address}:${PORT}/health`, { signal: AbortSignal.timeout(2000) });
    return ok;
  } catch {
    return false;
  }
}

while (!(await isHealthy())) await sleep(100);
