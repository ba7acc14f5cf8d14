import { Health, Welcome } from '@largesse/contract';
import type { Routes } from './routes.ts';

/** Adds the routes that are open to everybody, and answer the same as long as the process serves (rules: Open routes). */
export function healthRoutes(app: Routes): void {
  app.get(
    '/',
    {
      schema: {
        tags: ['Health'],
        operationId: 'welcome',
        summary: 'Welcome',
        security: [],
        response: { 200: Welcome },
      },
    },
    () => ({
      message: 'Welcome to the Largesse registry API',
    }),
  );
  app.get(
    '/health',
    { schema: { tags: ['Health'], operationId: 'health', summary: 'Health', security: [], response: { 200: Health } } },
    () => ({ status: 'healthy', service: 'largesse-api' }) as const,
  );
}
