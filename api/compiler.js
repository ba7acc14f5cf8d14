// Sets up V8's compilers before Node loads any other module (`node --import`). This file is plain JavaScript, because
// Node would have to load additional code to strip the types of a TypeScript file.
import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Maglev is V8's middle compiler. With this flag, V8 frees the memory of a compilation as soon as the compilation ends.
// This saves 8 to 11 MB at the same processor time. Without the flag, a background thread frees the memory later, when
// new objects already surround it. A Node built without Maglev refuses the flag on the command line, so this file sets
// the flag.
if (process.config.variables.v8_enable_maglev) setFlagsFromString('--no-maglev-destroy-on-background');

// Caches the compiled code. Its types are already stripped, so the next start takes a third less time and 15 MB less
// memory.
const { directory } = enableCompileCache();
// Worker threads read this variable to find the cache. Without the variable, each thread would strip types itself, and
// take 20 MB more.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
