// The metrics of all workers as one: any worker may be asked for /metrics, and asks the primary, which adds up.
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client';

/** The primary's end of the channel to a worker. */
type MetricsChannel = {
  send(message: object): void;
  onMessage(hear: (message: unknown) => void): void;
};

type MetricsQuestion = { linehaul: 'metrics'; id: number };
type MetricsAnswer = MetricsQuestion & { contentType: string; text: string };

/** In the primary: answers one worker with the sum over all workers. */
export function answerMetrics(channel: MetricsChannel): void {
  const metrics = new AggregatorRegistry<PrometheusContentType>();
  channel.onMessage((message) => {
    if (!isMetrics(message)) return;
    const { id } = message;
    metrics.clusterMetrics().then(
      (text) => channel.send({ linehaul: 'metrics', id, contentType: metrics.contentType, text }),
      (error: unknown) =>
        channel.send({
          linehaul: 'metrics',
          id,
          contentType: 'text/plain',
          text: `# ${String(error)}\n`,
        }),
    );
  });
}

/** In a worker: the metrics of all workers, added up by the primary. */
export function readClusterMetrics(
  own: Registry,
): () => Promise<{ contentType: string; text: string }> {
  // Constructing one also makes this worker answer the primary's requests for its own figures.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(own);
  const waiting = new Map<number, (answer: MetricsAnswer) => void>();
  let nextId = 0;
  process.on('message', (message) => {
    if (isMetrics(message)) waiting.get(message.id)?.(message as MetricsAnswer);
  });
  return async () => {
    nextId += 1;
    const id = nextId;
    const answer = await new Promise<MetricsAnswer>((resolve) => {
      waiting.set(id, resolve);
      process.send?.({ linehaul: 'metrics', id } satisfies MetricsQuestion);
    });
    waiting.delete(id);
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
