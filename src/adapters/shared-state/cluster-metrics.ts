// The sum of all workers' metrics. Any worker may receive GET /metrics; it asks the primary, which adds them up.
import { AggregatorRegistry, type PrometheusContentType, type Registry } from 'prom-client';
import { answerQuestions, type Channel, questionsTo } from './cluster.ts';

type Metrics = { contentType: string; text: string };

const name = 'metrics';

/** In the primary: sends a worker the sum over all workers. */
export function answerMetrics(channel: Channel): void {
  const metrics = new AggregatorRegistry<PrometheusContentType>();
  const read = async (): Promise<Metrics> => ({
    text: await metrics.clusterMetrics(),
    contentType: metrics.contentType,
  });
  answerQuestions(name, { read }, channel);
}

/** In a worker: the metrics of all workers, added up by the primary. */
export function readClusterMetrics(own: Registry, channel: Channel): () => Promise<Metrics> {
  // Constructing a registry also makes this worker answer the primary's requests for its own metrics.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(own);
  const ask = questionsTo(name, channel);
  return () => ask('read');
}
