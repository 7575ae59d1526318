import { startSandbox } from '../../sandbox/start-sandbox.ts';

/* A separate process, so that its CPU time is not Ferryman's. Ends when its input closes. */

const sandbox = await startSandbox({ otherChains: [] });
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
process.stdout.write(`${JSON.stringify(sandbox.endpoints)}\n`);
