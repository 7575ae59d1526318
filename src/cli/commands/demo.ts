import type { Command } from 'commander';
import type { RouterShape } from '../../../sandbox/router/router-shape.ts';
import { createLogger } from '../../telemetry/create-logger.ts';
import { isSuccess } from '../demo/demo-report.ts';
import { renderReport } from '../demo/render-report.ts';
import { runDemo } from '../demo/run-demo.ts';
import { showProgress } from '../demo/show-progress.ts';
import { openSandboxHome } from '../up/sandbox-home.ts';

interface Flags {
  json?: boolean;
  routerShape?: RouterShape;
  logLevel: string;
}

/** `ferryman demo`: the sandbox and an embedded Ferryman, swaps of every kind, and an audit of the chains. */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('run swaps among local chains and check every one of them on its chain')
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .option('--router-shape <shape>', 'form of the router’s answers: deployed (default) or interface')
    .option('--log-level <level>', 'level of the log on standard error', 'silent')
    .action(async ({ json, routerShape, logLevel }: Flags) => {
      const startedAt = Date.now();
      const home = await openSandboxHome(createLogger({ level: logLevel }), {
        ...(routerShape === undefined ? {} : { routerShape }),
      });
      try {
        const { report, swaps } = await runDemo({ home, startedAt, progress: showProgress(process.stderr) });
        process.stdout.write(`${json ? JSON.stringify(report) : renderReport(report, swaps)}\n`);
        process.exitCode = isSuccess(report) ? 0 : 1;
      } finally {
        await home.close();
      }
    });
}
