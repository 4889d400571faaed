// Which traces are kept, by the names of OTEL_TRACES_SAMPLER. In the "parentbased" samplers the client's own decision
// wins; the rest of the name applies to requests without one.
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
