// Sets up V8's compilers before all other modules (`node --import`). It is plain JavaScript, so that Node need not load the
// code that strips types.
import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Frees the data of the middle compiler as soon as it is done, which saves 8 to 11 MB at the same processor time. The
// background thread would free it too late, when new objects lie between the gaps. The flag is set here, because Node
// refuses it on the command line if it was built without that compiler.
if (process.config.variables.v8_enable_maglev) setFlagsFromString('--no-maglev-destroy-on-background');

// Caches compiled code, with types stripped, for the next start, which then takes a third less time and 15 MB less
// memory.
const { directory } = enableCompileCache();
// Threads read the variable. Otherwise each thread would strip types itself, which takes 20 MB while the thread lives.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
