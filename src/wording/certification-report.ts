// The files of a certification: the report as Markdown, with a summary and each exchange, and the recordings as JSON.
import type { ShapeDifference } from '../domain/connectors/answer-shape.ts';
import type { CertifyRun, StepResult } from '../domain/connectors/certification.ts';
import { homeDay, homeZone } from '../domain/time/home-clock.ts';
import { timestampWithColon } from '../domain/time/timestamp.ts';
import { findingWords, leftWords, stepTitle } from './certification.ts';

/** Characters of a request or answer. */
const longestShown = 6_000;

const marks = { ok: '✅', failed: '❌', skipped: '➖' } as const;

export function certificationReport(run: CertifyRun): string {
  const { carrier, host, atMs, operations, steps, left } = run;
  return [
    `# ${carrier}: certified with the house account`,
    `${timestampWithColon(atMs, homeZone)}, ${host}. Credentials and contacts are removed.`,
    [
      '| Operation | Result | |',
      '|---|---|---|',
      ...operations.map(({ operation, outcome }) => {
        const decisive = steps.find(
          (one) => one.operation === operation && one.outcome === outcome,
        );
        return `| ${operation} | ${marks[outcome]} ${outcome} | ${cell(decisive === undefined ? '' : findingWords(decisive.publicReason))} |`;
      }),
    ].join('\n'),
    ...(left.length === 0
      ? []
      : [`**May still be with the carrier; cancel it there:** ${left.map(leftWords).join(', ')}`]),
    ...steps.flatMap(describeStep),
    '',
  ].join('\n\n');
}

/** By their paths, as they can be copied into `carriers`. */
export function certificationRecordings(run: CertifyRun): Map<string, string> {
  const counts = new Map<string, number>();
  const day = homeDay(run.atMs);
  return new Map(
    run.steps.flatMap((step) => {
      const { operation, recorded } = step;
      if (recorded?.recording === undefined) return [];
      const count = (counts.get(operation) ?? 0) + 1;
      counts.set(operation, count);
      const recording = {
        title: `certified on ${day}: ${stepTitle(step)}`,
        source: `linehaul carrier certify on ${day}, ${run.host}`,
        ...recorded.recording,
      };
      const path = `${run.carrier}/recordings/${operation}/certified-${day}-${count}.json`;
      return [[path, `${JSON.stringify(recording, null, 2)}\n`] as const];
    }),
  );
}

function describeStep(step: StepResult): string[] {
  const { operation, outcome, recorded, differences } = step;
  const heading = `## ${marks[outcome]} ${operation}: ${stepTitle(step)}`;
  const result = `${outcome}: ${findingWords(step.publicReason)}`;
  if (recorded === undefined) return [heading, result];
  return [
    heading,
    result,
    ...recorded.exchanges.flatMap(({ request, body, contains, status, answer }, n) => [
      `### Request ${n + 1}: \`${request}\``,
      ...(body === undefined && contains === undefined ? [] : [fenced(body ?? contains)]),
      answer === undefined
        ? 'No answer that a connector reads: see `linehaul carrier calls`.'
        : `Answer, HTTP ${status ?? 200}:`,
      ...(answer === undefined ? [] : [fenced(answer)]),
      ...(typeof answer === 'object' && answer !== null
        ? [describeDifferences(differences[n])]
        : []),
    ]),
    '### What Linehaul read',
    fenced(recorded.outcome),
    ...(recorded.recording === undefined
      ? [
          recorded.exchanges.length === 0
            ? 'It needs no request of its own.'
            : 'No recording was written: an answer is missing, or is read differently once redacted.',
        ]
      : []),
  ];
}

function describeDifferences(differences: readonly ShapeDifference[] | null | undefined): string {
  if (differences === null || differences === undefined)
    return 'No recorded answer to compare with.';
  if (differences.length === 0) return 'The same fields as the recorded answers.';
  return [
    'Compared with the recorded answers:',
    '',
    ...differences.map(({ path, difference, detail }) =>
      `- ${difference}: \`${path}\` ${detail === '' ? '' : `(${detail})`}`.trimEnd(),
    ),
  ].join('\n');
}

function fenced(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const shown =
    text.length > longestShown
      ? `${text.slice(0, longestShown)}\n… ${text.length - longestShown} characters more`
      : text;
  return `\`\`\`${typeof value === 'string' ? '' : 'json'}\n${shown.replaceAll('```', "'''")}\n\`\`\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
