import closeWithGrace from 'close-with-grace';
import { reportFailure } from './src/command.ts';
import { openService } from './src/service.ts';
import { readSettings } from './src/settings.ts';

/** Longest time that requests in flight get when the process is told to stop (milliseconds). */
const GRACE = 14_000;

try {
  const service = await openService(readSettings(process.env));
  closeWithGrace({ delay: GRACE }, () => service.close());
  console.log(`Largesse API: ${await service.listen()}`);
} catch (error) {
  reportFailure(error);
}
