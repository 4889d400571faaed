// The settings of OpenTelemetry traces, by the names that OpenTelemetry gives them, and what they come to. No collector is
// named: nothing is traced and nothing of it is loaded. What is not listed here (timeouts, compression, certificates of
// the exporter) the exporter itself reads from the OTEL_EXPORTER_OTLP_… variables.
import { address, anyText, oneOf, type Variable } from './kinds.ts';

export type TracingConfig = {
  url: string;
  protocol: 'http/protobuf' | 'http/json';
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  attributes: Readonly<Record<string, string>>;
  sampler: string;
  samplerArgument: string | undefined;
};

const samplers = ['always_on', 'always_off', 'traceidratio'];

export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    'OpenTelemetry collector that traces are sent to, over HTTP; unset = no traces.',
    '',
    ['http', 'https'],
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(
    'The same for traces alone, with its whole path; it wins.',
    '',
    ['http', 'https'],
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('How traces are written.', 'http/protobuf', [
    'http/protobuf',
    'http/json',
  ]),
  OTEL_EXPORTER_OTLP_HEADERS: {
    ...pairs('Headers for the collector: name=value, with commas between.'),
    secret: 'all',
  },
  OTEL_SERVICE_NAME: anyText('What traces call this service.', 'linehaul'),
  OTEL_RESOURCE_ATTRIBUTES: pairs(
    'What else is said of this service in traces: name=value, with commas between.',
  ),
  OTEL_TRACES_SAMPLER: oneOf('Which requests are traced.', 'parentbased_always_on', [
    ...samplers,
    ...samplers.map((name) => `parentbased_${name}`),
  ]),
  OTEL_TRACES_SAMPLER_ARG: {
    about: 'The share of requests for the traceidratio samplers, from 0 to 1.',
    defaultText: '1',
    problem: (text: string) =>
      /^(?:0?\.\d+|[01](?:\.0+)?)$/.test(text) ? undefined : 'must be a number from 0 to 1',
  },
  OTEL_TRACES_EXPORTER: oneOf('none = no traces, whatever else is set.', 'otlp', ['otlp', 'none']),
  OTEL_SDK_DISABLED: oneOf('true = no traces, whatever else is set.', 'false', ['true', 'false']),
} satisfies Record<string, Variable>;

export type TracingVariableName = keyof typeof tracingVariables;

/** Undefined when nothing is to be traced. */
export function readTracing(
  given: (name: TracingVariableName) => string | undefined,
): TracingConfig | undefined {
  const text = (name: TracingVariableName): string =>
    given(name) ?? tracingVariables[name].defaultText;
  const url = given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? tracesUnder(given);
  const isOff = text('OTEL_SDK_DISABLED') === 'true' || text('OTEL_TRACES_EXPORTER') === 'none';
  if (url === undefined || isOff) return undefined;
  return Object.freeze({
    url,
    protocol: text('OTEL_EXPORTER_OTLP_PROTOCOL') as TracingConfig['protocol'],
    headers: readPairs(text('OTEL_EXPORTER_OTLP_HEADERS')),
    serviceName: text('OTEL_SERVICE_NAME'),
    attributes: readPairs(text('OTEL_RESOURCE_ATTRIBUTES')),
    sampler: text('OTEL_TRACES_SAMPLER'),
    samplerArgument: given('OTEL_TRACES_SAMPLER_ARG'),
  });
}

/** A collector's common address has a path for each signal under it. */
function tracesUnder(given: (name: TracingVariableName) => string | undefined): string | undefined {
  return given('OTEL_EXPORTER_OTLP_ENDPOINT')?.replace(/\/*$/, '/v1/traces');
}

function pairs(about: string): Variable {
  return {
    about,
    defaultText: '',
    problem: (text) =>
      splitPairs(text).every(([name, value]) => /^[\w.-]+$/.test(name) && isDecodable(value))
        ? undefined
        : 'must be name=value pairs with commas between, values percent-encoded',
  };
}

function readPairs(text: string): Record<string, string> {
  return Object.fromEntries(
    splitPairs(text).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}

function splitPairs(text: string): [name: string, value: string][] {
  return text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? ['', pair] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
