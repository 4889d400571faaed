// Response times and failures of a live carrier, for the operator to see. Only the latest answers count, so that yesterday's
// faults do not hide that the carrier works today.

/** The last answers of one carrier, in this process only. */
export type HealthReading = {
  asked: number;
  failed: number;
  /** Undefined before the first answer. Never falls from one to the next: each is the time of an answer. */
  p50Ms: number | undefined;
  p95Ms: number | undefined;
  maxMs: number | undefined;
};

export type CarrierHealth = {
  note(answer: { isFailure: boolean; ms: number }): void;
  read(): HealthReading;
};

const answersKept = 100;

export function carrierHealth(): CarrierHealth {
  const last: { isFailure: boolean; ms: number }[] = [];
  return {
    note: (answer) => {
      last.push(answer);
      if (last.length > answersKept) last.shift();
    },
    read: () => {
      const times = last.map(({ ms }) => ms).toSorted((left, right) => left - right);
      return {
        asked: last.length,
        failed: last.filter(({ isFailure }) => isFailure).length,
        p50Ms: percentile(times, 50),
        p95Ms: percentile(times, 95),
        maxMs: times.at(-1),
      };
    },
  };
}

/** By nearest rank: the smallest time that at least `percent` of the answers do not exceed. */
function percentile(ascending: readonly number[], percent: number): number | undefined {
  return ascending[Math.ceil((percent * ascending.length) / 100) - 1];
}
