import { birthday } from './samples/birthday.ts';
import { housewarming } from './samples/housewarming.ts';
import type { SampleRegistry } from './samples/sample.ts';
import { sixtieth } from './samples/sixtieth.ts';
import { wedding } from './samples/wedding.ts';

/**
 * Returns the registries of the demonstration: a public registry, and three registries for invited people. The owners'
 * families know each other. The last registry's event is over, and its owner writes thanks. All other events are in the
 * future.
 */
export function sampleRegistries(today = new Date()): SampleRegistry[] {
  return [wedding(today), housewarming(today), birthday(today), sixtieth(today)];
}
