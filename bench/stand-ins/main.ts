import { setInterval } from 'node:timers';
import { startStandIns } from './serve.ts';
import type { StandInSettings } from './settings.ts';

/*
 * A separate process with the routing service and the chains of the bench. Ends when its input
 * closes.
 */

const [given = '{}'] = process.argv.slice(2);
const { chains, blockIntervalMs } = JSON.parse(given) as StandInSettings;
const { url, produce } = await startStandIns(chains);
setInterval(produce, blockIntervalMs);
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ url })}\n`);
