import { phpClientCases } from './php-client-cases.ts';

phpClientCases('nightly');
