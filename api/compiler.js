// Sets up V8's compilers before Node loads any other module (`node --import`). This file is plain JavaScript.
// Otherwise, Node would load code that strips types.
import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Maglev is V8's middle compiler. With this flag, V8 frees the memory of a compilation as soon as the compilation ends.
// This saves 8 to 11 MB at the same processor time. Without the flag, a background thread frees the memory later, when
// new objects already surround it. A Node built without Maglev refuses the flag on the command line, so this file sets
// the flag.
if (process.config.variables.v8_enable_maglev) setFlagsFromString('--no-maglev-destroy-on-background');

// Caches the compiled code without its types. The next start then takes a third less time and 15 MB less memory.
const { directory } = enableCompileCache();
// Worker threads read this variable. Without it, each thread would strip types itself. This takes 20 MB per thread.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
