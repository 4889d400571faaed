// The sum of all workers' metrics. Any worker may receive GET /metrics; it asks the primary, which adds them up.
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client';
import type { Channel } from './cluster.ts';

type MetricsQuestion = { linehaul: 'metrics'; id: number };
type MetricsAnswer = MetricsQuestion &
  ({ contentType: string; text: string } | { problem: string });

/** In the primary: sends a worker the sum over all workers. */
export function answerMetrics(channel: Channel): void {
  const metrics = new AggregatorRegistry<PrometheusContentType>();
  channel.onMessage((message) => {
    if (!isMetrics(message)) return;
    const { id } = message;
    const answer = (more: { contentType: string; text: string } | { problem: string }): void =>
      channel.send({ linehaul: 'metrics', id, ...more } satisfies MetricsAnswer);
    metrics.clusterMetrics().then(
      (text) => answer({ contentType: metrics.contentType, text }),
      (error: unknown) => answer({ problem: String(error) }),
    );
  });
}

/** In a worker: the metrics of all workers, added up by the primary. */
export function readClusterMetrics(
  own: Registry,
  channel: Channel,
): () => Promise<{ contentType: string; text: string }> {
  // Constructing a registry also makes this worker answer the primary's requests for its own metrics.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(own);
  const waiting = new Map<number, (answer: MetricsAnswer) => void>();
  let nextId = 0;
  channel.onMessage((message) => {
    if (!isMetrics(message)) return;
    waiting.get(message.id)?.(message as MetricsAnswer);
    waiting.delete(message.id);
  });
  return async () => {
    nextId += 1;
    const id = nextId;
    const answer = await new Promise<MetricsAnswer>((resolve) => {
      waiting.set(id, resolve);
      channel.send({ linehaul: 'metrics', id } satisfies MetricsQuestion);
    });
    if ('problem' in answer) throw new Error(`the workers' metrics: ${answer.problem}`);
    return { contentType: answer.contentType, text: answer.text };
  };
}

function isMetrics(message: unknown): message is MetricsQuestion {
  return (
    typeof message === 'object' &&
    message !== null &&
    'linehaul' in message &&
    message.linehaul === 'metrics'
  );
}
