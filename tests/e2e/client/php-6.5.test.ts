// Needs a whole WordPress: the client in PHP uses its HTTP functions.
import { phpClientCases } from './php-client-cases.ts';

phpClientCases('6.5');
