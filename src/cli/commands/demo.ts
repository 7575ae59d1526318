import type { Command } from 'commander';
import { createLogger } from '../../telemetry/create-logger.ts';
import { isSuccess } from '../demo/demo-report.ts';
import { renderReport } from '../demo/render-report.ts';
import { runDemo } from '../demo/run-demo.ts';
import { showProgress } from '../demo/show-progress.ts';
import { openSandboxHome } from '../up/sandbox-home.ts';

/** `ferryman demo`: the sandbox and an embedded Ferryman, swaps of every kind, and an audit of the chains. */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('run swaps among local chains and check every one of them on its chain')
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .option('--log-level <level>', 'level of the log on standard error', 'silent')
    .action(async ({ json, logLevel }: { json?: boolean; logLevel: string }) => {
      const startedAt = Date.now();
      const home = await openSandboxHome(createLogger({ level: logLevel }));
      try {
        const { report, swaps } = await runDemo({ home, startedAt, progress: showProgress(process.stderr) });
        process.stdout.write(`${json ? JSON.stringify(report) : renderReport(report, swaps)}\n`);
        process.exitCode = isSuccess(report) ? 0 : 1;
      } finally {
        await home.close();
      }
    });
}
