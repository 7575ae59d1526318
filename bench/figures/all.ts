import type { Figure } from '../bench.ts';
import { dashboard } from './dashboard.ts';
import { idle } from './idle.ts';
import { journal } from './journal.ts';
import { latency } from './latency.ts';
import { memory } from './memory.ts';
import { overload } from './overload.ts';
import { profile } from './profile.ts';
import { recovery } from './recovery.ts';
import { soak } from './soak.ts';
import { startup } from './startup.ts';
import { submit } from './submit.ts';
import { throughput } from './throughput.ts';
import { tracking } from './tracking.ts';
import { workers } from './workers.ts';

/** In the order of execution. */
export const figures: readonly Figure[] = [
  startup,
  throughput,
  submit,
  latency,
  idle,
  memory,
  workers,
  overload,
  tracking,
  recovery,
  journal,
  soak,
  profile,
  dashboard,
];
