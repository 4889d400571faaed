// The settings of OpenTelemetry traces, under OpenTelemetry's own names. Without a collector nothing is traced and no
// tracing code is loaded. The exporter reads its other OTEL_EXPORTER_OTLP_… variables itself (time-outs, compression,
// certificates).
import { address, anyText, oneOf, type Variable } from './kinds.ts';

type TracingConfig = {
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
    'OpenTelemetry collector that receives traces over HTTP. Unset: no traces.',
    '',
    ['http', 'https'],
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(
    'The same for traces only, with the whole path. It wins.',
    '',
    ['http', 'https'],
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('Encoding of traces.', 'http/protobuf', [
    'http/protobuf',
    'http/json',
  ]),
  OTEL_EXPORTER_OTLP_HEADERS: {
    ...pairs('Headers for the collector: name=value, separated by commas.'),
    secret: 'all',
  },
  OTEL_SERVICE_NAME: anyText('Name of this service in traces.', 'linehaul'),
  OTEL_RESOURCE_ATTRIBUTES: pairs(
    'Further attributes of this service in traces: name=value, separated by commas.',
  ),
  OTEL_TRACES_SAMPLER: oneOf('Sampler that chooses the traced requests.', 'parentbased_always_on', [
    ...samplers,
    ...samplers.map((name) => `parentbased_${name}`),
  ]),
  OTEL_TRACES_SAMPLER_ARG: {
    about: 'Share of requests for the traceidratio samplers, from 0 to 1.',
    defaultText: '1',
    problem: (text: string) =>
      /^(?:0?\.\d+|[01](?:\.0+)?)$/.test(text) ? undefined : 'must be a number from 0 to 1',
  },
  OTEL_TRACES_EXPORTER: oneOf('none = no traces, regardless of other settings.', 'otlp', [
    'otlp',
    'none',
  ]),
  OTEL_SDK_DISABLED: oneOf('true = no traces, regardless of other settings.', 'false', [
    'true',
    'false',
  ]),
} satisfies Record<string, Variable>;

export type TracingVariableName = keyof typeof tracingVariables;

/** Undefined without a collector, or if tracing is switched off. */
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

/** OTEL_EXPORTER_OTLP_ENDPOINT is the base of every signal's path. */
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
