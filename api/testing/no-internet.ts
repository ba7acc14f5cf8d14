import { Socket } from 'node:net';
import type { PreviewOverrides } from '../src/previews/open.ts';

/** Lets previews reach nothing, and say so at once. */
export const NO_INTERNET: PreviewOverrides = {
  doors: {
    resolve: async () => [],
    connect: () => new Socket().destroy(new Error('there is no Internet in tests')),
  },
  times: { wait: 2000, read: 5800, failure: 0 },
};
