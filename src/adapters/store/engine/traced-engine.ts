// Traces of the database: each statement with placeholders in its text, and each transaction from its request until
// it is durable, so that waits for a connection or a group commit are visible.
import type { Tracer } from '../../../application/ports.ts';
import type { Engine, QueryTimer } from './engine.ts';

const systems: Readonly<Record<Engine['name'], string>> = {
  sqlite: 'sqlite',
  postgres: 'postgresql',
};

export function tellStatement(tracer: Tracer, name: Engine['name'], next: QueryTimer): QueryTimer {
  return (seconds, text) => {
    next(seconds, text);
    tracer.took(
      {
        name: shortName(text),
        kind: 'outgoing',
        details: { 'db.system.name': systems[name], 'db.query.text': text },
      },
      seconds,
    );
  };
}

export function tracedEngine(engine: Engine, tracer: Tracer): Engine {
  const details = { 'db.system.name': systems[engine.name] };
  return {
    ...engine,
    transaction: (work) =>
      tracer.part({ name: 'transaction', kind: 'internal', details }, () => {
        // The first transaction of a group runs the others, so each keeps its own request's trace.
        const mine = tracer.keep();
        return engine.transaction((db) => mine(() => work(db)));
      }),
  };
}

/** "select bookings": the operation and its table. */
function shortName(text: string): string {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(text) ?? [];
  const table = /\b(?:from|into|update|join)\s+"?(\w+)"?/i.exec(text)?.[1];
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`;
}
