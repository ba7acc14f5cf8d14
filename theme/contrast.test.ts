import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';

interface Design {
  settings: {
    color: { palette: { slug: string; color: string }[] };
    custom: { night: Record<string, string> };
  };
}

const read = (path: string): Design => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'));

const DESIGNS = ['theme.json', ...globSync('styles/*.json', { cwd: import.meta.dirname })];

const BACKGROUNDS = ['base', 'surface', 'tint'];

/** Pairs of foreground and background, each with the ratio that WCAG 2.2 AA requires. */
const PAIRS = [
  ...['contrast', 'muted', 'accent'].flatMap((text) => BACKGROUNDS.map((ground) => [text, ground, 4.5] as const)),
  ...['edge', 'accent'].flatMap((shape) => BACKGROUNDS.map((ground) => [shape, ground, 3] as const)),
  ['on-accent', 'accent', 4.5] as const,
  ['base', 'contrast', 4.5] as const,
];

describe('the colours of the theme and of its style variations', () => {
  for (const path of DESIGNS)
    it(`are readable in ${basename(path)}, light and dark`, () => {
      const { color, custom } = read(path).settings;
      const light = Object.fromEntries(color.palette.map(({ slug, color }) => [slug, color]));
      const dark = Object.fromEntries(Object.entries(custom.night).map(([name, color]) => [kebab(name), color]));
      assert.deepEqual(Object.keys(dark).sort(), Object.keys(light).sort());
      for (const [name, colors] of Object.entries({ light, dark }))
        for (const [text, ground, least] of PAIRS) {
          const ratio = contrast(colors[text]!, colors[ground]!);
          assert.ok(ratio >= least, `${name}: ${text} on ${ground} has ${ratio.toFixed(2)}, less than ${least}`);
        }
    });

  it('have the same names in every variation', () => {
    const slugs = DESIGNS.map((path) => read(path).settings.color.palette.map(({ slug }) => slug));
    assert.equal(slugs.length, 4);
    for (const each of slugs) assert.deepEqual(each, slugs[0]);
  });
});

/** Converts a name to the form that WordPress uses in custom properties: `onAccent` becomes `on-accent`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the contrast ratio of two colours such as `#1f2a1c` (WCAG 2.2, "contrast ratio"). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
