// Which traces are kept, by the names that OTEL_TRACES_SAMPLER knows. A client that says whether its trace is kept decides
// in the "parentbased" ones; the rest of the name says what happens to requests that say nothing.
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

const parentBased = 'parentbased_';

export function samplerNamed(name: string, argument: string | undefined): Sampler {
  if (name.startsWith(parentBased))
    return new ParentBasedSampler({ root: rootNamed(name.slice(parentBased.length), argument) });
  return rootNamed(name, argument);
}

function rootNamed(name: string, argument: string | undefined): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(Number(argument ?? 1));
    default:
      throw new Error(`no sampler is called ${name}`);
  }
}
