import { pluginRules } from './rules/plugin-rules.ts';

pluginRules('nightly');
