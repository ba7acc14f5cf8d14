import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { buildSync } from 'esbuild';

/** An element as the script creates it: a component with properties, and other elements in it. */
interface Element {
  type: unknown;
  properties: Record<string, unknown> | null;
  children: Element[];
}

interface Settings {
  supports: Record<string, Record<string, unknown>>;
  edit(editing: object): Element;
  save(): null;
}

it('the editor shows each block as guests see it, and settings of the block with a registry', () => {
  const blocks: Record<string, Settings> = {};
  const wp = {
    blocks: {
      registerBlockType: (name: string, settings: Settings) => (blocks[name] = settings),
    },
    element: {
      Fragment: 'Fragment',
      createElement: (type: unknown, properties: Element['properties'], ...children: Element[]) => ({
        type,
        properties,
        children,
      }),
    },
    blockEditor: { InspectorControls: 'InspectorControls', useBlockProps: () => ({ class: 'block' }) },
    components: { Disabled: 'Disabled', PanelBody: 'Panel', TextControl: 'Text', ToggleControl: 'Toggle' },
    serverSideRender: 'Preview',
  };
  const largesseEditor = { panel: 'Panel', registry: 'Which?', registry_help: 'Help', show_title: 'Title?' };
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'editor.ts')],
    bundle: true,
    write: false,
    format: 'iife',
  });
  runInNewContext(outputFiles[0]?.text ?? '', { wp, largesseEditor });
  assert.deepEqual(Object.keys(blocks), ['largesse/registry', 'largesse/my-registries']);
  for (const [block, { supports, edit, save }] of Object.entries(blocks)) {
    const changes: object[] = [];
    const attributes = { registry: 'ours', showTitle: true };
    const setAttributes = (changed: object) => void changes.push({ ...changed });
    const all: Element[] = [];
    const collect = (element: Element) => {
      all.push(element);
      element.children.forEach(collect);
    };
    const propertiesOf = (type: string) => all.find((element) => element.type === type)?.properties;
    for (const [context, urlQueryArgs] of [
      [{}, {}],
      [{ postId: 5 }, { post_id: 5 }],
    ] as const) {
      all.length = 0;
      collect(edit({ attributes, setAttributes, context }));
      assert.equal(JSON.stringify(propertiesOf('Preview')), JSON.stringify({ block, attributes, urlQueryArgs }));
      assert.deepEqual(all.find(({ type }) => type === 'Disabled')?.children[0]?.type, 'Preview', 'links do nothing');
    }
    assert.equal(save(), null);
    assert.equal(JSON.stringify(supports.color?.__experimentalSkipSerialization), '["text","background","gradients"]');
    for (const part of ['spacing', 'typography']) assert.equal(supports[part]?.__experimentalSkipSerialization, true);
    const [named, title] = ['Text', 'Toggle'].map(propertiesOf);
    assert.equal(named !== undefined, block === 'largesse/registry');
    assert.equal(title !== undefined, block === 'largesse/registry');
    if (!named || !title) continue;
    assert.partialDeepStrictEqual({ ...named }, { label: 'Which?', help: 'Help', value: 'ours' });
    assert.partialDeepStrictEqual({ ...title }, { label: 'Title?', checked: true });
    (named.onChange as (registry: string) => void)('theirs');
    (title.onChange as (isShown: boolean) => void)(false);
    assert.deepEqual(changes, [{ registry: 'theirs' }, { showTitle: false }]);
  }
});
