import myRegistries from './my-registries/block.json';
import registry from './registry/block.json';

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

interface BlockSettings {
  supports: object;
  edit(editing: Editing): Element;
  save(): null;
}

interface WordPress {
  blocks: { registerBlockType(name: string, settings: BlockSettings): void };
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

/** Part of the `supports` in a block.json. */
interface Supports {
  color: object;
  spacing: object;
  typography: object;
}

const { createElement: el, Fragment } = wp.element;
const { Disabled, PanelBody, TextControl, ToggleControl } = wp.components;
const texts = largesseEditor;

/** Renders a preview of the block, in which links and buttons do nothing. */
function preview(name: string, { attributes, context }: Editing): Element {
  const urlQueryArgs = context.postId ? { post_id: context.postId } : {};
  const rendered = el(wp.serverSideRender, { block: name, attributes, urlQueryArgs });
  return el('div', wp.blockEditor.useBlockProps(), el(Disabled, null, rendered));
}

function registrySettings({ attributes, setAttributes }: Editing): Element {
  const named = el(TextControl, {
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
  return el(wp.blockEditor.InspectorControls, null, el(PanelBody, { title: texts.panel }, named, title));
}

/**
 * Returns the supports of a block for the editor. The preview from PHP already has the block's colours, spacing and
 * typography, so the editor must not apply them again. But the editor applies the colours of inner elements, such as
 * links, because the preview lacks the style sheet for these colours.
 */
function supportsInEditor<T extends Supports>({ color, spacing, typography, ...others }: T): object {
  return {
    ...others,
    color: { ...color, __experimentalSkipSerialization: ['text', 'background', 'gradients'] },
    spacing: { ...spacing, __experimentalSkipSerialization: true },
    typography: { ...typography, __experimentalSkipSerialization: true },
  };
}

for (const { name, supports } of [registry, myRegistries]) {
  const edit = (editing: Editing) =>
    name === registry.name
      ? el(Fragment, null, registrySettings(editing), preview(name, editing))
      : preview(name, editing);
  wp.blocks.registerBlockType(name, { supports: supportsInEditor(supports), edit, save: () => null });
}
