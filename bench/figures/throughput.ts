import type { Figure } from '../bench.ts';
import { measureFloor } from './floor.ts';
import { measureSandbox } from './throughput-sandbox.ts';
import { measureStandIn } from './throughput-stand-in.ts';

/** Settled swaps per second, and the cost of one compared with the floor. */
export const throughput: Figure = {
  name: 'throughput',
  seconds: 140,
  async run(bench) {
    const floor = await measureFloor(bench);
    bench.log(`floor: ${JSON.stringify(floor)}`);
    const standIn = await measureStandIn(bench);
    bench.log(`stand-ins: ${JSON.stringify(standIn)}`);
    const sandbox = await measureSandbox(bench);
    return {
      sandbox,
      standIn,
      floor,
      ratio: Math.round((standIn.executorCpuMs / floor.cpuMs) * 100) / 100,
    };
  },
};
