// What live carriers answered, shared by the workers of one machine without Redis: their primary process keeps it. Maps do not
// survive the channel, so that pairs travel.
import type { SharedAnswers } from '../../application/ports.ts';
import { answerQuestions, type Channel, questionsTo } from './cluster.ts';
import { lookTimeoutMs } from './memory-answers.ts';

const name = 'answers';
type Pairs = [string, string][];
type Found = { pairs: Pairs; askedAtMs: number };

/** In the primary: answers one worker's questions from `answers`. */
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

/** In a worker: what its primary keeps. */
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
        // A primary that can not say is one that does not know.
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
