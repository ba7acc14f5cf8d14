import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '../http/operation.ts';
import { declaredRole } from './access.ts';

const requestTo = (role: Role | undefined) => ({ routeOptions: { config: { role } } });

test('a registry opens only for an operation that declares a role on registries', () => {
  for (const role of ['reader', 'keeper', 'editor', 'author'] as const)
    assert.equal(declaredRole(requestTo(role)), role);
  for (const role of ['everyone', 'user', 'item-user', 'giver', 'admin', undefined] as const)
    assert.throws(() => declaredRole(requestTo(role)), /declares the role/);
});
