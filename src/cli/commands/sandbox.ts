import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { RouterShape } from 'ferryman-sandbox';
import { formatsOf } from '../../core/swap/chains.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { CliIo } from '../cli-io.ts';
import { openSandbox } from '../open-sandbox.ts';
import { runUntilStopped } from '../run-until-stopped.ts';
import { sandboxConfigFile } from '../sandbox-config-file.ts';
import { nodeUrlsOf } from '../sandbox-settings.ts';
import { showStart } from '../show-start.ts';

interface Flags {
  json?: boolean;
  portBase?: string;
  blockInterval?: string;
  finalityDepth?: string;
  routerShape?: RouterShape;
  config?: string;
}

/** `ferryman sandbox`: local chains and a conforming router, until stopped. */
export function registerSandbox(program: Command, io: CliIo): void {
  program
    .command('sandbox')
    .description('run local chains and a routing service on 127.0.0.1 until stopped')
    .option('--json', 'print the endpoints as one JSON object')
    .option(
      '--port-base <port>',
      'first of consecutive ports, one for each server; default: free ones',
    )
    .option('--block-interval <milliseconds>', 'time between two blocks; default 200')
    .option('--finality-depth <blocks>', 'blocks until a block is final, an even number; default 4')
    .option(
      '--router-shape <shape>',
      'form of the router’s answers: deployed (default) or interface',
    )
    .option('--config <file>', 'also write a new configuration file for a Ferryman on this sandbox')
    .action(async (flags: Flags) => {
      const options = {
        ...(flags.portBase === undefined ? {} : { portBase: Number(flags.portBase) }),
        ...(flags.blockInterval === undefined
          ? {}
          : { blockIntervalMs: Number(flags.blockInterval) }),
        ...(flags.finalityDepth === undefined
          ? {}
          : { finalityDepth: Number(flags.finalityDepth) }),
        ...(flags.routerShape === undefined ? {} : { routerShape: flags.routerShape }),
      };
      await runUntilStopped(io, async ({ signal, atEnd, untilStopped }) => {
        const sandbox = await openSandbox(options, { signal, onStep: showStart(io, signal) });
        atEnd(() => sandbox.close());
        const { endpoints } = sandbox;
        if (flags.config !== undefined) await writeNew(flags.config, sandboxConfigFile(endpoints));
        const lines = [
          `router  ${endpoints.router.url}`,
          `control ${endpoints.control.url}`,
          ...Object.entries(endpoints.chains).map(([name, chain]) =>
            formatsOf(chain.family).networkMember === 'chainId'
              ? `${name.padEnd(9)} ${nodeUrlsOf(chain).join(', ')} chain id ${chain.chainId}`
              : `${name.padEnd(9)} ${nodeUrlsOf(chain).join(', ')}`,
          ),
        ];
        process.stdout.write(
          flags.json ? `${JSON.stringify(endpoints)}\n` : `${lines.join('\n')}\n`,
        );
        await untilStopped();
      });
    });
}

/**
 * Overwrites nothing: an existing file may be the user's only copy, and the journal beside it
 * belongs to the chains of an earlier sandbox.
 */
async function writeNew(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx' }).catch((cause: unknown) => {
    const remedy =
      'it must be a new file; remove it together with the journal (.ferryman) of the earlier sandbox';
    throw new FerrymanError('INVALID_REQUEST', `${path} cannot be created: ${remedy}`, { cause });
  });
}
