// Answers of live carriers, shared by the workers of one machine without Redis: their primary process stores them.
// The channel cannot carry Maps, so they travel as pairs.
import type { SharedAnswers } from '../../application/ports.ts';
import { answerQuestions, type Channel, questionsTo } from './cluster.ts';
import { lookTimeoutMs } from './memory-answers.ts';

const name = 'answers';
type Pairs = [string, string][];
type Found = { pairs: Pairs; askedAtMs: number };

/** In the primary: answers a worker's calls with `answers`. */
export function answerAnswers(answers: SharedAnswers, channel: Channel): void {
  const find = async (
    fingerprint: string,
    names: readonly string[],
    nowMs: number,
  ): Promise<Found | null> => {
    const found = await answers.find(fingerprint, names, nowMs);
    return found === undefined ? null : { pairs: [...found.texts], askedAtMs: found.askedAtMs };
  };
  const keep = async (fingerprint: string, pairs: Pairs, askedAtMs: number): Promise<void> =>
    answers.keep(fingerprint, new Map(pairs), askedAtMs);
  answerQuestions(name, { find, keep }, channel);
}

/** In a worker: the answers that its primary stores. */
export function primaryAnswers(channel: Channel, patienceMs = lookTimeoutMs): SharedAnswers {
  const ask = questionsTo(name, channel);
  return {
    find: async (fingerprint, names, nowMs) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), patienceMs);
      });
      try {
        const asked = ask<Found | null>('find', fingerprint, names, nowMs);
        const found = await Promise.race([asked, late]);
        return found === null
          ? undefined
          : { texts: new Map(found.pairs), askedAtMs: found.askedAtMs };
      } catch {
        // If the primary does not answer, nothing is cached.
        return undefined;
      } finally {
        clearTimeout(timer);
      }
    },
    keep: (fingerprint, texts, askedAtMs) => {
      ask('keep', fingerprint, [...texts], askedAtMs).catch(() => {});
    },
    close: async () => {},
  };
}
