import { phpClientCases } from './php-client-cases.ts';

phpClientCases('6.5');
