// What the route table says about the audit log. That rows of other methods than GET say it, the types check.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AuditAction, actionKind, auditActions } from '../../domain/audit/audit-action.ts';
import { routes } from '../routes.ts';

describe('recorded routes', () => {
  test('a GET that changes something says what it records', () => {
    const silent = routes.filter(
      ({ endpoint, records }) => endpoint.shapes.changes === true && records === undefined,
    );
    assert.deepEqual(
      silent.map(({ path }) => path),
      [],
    );
  });

  test('each action is recorded by a route, or only by a command', () => {
    const recorded = new Set<string | undefined>(routes.map(({ records }) => records));
    const actions = Object.keys(auditActions) as AuditAction[];
    assert.deepEqual(
      actions.filter((action) => !recorded.has(action)),
      actions.filter((action) => actionKind(action).onlyByCommand),
    );
  });
});
