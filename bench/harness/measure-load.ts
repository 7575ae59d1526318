import { partOf } from '../bench.ts';
import { keepBusy, lookAt, type Standing, type Submitter } from './load.ts';
import { difference, type Metered, type Reading, readAll } from './meter.ts';

interface Load {
  metered: Metered;
  submitter: Submitter;
  /** Number of swaps that stay open. */
  backlog: number;
  /** Swaps that settle before the measurement, while connections open and code compiles. */
  warmUp: number;
  /** The maximum number of measured swaps. */
  most: number;
  /** When the time ends. */
  deadline: number;
  /** Called when the measurement begins. */
  onWarm?: () => void;
}

/** The swaps that settled during the measurement, and their total cost. */
interface Measured {
  settled: number;
  spent: Reading;
  last: Standing;
}

/** Keeps swaps open, and measures until enough have settled or the time is over. */
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

/** One row may have had too little time. Throws if no row has settlements. */
export function requireSettlements(rows: readonly Pick<Measured, 'settled'>[]): void {
  if (rows.every(({ settled }) => settled === 0)) {
    throw new Error('no swap settled while it was measured; BENCH_LOG=warn shows why');
  }
}
