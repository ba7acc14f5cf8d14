import { npmPrograms } from '../support/npm-programs.ts';

/** Programs of other projects that read the OpenAPI document. Only these tests need them. */
export const programs = await npmPrograms('openapi-programs', {
  '@hey-api/openapi-ts': '0.95.0',
  '@redocly/cli': '2.77.0',
  '@stoplight/prism-cli': '5.14.2',
  '@stoplight/spectral-cli': '6.16.3',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  'swagger-typescript-api': '13.13.0',
  typescript: '5.9.3',
});
