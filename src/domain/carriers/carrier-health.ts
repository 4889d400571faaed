// Response times and failures of a live carrier, for the operator to see. Only the latest answers count, so that yesterday's
// faults do not hide that the carrier works today.

/** The last answers of one carrier, in this process only. */
type HealthReading = {
  asked: number;
  failed: number;
  /** Undefined before the first answer. */
  medianMs: number | undefined;
  /** The 95th percentile. */
  slowMs: number | undefined;
};

export type CarrierHealth = {
  note(answer: { isFailure: boolean; ms: number }): void;
  read(): HealthReading;
};

const answersKept = 100;
const slowShare = 0.95;

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
        medianMs: times[Math.floor(times.length / 2)],
        slowMs: times[Math.floor((times.length - 1) * slowShare)],
      };
    },
  };
}
