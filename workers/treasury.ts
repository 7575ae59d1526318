#!/usr/bin/env node
import { processIo } from '../src/cli/process-io.ts';
import { run } from '../src/cli/run.ts';

await run(['worker', 'treasury', ...process.argv.slice(2)], processIo());
