import type { Command } from 'commander';
import type { RouterShape } from 'ferryman-sandbox';
import { createLogger } from '../../telemetry/create-logger.ts';
import type { CliIo } from '../cli-io.ts';
import { isSuccess } from '../demo/demo-report.ts';
import { renderReport } from '../demo/render-report.ts';
import { runDemo } from '../demo/run-demo.ts';
import { showProgress } from '../demo/show-progress.ts';
import { exitCodes } from '../exit-code.ts';
import { layoutOf } from '../layout.ts';
import { runUntilStopped } from '../run-until-stopped.ts';
import { showStart } from '../show-start.ts';
import { openSandboxHome } from '../up/sandbox-home.ts';

interface Flags {
  json?: boolean;
  routerShape?: RouterShape;
  logLevel: string;
}

/** `ferryman demo`: swaps of every kind on the sandbox, and an audit of its chains. */
export function registerDemo(program: Command, io: CliIo): void {
  program
    .command('demo')
    .description('run swaps among local chains and check every one of them on its chain')
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .option(
      '--router-shape <shape>',
      'form of the router’s answers: deployed (default) or interface',
    )
    .option('--log-level <level>', 'level of the log on standard error', 'silent')
    .action(async ({ json, routerShape, logLevel }: Flags) => {
      const startedAt = Date.now();
      const logger = createLogger({ level: logLevel });
      await runUntilStopped(io, async ({ signal, atEnd }) => {
        const onStep = showStart(io, signal);
        const home = await openSandboxHome({
          logger,
          signal,
          onStep,
          sandbox: { ...(routerShape === undefined ? {} : { routerShape }) },
        });
        atEnd(() => home.close());
        const progress = showProgress(process.stderr);
        const { report, swaps } = await runDemo({ home, startedAt, signal, onStep, progress });
        process.stdout.write(
          `${json ? JSON.stringify(report) : renderReport(report, swaps, layoutOf(io))}\n`,
        );
        io.exitWith(isSuccess(report) ? exitCodes.ok : exitCodes.error);
      });
    });
}
