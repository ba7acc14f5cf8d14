import { resolve } from 'node:path';
import { fileArgument, readEmbedded, reportFailure } from './src/command.ts';
import { restore } from './src/database/sqlite/backup.ts';

const HELP = `npm run restore -- FILE

Checks the backup FILE and replaces the embedded database (DATABASE_URL=sqlite:…) with it. Stop the service first. The
old database is kept beside the new one; its name ends in before-restore and the time.

  --help   show this`;

try {
  const file = fileArgument(HELP);
  if (file !== null) {
    const path = readEmbedded(process.env);
    const { items, version, setAside } = await restore(resolve(file), path);
    console.log(`${path}: ${items} items, schema version ${version}, checked`);
    if (setAside !== null) console.log(`What was there before: ${setAside}`);
    console.log('Run npm run reconcile, so that the registries list what there is now.');
  }
} catch (error) {
  reportFailure(error);
}
