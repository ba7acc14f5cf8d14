import { pluginRules } from './rules/plugin-rules.ts';

pluginRules('6.5');
