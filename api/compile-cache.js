// Loaded before anything else (`node --import`): what was compiled once, types stripped, is kept for the next start,
// which then takes a third less time and 15 MB less memory. Plain JavaScript, because of itself it would need
// the very stripping that it saves.
import { enableCompileCache } from 'node:module';

const { directory } = enableCompileCache();
// Threads look here. Without it each would strip types itself: what does that takes 20 MB for as long as the thread lives.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
