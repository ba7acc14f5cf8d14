import './compiler.js';

// Node runs compiler.js before these dynamic imports. The compile cache then serves these modules, even without
// `--import`.
const { default: closeWithGrace } = await import('close-with-grace');
const { readArguments } = await import('./src/arguments.ts');
const { reportFailure } = await import('./src/command.ts');
const { logFatal, openLog } = await import('./src/log.ts');
const { openService } = await import('./src/service.ts');
const { readSettings } = await import('./src/settings.ts');
const { OPEN_TO_NEWCOMERS, warningsOf } = await import('./src/warnings.ts');

/** When the process stops, pending requests have this time to finish (milliseconds). */
const GRACE_MS = 14_000;

const HELP = `npm run serve [-- --compile]

Starts the API. All settings come from the environment. HOST_URL is the address of the WordPress site;
docs/settings.md lists the other settings. SIGTERM and Ctrl-C stop the API.

  --compile   compile the code for later starts, store the compiled code in the folder NODE_COMPILE_CACHE, and exit
  --help      show this`;

try {
  const given = readArguments(HELP, { compile: { type: 'boolean' } });
  if (given?.values.compile) await (await import('./src/compile.ts')).compileAll();
  else if (given) await serve();
} catch (error) {
  reportFailure(error);
}

async function serve(): Promise<void> {
  const settings = readSettings(process.env);
  const log = openLog(settings.logLevel);
  for (const warning of warningsOf(settings, process.env)) log.warn(warning);
  const service = await openService(settings);
  // Skips close-with-grace's handler of a normal exit. The handler would turn the exit code of a failed start into 0.
  closeWithGrace({ delay: settings.drain * 1000 + GRACE_MS, skip: ['beforeExit'] }, async ({ err, signal }) => {
    if (err !== undefined) logFatal(log, err);
    // After Ctrl-C, the service ends at once. After SIGTERM, the service first drains, because the gateway may not have
    // noticed the stop yet.
    if (signal === 'SIGTERM') await service.drain();
    await service.close();
  });
  const url = await service.listen();
  if (settings.itemsAccess === 'undecided') void warnOfNewcomers();
  if (service.opsUrl !== null) console.log(`Operators: ${service.opsUrl}`);
  // Printed last, because other programs wait for this line.
  console.log(`Largesse API: ${url}`);

  /**
   * Logs an error if anyone can open an account on the site and then change all items. The start does not wait for this
   * check.
   */
  async function warnOfNewcomers(): Promise<void> {
    const { isRegistrationOpen } = await import('./src/host/site.ts');
    if (await isRegistrationOpen(settings.host))
      log.error(`ITEMS_ACCESS: ${OPEN_TO_NEWCOMERS}; set ITEMS_ACCESS to registry`);
  }
}
