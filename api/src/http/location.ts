/** OpenAPI description of the header. */
export const locationHeader = { Location: { type: 'string', description: 'Address of what was created' } };
