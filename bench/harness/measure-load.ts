import { partOf } from '../bench.ts';
import { keepBusy, lookAt, type Standing, type Submitter } from './load.ts';
import { difference, type Metered, type Reading, readAll } from './meter.ts';

interface Load {
  metered: Metered;
  submitter: Submitter;
  /** Swaps that are open all the time. */
  backlog: number;
  /** Swaps that settle before it is measured: connections are made, and code is compiled. */
  warmUp: number;
  /** How many are measured at most. */
  most: number;
  /** When the time is over. */
  deadline: number;
  /** Called when the measurement begins. */
  onWarm?: () => void;
}

/** What settled while it was measured, and all that was spent on it. */
interface Measured {
  settled: number;
  spent: Reading;
  last: Standing;
}

/** Keeps swaps open, and measures while enough of them settle or until the time is over. */
export async function measureLoad({
  metered,
  submitter,
  backlog,
  warmUp,
  most,
  deadline,
  onWarm,
}: Load): Promise<Measured> {
  const { ferryman } = metered;
  const warmUntil = partOf({ deadline }, 0.35);
  const cold = await lookAt(ferryman);
  const first = await keepBusy(
    ferryman,
    submitter,
    backlog,
    ({ settled }) => settled - cold.settled >= warmUp || performance.now() > warmUntil,
  );
  onWarm?.();
  const before = await readAll(metered);
  const last = await keepBusy(
    ferryman,
    submitter,
    backlog,
    ({ settled }) => settled - first.settled >= most || performance.now() > deadline,
  );
  const spent = difference(before, await readAll(metered));
  return { settled: last.settled - first.settled, spent, last };
}

/** One row may have had too little time; without any the figure says nothing. Throws then. */
export function requireSettlements(rows: readonly Pick<Measured, 'settled'>[]): void {
  if (rows.every(({ settled }) => settled === 0)) {
    throw new Error('no swap settled while it was measured; BENCH_LOG=warn shows why');
  }
}
