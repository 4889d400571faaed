// The database in traces: each statement with its text, which has marks where its values were, and each transaction from
// the request for it to the moment it is durable, so that waiting for a connection or for a group's commit can be seen.
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
        // Transactions that share a commit are run by whoever came first, who belongs to another request.
        const mine = tracer.keep();
        return engine.transaction((db) => mine(() => work(db)));
      }),
  };
}

/** "select bookings": what is done, and to which table. */
function shortName(text: string): string {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(text) ?? [];
  const table = /\b(?:from|into|update|join)\s+"?(\w+)"?/i.exec(text)?.[1];
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`;
}
