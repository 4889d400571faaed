import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { recordingLog } from '../../../test/support/test-logs.ts';
import { reportingExporter } from './reporting-exporter.ts';

test('logs one line when the collector goes away and one when it comes back', () => {
  const log = recordingLog();
  let code = ExportResultCode.SUCCESS;
  const exporter = reportingExporter(
    { export: (_spans, done) => done({ code }), shutdown: async () => {} },
    log,
  );
  const results: ExportResult[] = [];
  const send = (times: number, outcome: ExportResultCode): void => {
    code = outcome;
    for (let n = 0; n < times; n += 1) exporter.export([], (result) => results.push(result));
  };
  for (let round = 0; round < 2; round += 1) {
    send(3, ExportResultCode.SUCCESS);
    send(5, ExportResultCode.FAILED);
  }
  send(1, ExportResultCode.SUCCESS);
  assert.deepEqual(
    log.lines.map(({ level }) => level),
    ['warn', 'info', 'warn', 'info'],
  );
  assert.equal(results.length, 17, 'each export reports its result');
});
