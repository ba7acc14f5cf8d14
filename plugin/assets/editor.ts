/**
 * Previews the blocks in the editor as PHP renders them. WordPress provides the packages as globals; the types cover
 * only the parts used here.
 */

interface Element {
  readonly type: unknown;
}

interface Editing {
  attributes: Record<string, string | boolean>;
  setAttributes(changed: Record<string, string | boolean>): void;
  context: { postId?: number };
}

interface WordPress {
  blocks: { registerBlockType(name: string, settings: { edit(editing: Editing): Element; save(): null }): void };
  element: {
    createElement(type: unknown, properties: object | null, ...children: Element[]): Element;
    Fragment: unknown;
  };
  blockEditor: { InspectorControls: unknown; useBlockProps(): object };
  components: { Disabled: unknown; PanelBody: unknown; TextControl: unknown; ToggleControl: unknown };
  serverSideRender: unknown;
}

declare global {
  var wp: WordPress;
  var largesseEditor: { panel: string; registry: string; registry_help: string; show_title: string };
}

export {};

const { createElement: el, Fragment } = wp.element;
const { Disabled, PanelBody, TextControl, ToggleControl } = wp.components;
const texts = largesseEditor;

/** Renders a preview of the block, in which links and buttons do nothing. */
function preview(name: string, { attributes, context }: Editing): Element {
  const urlQueryArgs = context.postId ? { post_id: context.postId } : {};
  const rendered = el(wp.serverSideRender, { block: name, attributes, urlQueryArgs });
  return el('div', wp.blockEditor.useBlockProps(), el(Disabled, null, rendered));
}

/** Renders the settings of a registry block. */
function registrySettings({ attributes, setAttributes }: Editing): Element {
  const registry = el(TextControl, {
    label: texts.registry,
    help: texts.registry_help,
    value: attributes.registry,
    onChange: (registry: string) => setAttributes({ registry }),
    __nextHasNoMarginBottom: true,
    __next40pxDefaultSize: true,
  });
  const title = el(ToggleControl, {
    label: texts.show_title,
    checked: attributes.showTitle,
    onChange: (showTitle: boolean) => setAttributes({ showTitle }),
    __nextHasNoMarginBottom: true,
  });
  return el(wp.blockEditor.InspectorControls, null, el(PanelBody, { title: texts.panel }, registry, title));
}

wp.blocks.registerBlockType('largesse/registry', {
  edit: (editing) => el(Fragment, null, registrySettings(editing), preview('largesse/registry', editing)),
  save: () => null,
});

for (const name of ['largesse/my-registries', 'largesse/registry-occasion']) {
  wp.blocks.registerBlockType(name, { edit: (editing) => preview(name, editing), save: () => null });
}
