// Needs a whole WordPress: the rules of the API use its routes.
import { pluginRules } from './rules/plugin-rules.ts';

pluginRules('nightly');
