import { baby } from './samples/baby.ts';
import { birthday } from './samples/birthday.ts';
import { christmas } from './samples/christmas.ts';
import { housewarming } from './samples/housewarming.ts';
import type { SampleRegistry } from './samples/sample.ts';
import { sixtieth } from './samples/sixtieth.ts';
import { wedding } from './samples/wedding.ts';

/**
 * Returns the registries of the demonstration, of families who know each other: two public ones and four for invited people.
 * All dates are in the future, except that of the last one, whose owner writes thanks.
 */
export function sampleRegistries(today = new Date()): SampleRegistry[] {
  return [wedding(today), housewarming(today), baby(today), birthday(today), christmas(today), sixtieth(today)];
}
