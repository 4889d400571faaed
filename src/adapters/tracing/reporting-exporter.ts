// Logs once that spans cannot be delivered, and once that they can again: an hour's outage of the collector is one
// line, not one per batch.
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../../application/ports.ts';

export function reportingExporter(exporter: SpanExporter, log: Log): SpanExporter {
  let isAway = false;
  const noteResult = ({ code, error }: ExportResult): void => {
    const failed = code === ExportResultCode.FAILED;
    if (failed && !isAway)
      log.warn({ err: error }, 'traces cannot be delivered; what does not fit the queue is lost');
    if (!failed && isAway) log.info({}, 'traces are delivered again');
    isAway = failed;
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        noteResult(result);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush === undefined
      ? {}
      : { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
