/** Returns the values of a property, one for each object. */
export const valuesOf = <T, K extends keyof T>(objects: readonly T[], key: K): T[K][] =>
  objects.map((object) => object[key]);
